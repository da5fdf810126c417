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
  /// Runs one check on a library of nonconforming.c.
  private static func outcome(
    _ mode: String, _ check: String, clock: any Clock<Duration> = ContinuousClock(), in folder: TestFolder
  ) async throws -> CheckResult.Outcome {
    let path = folder.path(of: "nc-\(mode).so")
    try FileManager.default.copyItem(atPath: try Nonconformity.conforming(), toPath: path)
    var runner = ConformanceRunner(seed: 1, clock: clock)
    runner.executable = AppCtlProcess.buildFolder.appendingPathComponent("appctl").path
    runner.timeout = .seconds(30)
    let report = try await runner.run(ConformanceCheck.all.filter { $0.id == check }, on: path)
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
    clock.advance(by: .seconds(30))
    let outcome = try await hanging
    guard case .timedOut(.seconds(30), _, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(outcome.details().contains("30.0 seconds") && outcome.isFailure)
    #expect(outcome.fix == "give it more time, such as --timeout 90, or look where it waits")
    #expect(try !Self.isRunning(folder.path))
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

  @Test func `is no child without its arguments`() {
    func arguments(_ readable: [String]?) -> [String] {
      ConformanceChild.arguments(
        "elf-valid", path: "/p", seed: 3, patience: .milliseconds(2500), CheckSandbox(readable: readable, folder: "/f"))
    }
    let first = ["appctl", "appcontroller-check-child", "elf-valid", "/p", "3", "2500", "/f", ""]
    #expect(arguments(["/a", "/b"]) == first + ["isolated", "/a", "/b"])
    #expect(arguments(nil) == first + ["not-isolated"])
  }
}

@Suite struct `What a child tells` {
  private static let said = ProviderFailure(what: "no\u{1B}tea", why: "", fix: "Buy some")
  private static let finding = CheckFinding(
    expected: "It should", seen: "it did \"not\"\n", cause: "It may", said: said)

  @Test(arguments: [
    CheckMessage.step("looking"), .untried("the action purge"), .passed, .skipped("why"), .broken(finding),
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
    var transcript = CheckTranscript()
    transcript.add(Array("\(line)\n".utf8) + CheckMessage.passed.line)
    #expect(transcript.end == nil)
  }

  @Test func `comes in pieces, and ends with one result`() {
    var transcript = CheckTranscript()
    for byte in CheckMessage.step("first").line + CheckMessage.step("second").line + CheckMessage.passed.line {
      transcript.add([byte])
    }
    #expect(transcript.step == "second" && transcript.end == .passed)
    transcript.add(CheckMessage.passed.line)
    #expect(transcript.end == nil, "a second result")
  }

  @Test func `is bounded, in a line and in all`() {
    var endless = CheckTranscript()
    endless.add([UInt8](repeating: 0x20, count: CheckMessage.lineLimit + 1))
    endless.add(CheckMessage.passed.line)
    #expect(endless.end == nil)
    var flood = CheckTranscript()
    let line = CheckMessage.step("x").line
    for _ in 0..<(CheckMessage.limit / line.count + 1) { flood.add(line) }
    flood.add(CheckMessage.passed.line)
    #expect(flood.end == nil)
  }

  @Test func `counts only when the child ends well`() {
    var transcript = CheckTranscript()
    transcript.add(CheckMessage.passed.line)
    #expect(CheckListener.outcome(transcript, .exited(0), nil, lastOutput: "") == .passed)
    #expect(CheckListener.outcome(transcript, .exited(0), .seconds(1), lastOutput: "") == .passed, "in the last moment")
    #expect(CheckListener.outcome(transcript, .exited(3), nil, lastOutput: "") != .passed)
    #expect(CheckListener.outcome(transcript, .signaled(11), nil, lastOutput: "") != .passed)
  }
}

@Suite struct `The plan of checks` {
  private static func check(_ id: String, needs: [String] = []) -> ConformanceCheck {
    ConformanceCheck(id, .file, "A rule.", "ProviderABI 1", needs: needs) { _ in }
  }

  private static func run(_ checks: [ConformanceCheck], _ outcomes: [String: CheckResult.Outcome]) -> [CheckResult] {
    var plan = CheckPlan(checks)
    while case .run(let check) = plan.next() {
      plan.finish(CheckResult(id: check.id, outcome: outcomes[check.id] ?? .passed))
    }
    return plan.results
  }

  @Test func `leaves out what needs something that did not pass, and says what that was`() {
    let crash = CheckResult.Outcome.crashed(how: "", step: "", lastOutput: "")
    let results = Self.run(
      [Self.check("c", needs: ["b"]), Self.check("a"), Self.check("b", needs: ["a"]), Self.check("d")], ["a": crash])
    #expect(
      results.map(\.outcome) == [
        .skipped("It needs a, which crashed."), crash, .skipped("It needs a, which crashed."), .passed,
      ])
  }

  @Test func `goes on after a warning, and without what is not among them`() {
    let warning = CheckResult.Outcome.warning(CheckFinding(expected: "", seen: "", cause: ""))
    let results = Self.run([Self.check("a"), Self.check("b", needs: ["a", "gone"])], ["a": warning])
    #expect(results.map(\.outcome) == [warning, .passed])
  }

  @Test func `runs nothing before what it needs has ended`() {
    var plan = CheckPlan([Self.check("a"), Self.check("b", needs: ["a"])])
    guard case .run = plan.next(), case .wait = plan.next() else {
      Issue.record("b ran beside a")
      return
    }
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
