internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI
internal import ProviderABI
internal import ProviderPlugins

enum BehaviourChecks {
  static let all: [ConformanceCheck] = [
    .init(
      "whole-round", .round(), "A round through the life of an app comes to its end.", "ProviderABI 6",
      needs: ConformanceCheck.Group.instance.needs
    ) { _, _ in },
    .init(
      "configuration-valid", .round(),
      "Its values are ones that the ABI has, the size is left as it is, and nothing behind it is written.",
      "ProviderABI 8"
    ) { round, _ in
      for (state, content, beyond, isAnswered) in round.configurations {
        try expect(
          content.struct_size == ack_configuration.size && beyond == 0,
          "The configuration's struct_size should stay \(ack_configuration.size), and nothing behind it be written",
          seen: "it is \(content.struct_size), and \(beyond) bytes behind it have changed",
          cause: "A whole struct may be copied over the host's")
        guard isAnswered else { continue }
        do throws(ProviderReply.Refusal) {
          _ = try TransitionConfiguration(abi: content)
        } catch {
          guard case .value(let name, let value, let allowed) = error else { continue }
          throw CheckVerdict.broken(
            "The \(name) of the \(state) configuration should be \(allowed)", seen: "it is \(value)",
            cause: "It may be in another unit, or never set")
        }
      }
    },
    .init(
      "initial-state-boolean", .round(), "The initial state is 0 or 1, and nothing behind it is written.",
      "ProviderABI 6", expected: "The initial state should be 0 or 1, in four bytes",
      cause: "It may be written as another type, or as a state"
    ) { round, _ in
      if round.flags.isEmpty { throw CheckVerdict.skipped("It leaves the initial state to the host.") }
      guard let bad = round.flags.first(where: { $0.flag > 1 || $0.wentBeyond }) else { return nil }
      return bad.wentBeyond ? "bytes behind it were written" : "it is \(bad.flag)"
    },
    .init(
      "statuses-known", .round(), "Every question is answered with a status that the ABI has.", "ProviderABI 6"
    ) { round, run in
      let unknown = round.notes.statuses.filter { !(ACK_MISUSE...ACK_OK).contains($0.status) }
      // A negative one is a failure, whatever a later version calls it.
      let abi = run.laterABI
      if let (question, status) = unknown.first(where: { abi == nil || $0.status > 0 }) {
        throw CheckVerdict.broken(
          "\(question) should answer a status that the ABI has", seen: "it answered \(status)",
          cause: "A number of the provider's own, such as an errno, may be passed on")
      }
      if let abi, let (question, status) = unknown.first {
        throw CheckVerdict.skipped(
          "\(question) answered \(status), which may be a status of ABI \(abi) and is none that is known here.")
      }
    },
    .init(
      "questions-not-misused", .round(), "A question that keeps the rules is not answered ACK_MISUSE.",
      "ProviderABI 6"
    ) { round, _ in
      // What the host has refused may be handed on; other checks report that.
      let hasRefused =
        round.described.contains { $0.description == nil } || round.performed.contains { $0.answer.refusal != nil }
      for (question, status) in round.notes.statuses {
        try expect(
          status != ACK_MISUSE || hasRefused, "\(question) should be answered otherwise than with ACK_MISUSE",
          seen: "it was answered ACK_MISUSE",
          cause: "What create keeps may not be initialised, or what the host passes is checked too strictly")
      }
    },
    .init(
      "failures-explained", .round(), "Before ACK_FAILED comes a call of fail.", "ProviderABI 9", onlyWarns: true
    ) { round, _ in
      guard let question = round.notes.unexplained.first else { return }
      throw CheckVerdict.broken(
        "fail should be called with what, why and how to mend it before \(question) answers ACK_FAILED",
        seen: "it was not", cause: "The user would be told the status and nothing else")
    },
    .init(
      "fail-in-its-call", .round(), "fail is called inside a call that is about to answer a failure.", "ProviderABI 9"
    ) { round, _ in
      try expect(
        !round.calls.contains { $0.function == "fail" && !$0.isInside },
        "fail should be called inside a call of the host, on its thread", seen: "it was called elsewhere",
        cause: "A thread of the provider may report its failure by itself; keep it until the host asks again")
      guard let question = round.notes.explainedSuccesses.first else { return }
      throw CheckVerdict.broken(
        "fail should be called before a failure is answered", seen: "it was called in \(question), which did not fail",
        cause: "The failure may be ignored afterwards, or fail be taken for a log")
    },
    .init(
      "tables-in-their-call", .round(),
      "A table for an answer is used on the thread of the call that it was handed to, and not after it.",
      "ProviderABI 4", expected: "A table for an answer should be used in the call that it was handed to",
      cause: "Its pointer may be kept in the instance"
    ) { round, _ in
      let (late, foreign) = (round.misuses.late, round.misuses.foreign)
      if late > 0 { return "it was used \(late) times after the call" }
      return foreign > 0 ? "it was used \(foreign) times on another thread" : nil
    },
    .init(
      "lent-memory-unwritten", .round(), "What is lent is not written.", "ProviderABI 4",
      expected: "What is lent should not be written",
      cause: "A text may be cut into parts or wiped in place; copy it first"
    ) { round, _ in round.notes.written.first.map { "something of it was different after \($0)" } },
    .init("sessions-valid", .round(), "Every session is one that a host takes.", "ProviderABI 7") { round, _ in
      let cause =
        "Its struct_size, its subject or a length may not be set; times are seconds since 1970, and 0 is no end"
      if let what = round.badSessions.first {
        throw CheckVerdict.broken(
          "A session that is asked for should be one that a host takes", seen: what, cause: cause)
      }
      guard let (action, what) = round.first({ $0.misuse(.session) ?? $0.session?.lateness }) else { return }
      throw CheckVerdict.broken(
        "The session that the action \(action) logs in as should be one that a host takes", seen: what, cause: cause)
    },
    .init(
      "transition-last", .round(), "Nothing follows a login or a logout in an answer.", "ProviderABI 7"
    ) { round, _ in
      guard let (action, what) = round.first({ $0.misuse(.afterTransition) }) else { return }
      throw CheckVerdict.broken(
        "A login or logout should be the last effect of the action \(action)", seen: what,
        cause: "A message may be meant to be seen after the transition; say it before")
    },
    .init(
      "reply-well-formed", .round(), "The words, numbers and texts of an answer are ones that the ABI has.",
      "ProviderABI 7"
    ) { round, _ in
      guard let (action, what) = round.first({ $0.misuse(.value, .tooMany) }) else { return }
      throw CheckVerdict.broken(
        "The answer to the action \(action) should be one that a host can apply", seen: what,
        cause: "The reply answered ACK_MISUSE there, which the provider may not look at")
    },
    .init(
      "shown-screens-valid", .round(), "Every screen that an answer shows is a whole description.", "ProviderABI 7"
    ) { round, _ in
      guard let (action, fault) = round.first(\.screenFault) else { return }
      throw CheckVerdict.broken(
        "The screen that the action \(action) shows should keep the rules of a description",
        seen: fault.sentence, cause: "appctl explain \(fault.code.rawValue) says more about this rule")
    },
    .init(
      "unknown-action-tolerated", .instance(.behaviour), "An action that it does not describe does no harm.",
      "ProviderABI 6", expected: "After an unknown action the interface should be described as before",
      cause: "The instance may be left in a state that it has no name for"
    ) { instance, run in
      let before = instance.describe(.loggedOut).outcome
      for name in ["nobody-describes-this", ""] {
        for context in [CheckContext.loggedOut, .loggedIn] {
          run.step("performing the action \"\(name)\", which is not described")
          _ = instance.perform(InterfaceAction(name, nodeID: "nowhere", revision: 1), context)
        }
      }
      run.step("describing after an unknown action")
      return instance.describe(.loggedOut).outcome == before ? nil : "it is not"
    },
    .init(
      "host-refusals-tolerated", .process(.behaviour), "A host that does nothing of what it is asked does no harm.",
      "ProviderABI 8"
    ) { _, run in
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
    .init(
      "streams-silent", .process(.behaviour),
      "Nothing is written to standard output and standard error; the host has a log.", "ProviderABI 1"
    ) { _, run in
      let streams = StreamWatch()
      _ = try run.walkthrough()
      // Some output comes only now and then.
      let instance = try run.instance()
      let deadline = run.deadline(0.9)
      for _ in 0..<200 where !deadline.isOver { instance.describeOnly() }
      instance.destroy()
      let (output, errors) = streams.written()
      for (stream, text) in [("standard output", output), ("standard error", errors)] where !text.isEmpty {
        throw CheckVerdict.broken(
          CheckFinding(
            expected: "Nothing should be written to \(stream), which is the host's", seen: "something was",
            cause: "A line for finding faults may have been left in; host->log is for such lines",
            printed: String(text.prefix(1000))))
      }
    },
    .init(
      "input-unread", .process(.behaviour), "Nothing is read from standard input.", "ProviderABI 1",
      expected: "Nothing should be read from standard input, which is the host's",
      cause: "A question to the user may be asked there; describe an input in its place"
    ) { _, run in
      let streams = StreamWatch()
      _ = try run.walkthrough()
      let count = streams.inputRead()
      return count == 0 ? nil : "\(count) bytes were read"
    },
    .init(
      "process-unchanged", .process(.behaviour),
      "The working directory, umask, locale, environment and handlers of signals stay the host's.", "ProviderABI 1",
      onlyWarns: true, expected: "What belongs to the whole process should stay the host's",
      cause: "A library that the provider uses may do so"
    ) { _, run in
      let before = ProcessManners.now
      _ = try run.walkthrough()
      let differences = ProcessManners.now.differences(from: before)
      return differences.isEmpty ? nil : "\(differences.joined(separator: ", ")) changed"
    },
    .init(
      "calls-return-soon", .round(), "No call takes a second; what takes longer is pending.", "ProviderABI 6",
      onlyWarns: true, expected: "Every call should return within a second",
      cause: "It may wait for a network or a disk; answer ACK_PENDING and wake the host"
    ) { round, _ in
      let (question, time) = round.notes.slowest
      return time > .seconds(1) ? "\(question) took \(time)" : nil
    },
  ]
}
