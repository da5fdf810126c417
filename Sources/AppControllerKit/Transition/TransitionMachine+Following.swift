// What another process stores counts as what this one wants, until somebody here wants something else.
extension TransitionMachine {
  /// Another process has changed what is stored: what is installed follows, as soon as nothing else is wanted.
  mutating func follow(_ goal: Goal) -> [Command] {
    guard case .settled = position else { return [] }
    (elsewhere, mustFollow, isStoreWrong) = (goal, true, false)
    return active == nil ? startFollowing() : []
  }

  mutating func startFollowing() -> [Command] {
    guard mustFollow, let goal = elsewhere else { return [] }
    mustFollow = false
    // Whoever's session is gone is logged out whatever the app's handlers say.
    return start(Request(goal: goal, origin: .store, isForced: goal == .loggedOut))
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
