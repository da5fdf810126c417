import AppControllerKit
import AppControllerKitTesting
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProviderPlugins
@testable import ProviderValidator
@testable import appctl

@Suite struct `A check in a child` {
  /// Runs checks on a library of nonconforming.c.
  private static func report(
    _ mode: String, _ checks: String..., timeout: Duration, patience: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock(), in folder: TestFolder
  ) async throws -> CheckReport {
    let path = folder.path(of: "nc-\(mode).so")
    try FileManager.default.copyItem(atPath: try Nonconformity.conforming(), toPath: path)
    var runner = ConformanceRunner(seed: 1, clock: clock)
    runner.executable = AppCtlProcess.buildFolder.appendingPathComponent("appctl").path
    (runner.timeout, runner.patience) = (timeout, patience)
    return try await runner.run(ConformanceCheck.all.filter { checks.contains($0.id) }, on: path)
  }

  /// Runs one check on a library of nonconforming.c.
  private static func outcome(
    _ mode: String, _ check: String, clock: any Clock<Duration> = ContinuousClock(), in folder: TestFolder
  ) async throws -> CheckResult.Outcome {
    let report = try await report(mode, check, timeout: .seconds(30), clock: clock, in: folder)
    return try #require(report.results.first).outcome
  }

  /// Whether there is a process with a word among its arguments.
  private static func isRunning(_ word: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { name in
      guard let pid = Int32(name), pid != getpid(),
        let line = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline")
      else { return false }
      return String(decoding: line, as: UTF8.self).contains(word)
    }
  }

  @Test func `is killed and reaped when its time is up`() async throws {
    let (folder, clock) = (try TestFolder(), ManualClock())
    async let hanging = Self.outcome("describe-hangs", "describe-answers", clock: clock, in: folder)
    await clock.sleeperArrived()
    clock.advance(by: .seconds(50))
    let outcome = try await hanging
    guard case .timedOut(.seconds(50), _, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(outcome.details().contains("50.0 seconds") && outcome.isFailure)
    #expect(outcome.fix == "give it more time, such as --timeout 150, or look where it waits")
    #expect(try !Self.isRunning(folder.path))
  }

  @Test func `waits as long as a host for an answer that comes later`() async throws {
    let report = try await Self.report(
      "answers-late", "whole-round", "pending-woken", timeout: .seconds(4), patience: .seconds(60), in: try TestFolder()
    )
    #expect(report.gaps.unanswered == [] && report.conforms, "\(report)")
  }

  @Test func `that there is no time for is not made, and gives no other cause`() async throws {
    let report = try await Self.report(
      "sleeps-describe", "descriptors-closed", timeout: .seconds(1), in: try TestFolder())
    let reason = "An instance and its description take too long for twenty of them."
    #expect(report.results.map(\.outcome) == [.skipped(reason)])
    #expect(report.gaps.untried == ["the check descriptors-closed: \(reason)"])
  }

  @Test func `that crashes says by which signal, at what, and with which words`() async throws {
    let outcome = try await Self.outcome("describe-aborts", "describe-answers", in: try TestFolder())
    guard case .crashed(let how, let step, let lastOutput) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(how.contains("SIGABRT"))
    #expect(step == "describing the logged-out interface")
    #expect(lastOutput.contains("out of kittens"))
    #expect(outcome.details().hasPrefix("The process was ended by SIGABRT"))
  }

  @Test func `that crashes says why, and its last output line by line`() throws {
    let backtrace = "thread 't' (7) panicked at tea.rs:17:9:\nindex out of bounds\nstack backtrace:\n   0: tea::pour"
    let outcome = CheckResult.Outcome.crashed(how: "was ended by SIGABRT", step: "describing", lastOutput: backtrace)
    let report = CheckReport(
      path: "tea.so", seed: 1, budget: .seconds(7), results: [CheckResult(id: "describe-answers", outcome: outcome)])
    let text = ValidateCommand.text(report, ConformanceCheck.all)
    let expected = """
        crashed: describe-answers
          The process was ended by SIGABRT while describing. It wrote: provider | thread 't' (7) panicked at tea.rs:17:9: index out of bounds
          printed:
            provider | thread 't' (7) panicked at tea.rs:17:9:
            provider | index out of bounds
            provider | stack backtrace:
            provider |    0: tea::pour
      """
    #expect(text.contains(expected), "\(text)")
    let single = CheckResult.Outcome.crashed(how: "ended", step: "", lastOutput: "out of kittens")
    #expect(single.printed.isEmpty && single.details(of: "a.b") == "The process ended. It wrote: a.b | out of kittens")
  }

  @Test(arguments: ["describe-exits", "writes-channel"])
  func `that ends or talks as none of ours has crashed`(mode: String) async throws {
    let outcome = try await Self.outcome(mode, "describe-answers", in: try TestFolder())
    guard case .crashed("ended by itself without a result", _, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test func `says what was expected, what was seen, and why that may be`() async throws {
    let outcome = try await Self.outcome("any-magic", "query-rejects-bad-magic", in: try TestFolder())
    #expect(
      outcome.details()
        == "Querying with magic 0 should answer ACK_MISUSE and write nothing, but it answered ACK_OK and wrote an answer. "
        + "The provider may not look at query->magic.")
  }

  @Test(arguments: [["/a", "/b"], nil])
  func `is told what to do as it was written`(readable: [String]?) throws {
    var order = CheckOrder(
      checks: ["elf-valid", "machine-matches"], path: "/p", seed: 3, timeout: .seconds(10),
      patience: .milliseconds(2500), sandbox: CheckSandbox(readable: readable, folder: "/f", permissions: [.network]),
      isUnlimited: true, session: Session(subject: "ann", secret: Secret("a key")))
    order.sandbox.settings.entries = [.init(name: "token", value: Secret("a secret"))]
    order.inputs = CheckInputs(texts: ["user": "ann"], piped: ("password", Secret("b")), action: nil)
    var ends: [Int32] = [-1, -1]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    order.send(to: ends[0])
    close(ends[0])
    let read = try #require(CheckOrder.receive(from: ends[1]))
    #expect(CheckOrder.receive(from: ends[1]) == nil)
    #expect(read.checks == order.checks && read.path == "/p" && read.seed == 3 && read.isUnlimited)
    #expect(read.timeout == .seconds(10) && read.patience == .milliseconds(2500))
    #expect(read.session == order.session && read.session != nil)
    #expect(read.sandbox.readable == readable && read.sandbox.folder == "/f" && read.sandbox.permissions == [.network])
    #expect(read.sandbox.settings == order.sandbox.settings)
    #expect(read.inputs?.texts == ["user": "ann"] && read.inputs?.action == nil)
    #expect(read.inputs?.piped?.name == "password" && read.inputs?.piped?.secret == Secret("b"))
  }
}

@Suite struct `What a child tells` {
  private static let said = ProviderFailure(what: "no\u{1B}tea", why: "", fix: "Buy some")
  private static let finding = CheckFinding(
    expected: "It should", seen: "it did \"not\"\n", cause: "It may", said: said)

  @Test(arguments: [
    CheckMessage.step("looking"), .untried("the action purge"), .unanswered("perform (purge)"), .passed,
    .skipped("why"), .broken(finding),
  ])
  func `is read as it was written, without what drives a terminal`(message: CheckMessage) throws {
    let read = try #require(CheckMessage(line: Array(message.line.dropLast())))
    if case .broken = message {
      let said = ProviderFailure(what: "no\u{FFFD}tea", why: "", fix: "Buy some")
      #expect(
        read
          == .broken(
            CheckFinding(expected: "It should", seen: "it did \"not\"\u{FFFD}", cause: "It may", said: said)))
    } else {
      #expect(read == message)
    }
  }

  @Test(arguments: [
    "", "x", "[]", "{}", "{\"result\":\"sold\"}", "{\"result\":\"skipped\"}", "{\"result\":1}",
    "{\"result\":\"broken\",\"finding\":{\"expected\":\"a\"}}",
  ])
  func `is no result when it is garbled`(line: String) {
    var transcript = CheckTranscript(of: 1)
    transcript.add(Array("\(line)\n".utf8) + CheckMessage.passed.line)
    #expect(transcript.ends.isEmpty)
  }

  /// The transcript of two checks whose child has sent some messages.
  private static func transcript(_ messages: CheckMessage...) -> CheckTranscript {
    var transcript = CheckTranscript(of: 2)
    for message in messages { transcript.add(message.line) }
    return transcript
  }

  @Test func `comes in pieces, with one result for each check`() {
    var transcript = CheckTranscript(of: 2)
    for message in [CheckMessage.step("first"), .untried("a"), .passed, .step("second"), .skipped("why")] {
      for byte in message.line { transcript.add([byte]) }
    }
    var gaps = CheckGaps()
    gaps.add(untried: "a")
    #expect(transcript.step == "second" && transcript.isComplete)
    #expect(transcript.ends == [.init(message: .passed, gaps: gaps), .init(message: .skipped("why"))])
    transcript.add(CheckMessage.passed.line)
    #expect(transcript.ends.isEmpty, "a third result")
  }

  @Test func `is bounded, in a line and in all`() {
    var endless = CheckTranscript(of: 1)
    endless.add([UInt8](repeating: 0x20, count: CheckMessage.lineLimit + 1))
    endless.add(CheckMessage.passed.line)
    #expect(endless.ends.isEmpty)
    var flood = CheckTranscript(of: 1)
    let line = CheckMessage.step("x").line
    for _ in 0..<(CheckMessage.limit / line.count + 1) { flood.add(line) }
    flood.add(CheckMessage.passed.line)
    #expect(flood.ends.isEmpty)
  }

  @Test func `counts only when the child ends well`() {
    func outcomes(
      _ transcript: CheckTranscript, _ exit: ChildExit, _ limit: Duration? = nil
    ) -> [CheckResult.Outcome] {
      CheckListener.outcomes(transcript, exit, limit, lastOutput: "").map(\.outcome)
    }
    let (one, both) = (Self.transcript(.passed), Self.transcript(.passed, .skipped("why")))
    #expect(outcomes(both, .exited(0)) == [.passed, .skipped("why")])
    #expect(outcomes(both, .exited(0), .seconds(1)) == [.passed, .skipped("why")], "in the last moment")
    let crashed = CheckResult.Outcome.crashed(how: "\(ChildExit.signaled(11))", step: "", lastOutput: "")
    #expect(outcomes(both, .signaled(11)) == [.passed, crashed], "after the last result")
    #expect(outcomes(one, .signaled(11)) == [.passed, crashed], "in the second check")
    #expect(outcomes(one, .exited(0)) == [.passed], "without the second check, which needs the first")
    #expect(
      outcomes(one, .signaled(9), .seconds(1)) == [.passed, .timedOut(limit: .seconds(1), step: "", lastOutput: "")])
    let silent = CheckResult.Outcome.crashed(how: "ended by itself without a result", step: "", lastOutput: "")
    #expect(outcomes(Self.transcript(), .exited(0)) == [silent])
  }
}

@Suite struct `The plan of checks` {
  private static func check(
    _ id: String, judging evidence: ConformanceCheck.Evidence? = nil, needs: [String] = []
  ) -> ConformanceCheck {
    ConformanceCheck(id, .file, "A rule.", "ProviderABI 1", judging: evidence, needs: needs) { _ in }
  }

  /// Runs checks, of each process the first ones up to one that does not pass.
  ///
  /// - Returns: The results, and the names of the checks in each process.
  private static func run(
    _ checks: [ConformanceCheck], _ outcomes: [String: CheckResult.Outcome] = [:]
  ) -> (results: [CheckResult], processes: [[String]]) {
    var plan = CheckPlan(checks)
    var processes: [[String]] = []
    while let batch = plan.next() {
      processes.append(batch.map(\.id))
      let end = batch.firstIndex { !(outcomes[$0.id] ?? .passed).isMet } ?? batch.count - 1
      plan.finish(batch, batch[...end].map { CheckResult(id: $0.id, outcome: outcomes[$0.id] ?? .passed) })
    }
    return (plan.results, processes)
  }

  private static let crash = CheckResult.Outcome.crashed(how: "", step: "", lastOutput: "")

  @Test func `leaves out what needs something that did not pass, and says what that was`() {
    let checks = [Self.check("c", needs: ["b"]), Self.check("a"), Self.check("b", needs: ["a"]), Self.check("d")]
    #expect(
      Self.run(checks, ["a": Self.crash]).results.map(\.outcome) == [
        .skipped("It needs a, which crashed."), Self.crash, .skipped("It needs a, which crashed."), .passed,
      ])
  }

  @Test func `goes on after a warning, and without what is not among them`() {
    let warning = CheckResult.Outcome.warning(CheckFinding(expected: "", seen: "", cause: ""))
    let checks = [Self.check("a"), Self.check("b", needs: ["a", "gone"])]
    #expect(Self.run(checks, ["a": warning]).results.map(\.outcome) == [warning, .passed])
  }

  @Test func `runs nothing before what it needs has ended`() {
    var plan = CheckPlan([Self.check("a"), Self.check("b", needs: ["a"])])
    guard plan.next() != nil, case nil = plan.next() else {
      Issue.record("b ran beside a")
      return
    }
  }

  private static let judges = [
    check("a", judging: .round), check("b", judging: .round, needs: ["a"]), check("c"),
    check("d", judging: .round, needs: ["c"]), check("e", judging: .round, needs: ["a"]),
  ]

  @Test func `has one process for what looks at the same, and another for what is not ready then`() {
    #expect(Self.run(Self.judges).processes == [["a", "b", "e"], ["c"], ["d"]])
  }

  @Test func `has another process for what comes after a crash, unless it needs what crashed`() {
    let (results, processes) = Self.run(Self.judges, ["b": Self.crash])
    #expect(processes == [["a", "b", "e"], ["c"], ["d", "e"]])
    #expect(results.map(\.outcome) == [.passed, Self.crash, .passed, .passed, .passed])
    #expect(Self.run(Self.judges, ["a": Self.crash]).processes == [["a", "b", "e"], ["c"], ["d"]])
  }
}

@Suite struct `A seed` {
  @Test func `makes the same numbers again`() {
    var (first, again, other) = (SeededGenerator(seed: 42), SeededGenerator(seed: 42), SeededGenerator(seed: 43))
    let numbers = (0..<8).map { _ in first.next() }
    #expect(numbers == (0..<8).map { _ in again.next() })
    #expect(numbers != (0..<8).map { _ in other.next() })
    #expect(numbers.first == 13_679_457_532_755_275_413, "as SplitMix64 has it")
  }
}
