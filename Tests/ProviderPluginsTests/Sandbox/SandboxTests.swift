import CSystem
import Foundation
import Glibc
import Testing

@testable import ProviderPlugins

@Suite(.timeLimit(.minutes(30))) struct `The sandbox` {
  private static let noRoot: Comment = "only the superuser can become an ordinary user"

  /// Whoever runs the tests, and an ordinary user.
  private static func library(_ user: SandboxedLibrary.User) throws -> SandboxedLibrary {
    if user == .nobody, geteuid() != 0 { try Test.cancel(noRoot) }
    return try SandboxedLibrary(user)
  }

  private static func requireFreeRoot() throws {
    if geteuid() != 0 { try Test.cancel("only the superuser is refused nothing by anybody else") }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    if !status.contains("Seccomp:\t0\n") { try Test.cancel("a container refuses calls by itself") }
  }

  @Test(arguments: SandboxedLibrary.User.allCases)
  func `allows what a provider needs, and nothing of what harms others`(_ user: SandboxedLibrary.User) throws {
    for attempt in Attempt.all where !(attempt.isOfMemory && sandbox_has_sanitizer()) {
      let outcome = try Self.library(user).outcome(of: attempt)
      #expect(outcome == attempt.wholeOutcome, "\(attempt.testDescription)")
    }
  }

  @Test(arguments: SandboxedLibrary.User.allCases)
  func `refuses calls by its filter alone where the kernel has no Landlock, and says so`(
    _ user: SandboxedLibrary.User
  ) throws {
    for attempt in Attempt.refusedByFilter {
      let outcome = try Self.library(user).outcome(of: attempt, lacking: .landlock)
      #expect(outcome == "missing: \(FileRules.missing)\n\(attempt.wholeOutcome)", "\(attempt.testDescription)")
    }
  }

  @Test(arguments: SandboxedLibrary.User.allCases)
  func `keeps files by Landlock alone where the kernel has no filters, and says so`(
    _ user: SandboxedLibrary.User
  ) throws {
    if landlock_version() < 6 { try Test.cancel("this kernel's Landlock does not have everything") }
    for attempt in Attempt.refusedByFiles {
      let outcome = try Self.library(user).outcome(of: attempt, lacking: .seccomp)
      #expect(outcome == "missing: \(SystemCallFilter.missing)\n\(attempt.outcome)", "\(attempt.testDescription)")
    }
  }

  @Test func `is what refuses: outside it each attempt of the superuser ends otherwise`() throws {
    try Self.requireFreeRoot()
    for attempt in Attempt.all where attempt.part != .none && !["core", "privileges"].contains(attempt.name) {
      let outcome = try Self.library(.same).outcome(of: attempt, in: "free")
      #expect(outcome != attempt.outcome && !outcome.contains("died"), "\(attempt.testDescription)")
    }
  }

  @Test func `refuses calls by its filter even to a superuser with all capabilities`() throws {
    try Self.requireFreeRoot()
    for attempt in Attempt.refusedByFilter {
      let outcome = try Self.library(.same).outcome(of: attempt, in: "filtered")
      #expect(outcome == attempt.wholeOutcome, "\(attempt.testDescription)")
    }
  }

  @Test(arguments: ["/nonexistent/folder", "a\0b", ""])
  func `fails when something that the provider needs is not there`(_ path: String) throws {
    for rules in [FileRules(readable: [path], folder: nil), FileRules(readable: [], folder: path)] {
      let error = #expect(throws: PluginError.self) { _ = try rules.make() }
      #expect(error?.code == .sandboxFailed && error?.what.contains("for itself") == true)
    }
  }

  @Test(.disabled(if: sandbox_has_sanitizer(), "a sanitizer has threads of its own"))
  func `is refused to a process with a second thread, which would stay outside`() throws {
    let outcome = try Tool.run(try FixtureLibrary.executable("SandboxTool"), ["threaded"])
    #expect(outcome.output.contains("ACK2212") && outcome.output.contains("2 threads"))
  }

  @Test func `withholds what each version of Landlock knows, and gives nothing else`() {
    let counts: [Int32: Int] = [1: 13, 2: 14, 3: 15, 4: 15, 5: 16, 6: 16, 7: 16, 8: 16]
    for (version, count) in counts {
      let rights = LandlockRights(version: version)
      #expect(rights.handled == (1 << UInt64(count)) - 1)
      for given in [rights.reading, rights.device, rights.owning, rights.ofFiles] {
        #expect(given & ~rights.handled == 0, "the kernel refuses a rule about what is not handled")
      }
      #expect(rights.reading == 0b1100 && rights.owning & 1 == 0, "nobody runs anything")
      #expect((rights.scopes == 3) == (version >= 6))
    }
  }
}
