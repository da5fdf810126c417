import AppControllerKit

/// What an explorer's provider is asked to renew; one question at a time.
struct ExplorerRenewal: Hashable {
  fileprivate(set) var count = 0
  /// The session that was read before the provider was asked.
  fileprivate(set) var asked: ExplorerSession?
  /// Whether a session has ended at the provider.
  fileprivate(set) var hasFoundEnd = false
}

// A renewal is no operation: it reads the store, asks, and changes what it has read, if that is still there.
extension ExplorerWorld {
  func renewalEvents(in scope: ExplorerScope) -> [ExplorerEvent] {
    if renewal.asked == nil {
      let isLoggedIn = machine.settledGoal.map { $0 != .loggedOut } == true
      return isLoggedIn && renewal.count < scope.renewals ? [.renew] : []
    }
    // Whoever finds another session waits for one that is being put back.
    return machine.active?.step == .takeBack ? [] : [.renewed, .endsElsewhere]
  }

  mutating func renew() {
    renewal.count += 1
    note(stored)
    if stored?.goal == machine.settledGoal { renewal.asked = stored }
  }

  /// The provider answers with another secret, which is stored in the place of the one that was read.
  mutating func takeRenewed() -> [TransitionMachine.Command] {
    guard let asked = takeAnswer() else { return [] }
    let new = Stored(session: 200 + renewal.count, goal: asked.goal)
    if Machine.requestsRenewals {
      return machine.request(TransitionMachine.Request(goal: asked.goal, origin: .update, session: new.session))
    }
    guard stored == asked || Machine.storesBlindly else { return [] }
    replace(by: new)
    if wantedSession == asked.session { wantedSession = new.session }
    if machine.noteRenewal(new.goal) { rightful = new }
    return []
  }

  /// The provider answers that the session has ended, which is erased if it is still stored.
  mutating func takeEnd() -> [TransitionMachine.Command] {
    guard let asked = takeAnswer() else { return [] }
    if Machine.requestsRenewals {
      return machine.request(TransitionMachine.Request(goal: .loggedOut, origin: .expiry, isForced: true))
    }
    guard stored == asked || Machine.storesBlindly else { return [] }
    replace(by: nil)
    renewal.hasFoundEnd = true
    _ = machine.noteRenewal(.loggedOut)
    // Who wishes for something else wins over it.
    if let claim = machine.pending ?? machine.active?.request, claim.winsOverOthers, claim.goal != asked.goal {
      return []
    }
    (latest, hadTrouble) = (TransitionMachine.Request(goal: .loggedOut), machine.active != nil)
    (wantedSession, isSessionWanted, isBuildOwed) = (nil, machine.active == nil, false)
    return []
  }

  private mutating func takeAnswer() -> Stored? {
    defer { renewal.asked = nil }
    return renewal.asked
  }

  private mutating func replace(by new: Stored?) {
    (stored, storedBefore) = (new, new)
    other.replace(new)
  }

  /// A renewal changes nothing that is under way, and nothing that waits.
  func brokenByRenewal(since former: Self, _ event: ExplorerEvent) -> String? {
    guard event == .renewed || event == .endsElsewhere else { return nil }
    let isSame = former.machine.active == machine.active && former.machine.pending == machine.pending
    return isSame ? nil : "G22: a renewal changes what is under way"
  }
}
