import Foundation
import Glibc
import ProviderValidator
import Synchronization
import TestSupport
import Testing

/// A provider that breaks a rule, with exactly the checks that must find it.
struct Nonconformity: Sendable, CustomTestStringConvertible {
  let name: String
  /// The checks that do not pass, each with its outcome.
  let outcomes: [String: String]
  /// The checks that a provider has to pass that keeps the rules in an unusual way.
  private(set) var passing: [String] = []
  /// The time limit of a check; some checks wait for an event that never comes.
  var timeout = Duration.seconds(60)
  /// Puts the library into a folder, and returns its path.
  let make: @Sendable (TestFolder) throws -> String

  var testDescription: String { name }

  init(
    _ name: String, _ outcomes: [String: String], timeout: Duration = .seconds(60),
    make: @escaping @Sendable (TestFolder) throws -> String
  ) {
    (self.name, self.outcomes, self.timeout, self.make) = (name, outcomes, timeout, make)
  }

  /// A library of nonconforming.c, by its mode.
  init(_ mode: String, _ checks: String..., is outcome: String = "failed", timeout: Duration = .seconds(60)) {
    self.init(mode, Dictionary(uniqueKeysWithValues: checks.map { ($0, outcome) }), timeout: timeout)
  }

  /// A library of nonconforming.c, by its mode, with an outcome for each check.
  init(_ mode: String, _ outcomes: [String: String], timeout: Duration = .seconds(60)) {
    self.init(mode, outcomes, timeout: timeout) { folder in
      let path = folder.path(of: "nc-\(mode).so")
      try FileManager.default.copyItem(atPath: try Self.conforming(), toPath: path)
      return path
    }
  }

  /// A library of nonconforming.c that keeps the rules, by its mode, with the checks that it has to pass.
  init(_ mode: String, passing checks: String..., timeout: Duration = .seconds(60)) {
    self.init(mode, [:], timeout: timeout)
    passing = checks
  }

  /// A library of nonconforming.c with another option of the compiler.
  init(_ name: String, _ check: String, is outcome: String = "failed", built option: String) {
    self.init(name, [check: outcome]) { try Self.build($0, [option]) }
  }

  /// The changed bytes of the library that conforms.
  init(
    _ name: String, _ check: String, is outcome: String = "failed",
    changed: @escaping @Sendable ([UInt8]) throws -> [UInt8]
  ) {
    self.init(name, [check: outcome]) { folder in
      try folder.write(try changed(NotedLibrary.contents(try Self.conforming())), to: "changed.so")
    }
  }

  /// The library that conforms, which is selected by its name.
  static func conforming() throws -> String { try FixtureLibrary.build("Tests/Fixtures/nonconforming.c") }

  static func build(_ folder: TestFolder, _ options: [String]) throws -> String {
    let path = folder.path(of: "built.so")
    try Tool.compile(
      ["-std=c11", "-shared", "-fPIC", "-fvisibility=hidden", "-I", FixtureLibrary.include, "-o", path]
        + ["\(FixtureLibrary.package)/Tests/Fixtures/nonconforming.c"] + options + ["-lpthread"])
    return path
  }

  /// The checks to run on the library: those that find the fault and a few others; all checks in a thorough run.
  ///
  /// The selection of the others changes from one library to the next. What they need counts as passed, so those are
  /// left out that need a check which does not pass.
  private func checks(_ number: Int) -> [ConformanceCheck] {
    if Effort.current == .thorough { return ConformanceCheck.all }
    var blocked = Set(outcomes.filter { $0.value != "warning" }.keys)
    var size = 0
    while blocked.count > size {
      size = blocked.count
      for check in ConformanceCheck.all where !blocked.isDisjoint(with: check.needs) { blocked.insert(check.id) }
    }
    var names = Set(outcomes.keys).union(passing)
    for (index, check) in ConformanceCheck.all.enumerated() where (index + number).isMultiple(of: 40) {
      if !blocked.contains(check.id) { names.insert(check.id) }
    }
    return ConformanceCheck.all.filter { names.contains($0.id) }
  }

  /// Validates the library.
  func report(_ number: Int) async throws -> CheckReport {
    let folder = try TestFolder()
    var runner = ConformanceRunner(seed: 1)
    runner.executable = AppCtlProcess.buildFolder.appendingPathComponent("appctl").path
    (runner.timeout, runner.patience) = (timeout, timeout / 4)
    runner.jobs = 8
    let report = try await runner.run(checks(number), on: try make(folder))
    return withExtendedLifetime(folder) { report }
  }
}
