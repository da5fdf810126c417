import Testing

@testable import AppControllerKit

@Suite struct `Everything that can happen to the transition machine` {
  private static let kitty = TransitionMachine.Goal.loggedIn(subject: "kitty")
  private static let tiger = TransitionMachine.Goal.loggedIn(subject: "tiger")

  /// Two subjects, with a session each.
  private static let subjects = [
    TransitionMachine.Request(goal: .loggedOut), TransitionMachine.Request(goal: kitty, session: 0),
    TransitionMachine.Request(goal: tiger, session: 0),
  ]

  /// One subject, every kind of request.
  private static let kinds = [
    TransitionMachine.Request(goal: .loggedOut), TransitionMachine.Request(goal: .loggedOut, rebuilds: true),
    TransitionMachine.Request(goal: kitty, session: 0), TransitionMachine.Request(goal: kitty, rebuilds: true),
    TransitionMachine.Request(goal: kitty, rebuilds: true, session: 0),
  ]

  @Test(arguments: [("two subjects", subjects, 5), ("every kind of request", kinds, 4)])
  func `keeps the law`(name: String, alphabet: [TransitionMachine.Request], requests: Int) {
    var explorer = TransitionExplorer(TransitionMachine.self, alphabet: alphabet, requests: requests)
    let broken = explorer.explore()
    #expect(broken == nil)
    #expect(explorer.states > 20_000)
    #expect(explorer.restingStates > 1000)
  }

  @Test func `would be seen to break the law by a machine that drops what has to wait`() {
    var explorer = TransitionExplorer(Forgetful.self, alphabet: Self.subjects, requests: 2)
    let broken = explorer.explore()
    #expect(broken?.hasPrefix("waiters [1] are never answered") == true, "\(broken ?? "")")
  }

  @Test func `would be seen to break the law by a machine that does not stop`() {
    var explorer = TransitionExplorer(Stubborn.self, alphabet: Self.subjects, requests: 2)
    let broken = explorer.explore()
    #expect(broken?.hasPrefix("the latest intent lost") == true, "\(broken ?? "")")
  }

  @Test func `would be seen to break the law by a machine that cancels after the point of no return`() {
    var explorer = TransitionExplorer(Hasty.self, alphabet: Self.subjects, requests: 2)
    let broken = explorer.explore()
    #expect(broken?.hasPrefix("waiter 0 is answered twice") == true, "\(broken ?? "")")
  }
}

/// A machine around the real one, which a broken one changes in one place.
private protocol Broken: ExplorableMachine {
  var real: TransitionMachine { get set }
}

extension Broken {
  var position: TransitionMachine.Position { real.position }
  var active: TransitionMachine.Operation? { real.active }
  var pending: TransitionMachine.Request? { real.pending }
  mutating func install() -> Bool { real.install() }
  mutating func installed(_ goal: TransitionMachine.Goal) -> [TransitionMachine.Command] { real.installed(goal) }
  mutating func request(_ request: TransitionMachine.Request) -> [TransitionMachine.Command] { real.request(request) }
  mutating func withdraw(_ waiter: TransitionMachine.Waiter) -> [TransitionMachine.Command] { real.withdraw(waiter) }
  mutating func passPointOfNoReturn(_ operation: Int) -> Bool { real.passPointOfNoReturn(operation) }
  mutating func committed(_ operation: Int) { real.committed(operation) }
  mutating func ended(_ operation: Int, _ answer: TransitionMachine.Answer) -> [TransitionMachine.Command] {
    real.ended(operation, answer)
  }
}

/// Drops a request while an operation is past its point of no return.
private struct Forgetful: Broken {
  var real = TransitionMachine()

  mutating func request(_ request: TransitionMachine.Request) -> [TransitionMachine.Command] {
    if let active, active.phase == .irrevocable, active.request.goal != request.goal { return [] }
    return real.request(request)
  }
}

/// Answers a request for another goal without having it win.
private struct Stubborn: Broken {
  var real = TransitionMachine()

  mutating func request(_ request: TransitionMachine.Request) -> [TransitionMachine.Command] {
    if let active, active.request.goal != request.goal { return [.answer(request.waiters, .superseded)] }
    return real.request(request)
  }
}

/// Answers a waiter who withdraws, and again at the end.
private struct Hasty: Broken {
  var real = TransitionMachine()

  mutating func withdraw(_ waiter: TransitionMachine.Waiter) -> [TransitionMachine.Command] {
    let commands = real.withdraw(waiter)
    return commands.isEmpty ? [.answer([waiter], .cancelled)] : commands
  }
}
