import AppControllerKit

/// What the explorer needs of a machine, so that broken ones can be explored too.
protocol ExplorableMachine: Hashable {
  typealias Step = TransitionMachine.Step
  typealias Command = TransitionMachine.Command

  init()
  var position: TransitionMachine.Position { get }
  var active: TransitionMachine.Operation? { get }
  var pending: TransitionMachine.Request? { get }
  var hasUnwantedSession: Bool { get }
  var mustFollow: Bool { get }
  var externalGoal: TransitionMachine.Goal? { get }
  var settledGoal: TransitionMachine.Goal? { get }
  mutating func install(_ waiter: TransitionMachine.Waiter) -> [Command]
  mutating func terminate() -> [Command]
  mutating func request(_ request: TransitionMachine.Request) -> [Command]
  mutating func withdraw(_ waiter: TransitionMachine.Waiter) -> [Command]
  mutating func noteExternalChange(_ goal: TransitionMachine.Goal?, isFollowed: Bool)
  mutating func follow(_ stored: TransitionMachine.Goal) -> [Command]
  mutating func yieldToExternalChange() -> [Command]
  mutating func begin(_ operation: Int, hooks: Int) -> Step?
  mutating func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> Step?
  mutating func ended(_ operation: Int) -> [Command]
  mutating func noteRenewal(_ goal: TransitionMachine.Goal) -> Bool
  /// Whether what a provider answers to a renewal is a request, and not a change of the store.
  static var requestsRenewals: Bool { get }
  /// Whether an answer is stored over whatever is stored.
  static var storesBlindly: Bool { get }
}

extension ExplorableMachine {
  static var requestsRenewals: Bool { false }
  static var storesBlindly: Bool { false }
}

extension TransitionMachine: ExplorableMachine {}

/// A machine around the real one, which a broken one changes in one place.
protocol BrokenMachine: ExplorableMachine {
  var real: TransitionMachine { get set }
}

extension BrokenMachine {
  var position: TransitionMachine.Position { real.position }
  var active: TransitionMachine.Operation? { real.active }
  var pending: TransitionMachine.Request? { real.pending }
  var hasUnwantedSession: Bool { real.hasUnwantedSession }
  var mustFollow: Bool { real.mustFollow }
  var externalGoal: TransitionMachine.Goal? { real.externalGoal }
  var settledGoal: TransitionMachine.Goal? { real.settledGoal }
  mutating func install(_ waiter: TransitionMachine.Waiter) -> [Command] { real.install(waiter) }
  mutating func terminate() -> [Command] { real.terminate() }
  mutating func request(_ request: TransitionMachine.Request) -> [Command] { real.request(request) }
  mutating func withdraw(_ waiter: TransitionMachine.Waiter) -> [Command] { real.withdraw(waiter) }
  mutating func noteExternalChange(_ goal: TransitionMachine.Goal?, isFollowed: Bool) {
    real.noteExternalChange(goal, isFollowed: isFollowed)
  }
  mutating func follow(_ stored: TransitionMachine.Goal) -> [Command] { real.follow(stored) }
  mutating func yieldToExternalChange() -> [Command] { real.yieldToExternalChange() }
  mutating func begin(_ operation: Int, hooks: Int) -> Step? { real.begin(operation, hooks: hooks) }
  mutating func advance(_ operation: Int, _ result: TransitionMachine.StepResult) -> Step? {
    real.advance(operation, result)
  }
  mutating func ended(_ operation: Int) -> [Command] { real.ended(operation) }
  mutating func noteRenewal(_ goal: TransitionMachine.Goal) -> Bool { real.noteRenewal(goal) }
}
