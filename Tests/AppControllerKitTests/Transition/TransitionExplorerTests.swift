import AppControllerKit
import Foundation
import TestSupport
import Testing

@Suite struct `Everything that can happen to the transition machine` {
  typealias Request = TransitionMachine.Request

  private static let kitty = TransitionMachine.Goal.loggedIn(subject: "kitty")
  private static let tiger = TransitionMachine.Goal.loggedIn(subject: "tiger")

  /// Two subjects, with a session each.
  private static let subjects = ExplorerScope(
    alphabet: [Request(goal: .loggedOut), Request(goal: kitty, session: 0), Request(goal: tiger, session: 0)],
    requests: Effort.cases(3, thorough: 5)
  )
  /// One subject, every kind of request.
  private static let kinds = ExplorerScope(
    alphabet: [
      Request(goal: .loggedOut), Request(goal: .loggedOut, isForced: true), Request(goal: .loggedOut, rebuilds: true),
      Request(goal: kitty, session: 0), Request(goal: kitty, rebuilds: true),
      Request(goal: kitty, rebuilds: true, session: 0),
    ],
    requests: 3
  )
  /// Everything at once: two subjects, force, and building again.
  private static let everything = ExplorerScope(
    alphabet: [
      Request(goal: .loggedOut), Request(goal: .loggedOut, isForced: true), Request(goal: .loggedOut, rebuilds: true),
      Request(goal: kitty, session: 0), Request(goal: tiger, session: 0), Request(goal: kitty, rebuilds: true),
    ],
    requests: Effort.cases(2, thorough: 6)
  )

  /// Another process that logs in and out as well.
  private static let others = ExplorerScope(
    alphabet: [
      Request(goal: .loggedOut), Request(goal: .loggedOut, rebuilds: true), Request(goal: kitty, session: 0),
      Request(goal: kitty, rebuilds: true, session: 0), Request(goal: kitty, origin: .update, session: 0),
    ],
    requests: 2, elsewhere: [.loggedOut, kitty, tiger], changes: 1
  )
  /// Another process that does so twice, with news that come early, late and once more.
  private static var hastyOthers: ExplorerScope {
    var scope = others
    (scope.requests, scope.changes) = (1, 2)
    return scope
  }

  /// A provider that renews the session or says that it has ended, another process, and whoever wants to be logged in.
  private static let renewals = ExplorerScope(
    alphabet: [
      Request(goal: .loggedOut), Request(goal: kitty, session: 0), Request(goal: tiger, session: 0),
      Request(goal: .anonymous, isForAnyone: true), Request(goal: kitty, rebuilds: true, session: 0),
      Request(goal: kitty, origin: .update, session: 0),
    ],
    requests: 2, renewals: 2
  )
  private static var renewalsBesideOthers: ExplorerScope {
    var scope = renewals
    (scope.requests, scope.elsewhere, scope.changes, scope.renewals) = (1, [.loggedOut, kitty, tiger], 1, 1)
    return scope
  }

  /// Ended and begun at every point, with two hooks.
  private static let ends = ExplorerScope(
    alphabet: [Request(goal: .loggedOut), Request(goal: kitty, session: 0)], requests: 3, installations: 2,
    terminates: true, hooks: 2
  )

  /// Hasty processes differ from others in what only a thorough run tries.
  private static let scopes =
    [
      ("two subjects", subjects), ("every kind of request", kinds), ("everything", everything),
      ("beginnings and ends", ends), ("other processes", others), ("renewals", renewals),
      ("renewals beside other processes", renewalsBesideOthers),
    ] + (Effort.current == .thorough ? [("hasty other processes", hastyOthers)] : [])

  @Test(arguments: scopes)
  func `keeps every guarantee`(name: String, scope: ExplorerScope) throws {
    var scope = scope
    switch Effort.current {
    // A value has no races; under a sanitizer a few thousand states are enough.
    case .watched: scope.requests = min(scope.requests, 2)
    // A third request beside two subjects; all else with three takes a hundred thousand states.
    case .usual: scope.requests = min(scope.requests, name == "two subjects" ? 3 : 2)
    case .thorough: break
    }
    // All that other processes do takes half a million.
    if scope.changes > 0, Effort.current != .thorough { (scope.requests, scope.changes) = (1, 1) }
    var explorer = TransitionExplorer(TransitionMachine.self, scope)
    let broken = explorer.explore()
    #expect(broken == nil)
    let row = "| \(name) | \(scope.requests) | \(explorer.states) | \(explorer.restingStates) |"
    print(row)
    if Effort.current == .usual { #expect(try Self.evidence.contains(row), "Docs/Evidence.md has to say: \(row)") }
    #expect(explorer.states > Effort.cases(1000))
    #expect(explorer.restingStates > Effort.cases(100))
  }

  /// The page with the figures of a usual run.
  private static var evidence: String {
    get throws {
      let root = #filePath.components(separatedBy: "/Tests/AppControllerKitTests/")[0]
      return try String(contentsOfFile: "\(root)/Docs/Evidence.md", encoding: .utf8)
    }
  }

  /// A machine that breaks the law in one place, and what is said about it.
  struct Mutant: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let scope: ExplorerScope
    let broken: String
    let explore: @Sendable (ExplorerScope) -> String?

    init<Machine: ExplorableMachine & Sendable>(_ machine: Machine.Type, _ scope: ExplorerScope, breaks broken: String)
    {
      (testDescription, self.scope, self.broken) = ("\(machine)", scope, broken)
      explore = { scope in
        var explorer = TransitionExplorer(machine, scope)
        return explorer.explore()
      }
    }
  }

  private static let mutants = [
    Mutant(ForgetfulMachine.self, subjects, breaks: "G5: waiters [3] are never answered"),
    Mutant(StubbornMachine.self, subjects, breaks: "G4: the latest intent lost"),
    Mutant(HastyMachine.self, subjects, breaks: "G5: waiter 2 is answered twice"),
    Mutant(DeafMachine.self, subjects, breaks: "G6: what was stopped is installed"),
    Mutant(ObstinateMachine.self, subjects, breaks: "G6: a hook is overruled"),
    Mutant(SilentMachine.self, subjects, breaks: "G3: hooks [0] never hear what became of it"),
    Mutant(CarelessMachine.self, subjects, breaks: "G6: a failure changed the stored session"),
    Mutant(FailOpenMachine.self, subjects, breaks: "G7: a provider keeps somebody logged in"),
    Mutant(LateMachine.self, subjects, breaks: "G5: waiter 3 is told of a failure before its time"),
    Mutant(RestlessMachine.self, subjects, breaks: "there is no end of operations"),
    Mutant(LooseMachine.self, ends, breaks: "G2: "),
    Mutant(TalkativeMachine.self, ends, breaks: "G3: a hook hears of an interface that is not there"),
    Mutant(LingeringMachine.self, ends, breaks: "G3: an animation outlives the controller"),
    Mutant(TerseMachine.self, ends, breaks: "G3: hooks ["),
    Mutant(TimidMachine.self, kinds, breaks: "G7: a hook keeps somebody logged in against force"),
    Mutant(DistractedMachine.self, others, breaks: "G16: waiter 1 is told of a logout"),
    Mutant(LoyalMachine.self, others, breaks: "G15: somebody is logged in whose session is gone"),
    Mutant(SparingMachine.self, others, breaks: "G5: waiter"),
    Mutant(HearsayMachine.self, hastyOthers, breaks: "G15: "),
    Mutant(TrustingMachine.self, hastyOthers, breaks: "G15: somebody is shown who is not stored"),
    Mutant(ObliviousMachine.self, hastyOthers, breaks: "G15: "),
    Mutant(DemandingMachine.self, renewals, breaks: "G22: a renewal changes what is under way"),
    Mutant(OverwritingMachine.self, renewals, breaks: "G"),
    Mutant(UnhearingMachine.self, renewals, breaks: "G15: somebody is logged in whose session is gone"),
    Mutant(ClingingMachine.self, renewals, breaks: "G15: a session is shown, and another one is stored"),
    Mutant(MeddlingMachine.self, renewals, breaks: "G22: a renewal changes what is under way"),
  ]

  @Test(arguments: mutants)
  func `would be seen to break a guarantee by a broken machine`(mutant: Mutant) throws {
    let broken = try #require(mutant.explore(mutant.scope))
    #expect(broken.hasPrefix(mutant.broken), "\(broken)")
    #expect(try Self.evidence.contains("`\(mutant.testDescription)`"), "Docs/Evidence.md does not name it")
  }
}
