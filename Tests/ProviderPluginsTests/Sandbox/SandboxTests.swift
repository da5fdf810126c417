import CSystem
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProviderPlugins

/// A wall counts only when an attempt is known to succeed without it.
@Suite(.timeLimit(.minutes(30))) struct `The sandbox` {
  private typealias User = SandboxedLibrary.User
  private typealias Wall = Sandbox.Wall

  /// Returns the library for a user: the one of the tests, or an ordinary one.
  private static func library(_ user: SandboxedLibrary.User) throws -> SandboxedLibrary {
    if user == .nobody, geteuid() != 0 { try Test.leaveOut("only the superuser can become an ordinary user") }
    return try SandboxedLibrary(user)
  }

  /// Returns the attempts to make as a user: in the usual run some as the second user, and all in `Tests/Attacks/run`.
  private static func sample(_ attempts: [Attempt], of user: SandboxedLibrary.User) -> [Attempt] {
    user == .same ? attempts : Effort.sample(attempts, every: 4)
  }

  /// Returns the walls that refuse an attempt of a user, for whom not all walls may exist.
  private static func walls(against attempt: Attempt, of user: SandboxedLibrary.User) -> Set<Sandbox.Wall> {
    user == .same && geteuid() == 0 ? attempt.walls : attempt.walls.subtracting([.namespace])
  }

  @Test(arguments: SandboxedLibrary.User.allCases)
  func `allows what a provider needs, and nothing of what harms others`(_ user: SandboxedLibrary.User) throws {
    var refused: [Sandbox.Wall: Int] = [:]
    for attempt in Self.sample(Attempt.all, of: user) where !(attempt.isOfMemory && sandbox_has_sanitizer()) {
      let outcome = try Self.library(user).outcome(of: attempt)
      #expect(outcome == attempt.outcome, "\(attempt.testDescription)")
      for wall in Self.walls(against: attempt, of: user) { refused[wall, default: 0] += 1 }
    }
    let counts = Wall.allCases.map { "\(refused[$0] ?? 0) by \($0)" }.joined(separator: ", ")
    print("attacks of \(user == .same ? "this user" : "an ordinary user") refused: \(counts)")
  }

  /// Removes each wall in turn: the attempts that no other wall refuses succeed then.
  @Test(.serialized, arguments: Sandbox.Wall.allCases)
  func `keeps by each wall what succeeds without it`(_ wall: Sandbox.Wall) throws {
    // Only a process that has given up privileges, or the superuser, can set up the other walls.
    let users: [SandboxedLibrary.User] = wall == .privileges ? [.same] : [.same, .nobody]
    if wall == .privileges, geteuid() != 0 { try Test.leaveOut("only the superuser has privileges") }
    for user in users where user == .same || geteuid() == 0 {
      var successes = 0
      // A sample of all attacks might have none of a wall.
      let attempts = Self.sample(Attempt.attacks.filter { $0.walls.contains(wall) }, of: user)
      for attempt in attempts where !attempt.needsWalls && !(attempt.isOfMemory && sandbox_has_sanitizer()) {
        let walls = Self.walls(against: attempt, of: user)
        guard walls.contains(wall), user == .same || Self.canSucceed(attempt) else { continue }
        // With any wall left, the attempt is still refused, and without the last one it succeeds.
        if walls.count > 1 {
          #expect(try Self.isRefused(attempt, user, without: [wall]), "\(attempt.testDescription) without \(wall)")
        }
        #expect(try !Self.isRefused(attempt, user, without: walls), "\(attempt.testDescription) without \(walls)")
        successes += 1
      }
      print("attacks of \(user == .same ? "this user" : "an ordinary user") that need the wall \(wall): \(successes)")
    }
  }

  /// Returns whether an ordinary user could do it without the sandbox: a user without privileges, whose parent is
  /// another user here.
  private static func canSucceed(_ attempt: Attempt) -> Bool {
    if case .parent = attempt.operand { return false }
    return !attempt.walls.contains(.privileges)
  }

  private static func isRefused(
    _ attempt: Attempt, _ user: SandboxedLibrary.User, without walls: Set<Sandbox.Wall>
  ) throws -> Bool {
    let outcome = try library(user).outcome(of: attempt, without: walls)
    // A process that has become another program prints nothing.
    #expect(!outcome.isEmpty || attempt.name == "execve", "\(attempt.testDescription)")
    #expect(!outcome.contains("no such way") && !outcome.contains("ACK"), "\(attempt.testDescription)")
    return attempt.isRefused(outcome)
  }

  @Test(arguments: SandboxedLibrary.User.allCases)
  func `refuses calls by its filter alone where the kernel has no Landlock, and says so`(
    _ user: SandboxedLibrary.User
  ) throws {
    // Without Landlock nobody is given some ports only.
    let attacks = Attempt.attacks.filter { $0.walls.contains(.calls) && $0.grant != .port }
    for attempt in Effort.sample(attacks, every: 3) {
      let outcome = try Self.library(user).outcome(of: attempt, lacking: .landlock)
      #expect(outcome == "missing: \(FileRules.missing)\n\(attempt.outcome)", "\(attempt.testDescription)")
    }
  }

  @Test(arguments: SandboxedLibrary.User.allCases)
  func `keeps files by Landlock alone where the kernel has no filters, and says so`(
    _ user: SandboxedLibrary.User
  ) throws {
    if landlock_version() < 6 { try Test.leaveOut("this kernel's Landlock does not have everything") }
    for attempt in Effort.sample(Attempt.attacks.filter { $0.walls.contains(.places) }, every: 3) {
      let outcome = try Self.library(user).outcome(of: attempt, lacking: .seccomp)
      #expect(
        outcome == "missing: \(SystemCallFilter.missing)\n\(attempt.outcomeByPlaces)", "\(attempt.testDescription)")
    }
  }

  @Test(arguments: ["/nonexistent/folder", "a\0b", ""])
  func `fails when something that the provider needs is not there`(_ path: String) throws {
    let error = #expect(throws: PluginError.self) { _ = try Place(at: path) }
    #expect(error?.code == .sandboxFailed && error?.what.contains("for itself") == true)
  }

  @Test func `is not entered for some ports only where the kernel has no Landlock`() throws {
    let attempt = try #require(Attempt.attacks.first { $0.grant == .port })
    #expect(try Self.library(.same).outcome(of: attempt, lacking: .landlock).contains("ACK2212"))
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
      #expect((rights.connecting == 2) == (version >= 4))
    }
  }
}
