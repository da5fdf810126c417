import AppControllerKit

// What the controller does with a machine, in a few words.
extension TransitionMachine {
  mutating func beginInstalling() {
    _ = install(0)
    _ = active.flatMap { begin($0.id, hooks: 0) }
  }

  /// Ends an installation that has begun.
  ///
  /// - Returns: What follows, without the answer to who installs.
  mutating func install(_ goal: Goal) -> [Command] {
    if active?.kind != .installation { return [] }
    while let active, let step = active.step {
      if case .end = step { return Array(ended(active.id).drop { $0 == .answer([0], .completed) }) }
      _ = advance(active.id, step == .askInitialState ? .decided(goal) : .succeeded)
    }
    return []
  }

  /// Fails an installation that has begun.
  mutating func failInstalling() -> [Command] {
    while let active, active.step == .showSplash { _ = advance(active.id, .succeeded) }
    return fail().filter { $0 != .answer([0], .failed) }
  }

  /// Goes on past the point of no return, and does not do the step that comes next.
  mutating func pass() {
    beginActive()
    while let active, active.phase == .preparing { _ = advance(active.id, .succeeded) }
  }

  /// Goes on until the interfaces are exchanged, or the session is adopted.
  mutating func commit() {
    pass()
    while let active, [.erase, .exchange, .adopt].contains(active.step) { _ = advance(active.id, .succeeded) }
  }

  /// Does everything that is left to do.
  mutating func complete() -> [Command] {
    beginActive()
    guard let id = active?.id else { return [] }
    while let step = active?.step {
      if case .end = step { return ended(id) }
      _ = advance(id, .succeeded)
    }
    return []
  }

  /// Does what is left to do for an operation that was stopped.
  mutating func completeStop() -> [Command] { complete() }

  /// Has the step that is under way fail, and does what is left to do.
  mutating func fail() -> [Command] {
    beginActive()
    if let active { _ = advance(active.id, .refused) }
    return complete()
  }

  private mutating func beginActive() {
    if let active, active.step == nil { _ = begin(active.id, hooks: 1) }
  }
}
