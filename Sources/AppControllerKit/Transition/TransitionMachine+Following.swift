// What another process stores counts as what this one wants, until somebody here wants something else.
extension TransitionMachine {
  /// Another process has changed what is stored.
  ///
  /// - Parameters:
  ///   - goal: What is stored now; `nil` when it is what is installed.
  ///   - isFollowed: Whether that is to be installed, as soon as nothing else is wanted.
  mutating func meet(_ goal: Goal?, isFollowed: Bool = true) {
    guard case .settled = position else { return }
    (elsewhere, mustFollow, isStoreWrong) = (goal, isFollowed && goal != nil, false)
  }

  /// The store was just looked at, and nothing is under way: what is installed follows what it says, if it has to.
  mutating func follow(_ stored: Goal) -> [Command] {
    guard case .settled = position, active == nil, mustFollow else { return [] }
    mustFollow = false
    // Nobody wants a session that could not be taken back; and whoever it has replaced is gone.
    let goal = isStoreWrong ? .loggedOut : stored
    elsewhere = goal
    // Whoever's session is gone is logged out whatever the app's handlers say.
    return start(Request(goal: goal, origin: .store, isForced: goal == .loggedOut))
  }

  /// What another process has stored wins over the operation under way, which nobody here has wished for.
  mutating func giveWay() -> [Command] {
    guard let operation = active, !operation.isGivingUp else { return [] }
    active?.isStopping = true
    active?.request.waiters = []
    return operation.request.waiters.isEmpty ? [] : [.answer(operation.request.waiters, .superseded)]
  }

  /// An operation that followed another process has ended.
  ///
  /// One that somebody here has stopped is begun again, unless what they want is stored. When it has failed, nobody stays
  /// logged in whose session is gone; what another process has stored stays.
  mutating func settleFollowing(_ goal: Goal, _ answer: Answer) {
    guard elsewhere != nil else { return }
    switch answer {
    case .cancelled: mustFollow = true
    case .failed:
      guard case .settled(.loggedIn) = position, goal != .loggedOut else { return }
      if pending != nil { return mustFollow = true }
      pending = Request(goal: .loggedOut, origin: .store, isForced: true)
    case .completed, .unchanged, .superseded, .notInstalled, .looped: break
    }
  }
}
