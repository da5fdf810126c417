internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI
internal import ProviderABI
internal import ProviderPlugins

enum BehaviourChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck(
      "whole-round", .behaviour, "A round through the life of an app comes to its end.", "ProviderABI 6",
      judging: .round, needs: ["describe-answers"]
    ) { run throws(CheckVerdict) in _ = try run.walkthrough() },
    ConformanceCheck(
      "configuration-valid", .behaviour,
      "Its values are ones that the ABI has, the size is left as it is, and nothing behind it is written.",
      "ProviderABI 8", judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      for (state, content, beyond, isAnswered) in try run.walkthrough().configurations {
        guard content.struct_size == ack_configuration.size, beyond == 0 else {
          throw .broken(
            "The configuration's struct_size should stay \(ack_configuration.size), and nothing behind it be written",
            seen: "it is \(content.struct_size), and \(beyond) bytes behind it have changed",
            cause: "A whole struct may be copied over the host's")
        }
        guard isAnswered else { continue }
        do throws(ProviderReply.Refusal) {
          _ = try TransitionConfiguration(abi: content)
        } catch {
          guard case .value(let name, let value, let allowed) = error else { continue }
          throw .broken(
            "The \(name) of the \(state) configuration should be \(allowed)", seen: "it is \(value)",
            cause: "It may be in another unit, or never set")
        }
      }
    },
    ConformanceCheck(
      "initial-state-boolean", .behaviour, "The initial state is 0 or 1, and nothing behind it is written.",
      "ProviderABI 6", judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      let flags = try run.walkthrough().flags
      if flags.isEmpty { throw .skipped("It leaves the initial state to the host.") }
      for (_, flag, wentBeyond) in flags {
        guard flag <= 1, !wentBeyond else {
          throw .broken(
            "The initial state should be 0 or 1, in four bytes",
            seen: wentBeyond ? "bytes behind it were written" : "it is \(flag)",
            cause: "It may be written as another type, or as a state")
        }
      }
    },
    ConformanceCheck(
      "statuses-known", .behaviour, "Every question is answered with a status that the ABI has.", "ProviderABI 6",
      judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      let unknown = try run.walkthrough().notes.statuses.filter { !(ACK_MISUSE...ACK_OK).contains($0.status) }
      // A negative one is a failure, whatever a later version calls it.
      let abi = run.laterABI
      if let (question, status) = unknown.first(where: { abi == nil || $0.status > 0 }) {
        throw .broken(
          "\(question) should answer a status that the ABI has", seen: "it answered \(status)",
          cause: "A number of the provider's own, such as an errno, may be passed on")
      }
      if let abi, let (question, status) = unknown.first {
        throw .skipped(
          "\(question) answered \(status), which may be a status of ABI \(abi) and is none that is known here.")
      }
    },
    ConformanceCheck(
      "questions-not-misused", .behaviour, "A question that keeps the rules is not answered ACK_MISUSE.",
      "ProviderABI 6", judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      let round = try run.walkthrough()
      // What the host has refused may be handed on; other checks report that.
      let hasRefused =
        round.described.contains { $0.description == nil } || round.performed.contains { $0.answer.refusal != nil }
      for (question, status) in round.notes.statuses where status == ACK_MISUSE && !hasRefused {
        throw .broken(
          "\(question) should be answered otherwise than with ACK_MISUSE", seen: "it was answered ACK_MISUSE",
          cause: "What create keeps may not be initialised, or what the host passes is checked too strictly")
      }
    },
    ConformanceCheck(
      "failures-explained", .behaviour, "Before ACK_FAILED comes a call of fail.", "ProviderABI 9", onlyWarns: true,
      judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      guard let question = try run.walkthrough().notes.unexplained.first else { return }
      throw .broken(
        "fail should be called with what, why and how to mend it before \(question) answers ACK_FAILED",
        seen: "it was not", cause: "The user would be told the status and nothing else")
    },
    ConformanceCheck(
      "fail-in-its-call", .behaviour, "fail is called inside a call that is about to answer a failure.",
      "ProviderABI 9", judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      let round = try run.walkthrough()
      if round.calls.contains(where: { $0.function == "fail" && !$0.isInside }) {
        throw .broken(
          "fail should be called inside a call of the host, on its thread", seen: "it was called elsewhere",
          cause: "A thread of the provider may report its failure by itself; keep it until the host asks again")
      }
      guard let question = round.notes.explainedSuccesses.first else { return }
      throw .broken(
        "fail should be called before a failure is answered", seen: "it was called in \(question), which did not fail",
        cause: "The failure may be ignored afterwards, or fail be taken for a log")
    },
    ConformanceCheck(
      "tables-in-their-call", .behaviour,
      "A table for an answer is used on the thread of the call that it was handed to, and not after it.",
      "ProviderABI 4", judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      let misuses = try run.walkthrough().misuses
      guard misuses.late == 0, misuses.foreign == 0 else {
        throw .broken(
          "A table for an answer should be used in the call that it was handed to",
          seen: misuses.late > 0
            ? "it was used \(misuses.late) times after the call"
            : "it was used \(misuses.foreign) times on another thread",
          cause: "Its pointer may be kept in the instance")
      }
    },
    ConformanceCheck(
      "lent-memory-unwritten", .behaviour, "What is lent is not written.", "ProviderABI 4", judging: .round,
      needs: isRound
    ) { run throws(CheckVerdict) in
      guard let question = try run.walkthrough().notes.written.first else { return }
      throw .broken(
        "What is lent should not be written", seen: "something of it was different after \(question)",
        cause: "A text may be cut into parts or wiped in place; copy it first")
    },
    ConformanceCheck(
      "sessions-valid", .behaviour, "Every session is one that a host takes.", "ProviderABI 7", judging: .round,
      needs: isRound
    ) { run throws(CheckVerdict) in
      let round = try run.walkthrough()
      if let what = round.badSessions.first {
        throw .broken(
          "A session that is asked for should be one that a host takes", seen: what, cause: badSession)
      }
      for (action, answer) in round.performed {
        guard let what = answer.misuse(.session) ?? answer.session?.lateness else { continue }
        throw .broken(
          "The session that the action \(action) logs in as should be one that a host takes", seen: what,
          cause: badSession)
      }
    },
    ConformanceCheck(
      "transition-last", .behaviour, "Nothing follows a login or a logout in an answer.", "ProviderABI 7",
      judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      for (action, answer) in try run.walkthrough().performed {
        guard let what = answer.misuse(.afterTransition) else { continue }
        throw .broken(
          "A login or logout should be the last effect of the action \(action)", seen: what,
          cause: "A message may be meant to be seen after the transition; say it before")
      }
    },
    ConformanceCheck(
      "reply-well-formed", .behaviour, "The words, numbers and texts of an answer are ones that the ABI has.",
      "ProviderABI 7", judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      for (action, answer) in try run.walkthrough().performed {
        guard let what = answer.misuse(.value, .tooMany) else { continue }
        throw .broken(
          "The answer to the action \(action) should be one that a host can apply", seen: what,
          cause: "The reply answered ACK_MISUSE there, which the provider may not look at")
      }
    },
    ConformanceCheck(
      "shown-screens-valid", .behaviour, "Every screen that an answer shows is a whole description.", "ProviderABI 7",
      judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      for (action, answer) in try run.walkthrough().performed {
        guard let fault = answer.screenFault else { continue }
        throw .broken(
          "The screen that the action \(action) shows should keep the rules of a description",
          seen: fault.sentence, cause: "appctl explain \(fault.code.rawValue) says more about this rule")
      }
    },
    ConformanceCheck(
      "unknown-action-tolerated", .behaviour, "An action that it does not describe does no harm.", "ProviderABI 6",
      needs: isRound
    ) { run throws(CheckVerdict) in
      let instance = try run.instance()
      defer { instance.destroy() }
      let before = instance.describe(.loggedOut).outcome
      for name in ["nobody-describes-this", ""] {
        for context in [CheckContext.loggedOut, .loggedIn] {
          run.step("performing the action \"\(name)\", which is not described")
          _ = instance.perform(InterfaceAction(name, nodeID: "nowhere", revision: 1), context)
        }
      }
      run.step("describing after an unknown action")
      guard instance.describe(.loggedOut).outcome == before else {
        throw .broken(
          "After an unknown action the interface should be described as before", seen: "it is not",
          cause: "The instance may be left in a state that it has no name for")
      }
    },
    ConformanceCheck(
      "host-refusals-tolerated", .behaviour, "A host that does nothing of what it is asked does no harm.",
      "ProviderABI 8", needs: isRound
    ) { run throws(CheckVerdict) in
      let statuses = [ACK_GONE, ACK_MISUSE, -77]
      let share = Walkthrough.share / Double(statuses.count)
      let deadline = run.deadline(Walkthrough.share)
      for (index, status) in statuses.enumerated() {
        if deadline.isOver {
          run.reportUntried("a host that answers \(statusName(status)) to what it is asked")
          continue
        }
        let host = CheckHost()
        let instance = try run.instance(host: host)
        host.refuse(with: status)
        _ = Walkthrough(run, instance, shares: share * Double(index)...share * Double(index + 1))
      }
    },
    ConformanceCheck(
      "streams-silent", .behaviour, "Nothing is written to standard output and standard error; the host has a log.",
      "ProviderABI 1", needs: isRound
    ) { run throws(CheckVerdict) in
      let streams = StreamWatch()
      _ = try run.walkthrough()
      // Some output comes only now and then.
      let instance = try run.instance()
      let deadline = run.deadline(0.9)
      for _ in 0..<200 where !deadline.isOver { instance.describeOnly() }
      instance.destroy()
      let (output, errors) = streams.written()
      for (stream, text) in [("standard output", output), ("standard error", errors)] where !text.isEmpty {
        throw .broken(
          CheckFinding(
            expected: "Nothing should be written to \(stream), which is the host's", seen: "something was",
            cause: "A line for finding faults may have been left in; host->log is for such lines",
            printed: String(text.prefix(1000))))
      }
    },
    ConformanceCheck(
      "input-unread", .behaviour, "Nothing is read from standard input.", "ProviderABI 1", needs: isRound
    ) { run throws(CheckVerdict) in
      let streams = StreamWatch()
      _ = try run.walkthrough()
      let count = streams.inputRead()
      guard count == 0 else {
        throw .broken(
          "Nothing should be read from standard input, which is the host's", seen: "\(count) bytes were read",
          cause: "A question to the user may be asked there; describe an input in its place")
      }
    },
    ConformanceCheck(
      "process-unchanged", .behaviour,
      "The working directory, umask, locale, environment and handlers of signals stay the host's.", "ProviderABI 1",
      onlyWarns: true, needs: isRound
    ) { run throws(CheckVerdict) in
      let before = ProcessManners.now
      _ = try run.walkthrough()
      let differences = ProcessManners.now.differences(from: before)
      guard differences.isEmpty else {
        throw .broken(
          "What belongs to the whole process should stay the host's",
          seen: "\(differences.joined(separator: ", ")) changed", cause: "A library that the provider uses may do so")
      }
    },
    ConformanceCheck(
      "calls-return-soon", .behaviour, "No call takes a second; what takes longer is pending.", "ProviderABI 6",
      onlyWarns: true, judging: .round, needs: isRound
    ) { run throws(CheckVerdict) in
      let (question, time) = try run.walkthrough().notes.slowest
      guard time > .seconds(1) else { return }
      throw .broken(
        "Every call should return within a second", seen: "\(question) took \(time)",
        cause: "It may wait for a network or a disk; answer ACK_PENDING and wake the host")
    },
  ]

  static let isRound = ["whole-round"]
  private static let badSession =
    "Its struct_size, its subject or a length may not be set; times are seconds since 1970, and 0 is no end"
}
