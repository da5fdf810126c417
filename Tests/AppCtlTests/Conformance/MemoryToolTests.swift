import Foundation
import ProviderValidator
import TestSupport
import Testing

@Suite(.disabled(if: Effort.current == .watched, "a process has one sanitizer"))
struct `What watches the memory of a provider` {
  /// A sanitizer, with a fault that it finds.
  struct Sanitizer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let mode: String
    let report: String
    let place: String

    init(_ name: String, in mode: String, says report: String, at place: String) {
      (testDescription, self.mode, self.report, self.place) = (name, mode, report, place)
    }
  }

  private static let sanitizers = [
    Sanitizer("address", in: "uses-freed", says: "AddressSanitizer: heap-use-after-free", at: "describe_trouble"),
    Sanitizer("thread", in: "races", says: "WARNING: ThreadSanitizer: data race", at: "race_along"),
    Sanitizer(
      "undefined", in: "overflows", says: "runtime error: signed integer overflow: 2147483647 +", at: "in describe "),
  ]

  private static func report(
    _ check: String, on path: String, _ change: (inout ConformanceRunner) -> Void = { _ in }
  ) async throws -> CheckResult.Outcome {
    var runner = ConformanceRunner(seed: 1)
    runner.executable = AppCtlProcess.buildFolder.appendingPathComponent("appctl").path
    (runner.timeout, runner.patience) = (.seconds(60), .seconds(15))
    change(&runner)
    let report = try await runner.run(ConformanceCheck.all.filter { $0.id == check }, on: path)
    return try #require(report.results.first).outcome
  }

  /// Builds nonconforming.c with debug information and further options.
  private static func build(_ mode: String, _ options: [String], in folder: TestFolder) throws -> String {
    let path = folder.path(of: "nc-\(mode).so")
    try FileManager.default.moveItem(atPath: try Nonconformity.build(folder, ["-g"] + options), toPath: path)
    return path
  }

  @Test func `fills what is freed, so that it is seen when it is used`() async throws {
    let folder = try TestFolder()
    let outcome = try await Self.report("text-valid", on: try Self.build("uses-freed", [], in: folder))
    #expect(outcome.name == "failed", "\(outcome)")
  }

  @Test(arguments: sanitizers)
  func `is the sanitizer that the library was built with`(_ sanitizer: Sanitizer) async throws {
    let folder = try TestFolder()
    let path = try Self.build(sanitizer.mode, ["-fsanitize=\(sanitizer.testDescription)"], in: folder)
    let outcome = try await Self.report("describe-answers", on: path)
    #expect(outcome.details().contains(sanitizer.report), "\(outcome)")
    #expect(outcome.printed.contains(sanitizer.place) && !outcome.printed.contains("ProviderValidator"), "\(outcome)")
    #expect(outcome.name == "failed")
    let right = try Self.build("right", ["-fsanitize=\(sanitizer.testDescription)"], in: folder)
    #expect(try await Self.report("describe-answers", on: right) == .passed)
  }

  @Test func `can be valgrind`() async throws {
    let valgrind = try Tool.need("valgrind")
    let folder = try TestFolder()
    for (mode, outcome) in [("uses-freed", "failed"), ("right", "passed")] {
      let path = try Self.build(mode, [], in: folder)
      let result = try await Self.report("describe-answers", on: path) { runner in
        (runner.readable, runner.valgrind) = (nil, valgrind)
      }
      #expect(result.name == outcome, "\(result)")
      if outcome == "failed" {
        #expect(result.details().contains("Invalid read of size"), "\(result)")
        #expect(result.printed.contains("describe_trouble (nonconforming.c:"), "\(result.printed)")
      }
    }
  }
}
