import Foundation
import ProviderValidator
import TestSupport
import Testing

@Suite struct `A provider that breaks a rule` {
  @Test(arguments: Array(Nonconformity.table.indices))
  func `is found by the checks that look at it, and by no other`(number: Int) async throws {
    let broken = Nonconformity.table[number]
    let report = try await broken.report(number)
    let found = report.results.filter { result in
      // The address sanitizer ends a process that uses freed memory.
      let isSeenFirst = Effort.current == .watched && broken.name == "keeps-pointer" && result.id == "whole-round"
      if isSeenFirst, result.outcome.name == "crashed" { return false }
      return !["passed", "skipped"].contains(result.outcome.name)
    }
    #expect(
      Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0.outcome.name) }) == broken.outcomes,
      "\(broken.name): \(found.map { "\($0.id): \($0.outcome.details())" })")
    for id in broken.passing { #expect(report.results.contains { $0.id == id && $0.outcome == .passed }, "\(id)") }
    #expect(report.conforms == !broken.outcomes.values.contains { $0 != "warning" })
    for result in found {
      #expect(result.outcome.details().hasSuffix(".") || !result.outcome.details().isEmpty, "\(result)")
    }
  }

  @Test func `is there for every check`() {
    let found = Set(Nonconformity.table.flatMap(\.outcomes.keys))
    #expect(Set(ConformanceCheck.all.map(\.id)).symmetricDifference(found) == [])
  }

  /// The modes that the tests of the runner and of its tools use.
  private static let elsewhere: Set = [
    "describe-hangs", "sleeps-describe", "answers-late", "perform-never", "uses-freed", "races", "overflows",
  ]

  @Test func `has modes that the source knows, and all of them`() throws {
    let source = try ["nonconforming.c", "nonconforming_base.h"].map { name in
      try String(contentsOfFile: "\(FixtureLibrary.package)/Tests/Fixtures/\(name)", encoding: .utf8)
    }.joined()
    let modes = Set(source.matches(of: /IS\("([a-z0-9-]+)"\)/).map { String($0.1) })
    let names = Set(Nonconformity.table.map(\.name).filter { !$0.contains(" ") })
    #expect(modes.symmetricDifference(names) == Self.elsewhere)
  }
}

@Suite struct `A provider that keeps the rules` {
  private static func report(_ path: String, isSandboxed: Bool = true) async throws -> CheckReport {
    var runner = ConformanceRunner(seed: 7)
    if !isSandboxed { runner.readable = nil }
    runner.executable = AppCtlProcess.buildFolder.appendingPathComponent("appctl").path
    runner.timeout = .seconds(60)
    return try await runner.run(on: path)
  }

  /// The results that are not passes, with their reasons.
  private static func rest(_ report: CheckReport) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: report.results.filter { $0.outcome != .passed }.map {
        ($0.id, "\($0.outcome.name): \($0.outcome.details())")
      })
  }

  @Test func `passes every check, and none is left out`() async throws {
    let report = try await Self.report(try Nonconformity.conforming())
    #expect(Self.rest(report) == [:])
    #expect(report.results.map(\.id) == ConformanceCheck.all.map(\.id))
  }

  @Test(arguments: ["kitty.c", "libExampleProvider.so", "libSuspendingProvider.so"])
  func `conforms as an example`(name: String) async throws {
    let path =
      try name == "kitty.c"
      ? FixtureLibrary.exampleInC() : AppCtlProcess.buildFolder.appendingPathComponent(name).path
    let report = try await Self.report(path)
    #expect(report.conforms, "\(Self.rest(report))")
    // The suspending provider says no language, counts its calls in its description, and answers every action.
    let warnings = report.results.filter { $0.outcome.name == "warning" }.map(\.id)
    #expect(
      warnings
        == (name.contains("Suspending")
          ? ["advice-followed", "describe-repeatable", "unknown-actions-are-refused"] : []),
      "\(Self.rest(report))")
  }

  @Test func `conforms where PAM's headers are`() async throws {
    let make = try Tool.need("make")
    guard FileManager.default.fileExists(atPath: "/usr/include/security/pam_appl.h") else {
      try Test.leaveOut("PAM's headers are not installed")
    }
    let folder = try TestFolder()
    let path = folder.path(of: "pam.so")
    let built = try Tool.run(
      make, ["-s", "-C", "\(FixtureLibrary.package)/Plugins/PAMProvider", "OUT=\(path)"])
    try #require(built.status == 0, "\(built.output)")
    // The sandbox denies the provider its services, modules and helpers.
    let report = try await Self.report(path, isSandboxed: false)
    #expect(report.conforms, "\(Self.rest(report))")
  }
}
