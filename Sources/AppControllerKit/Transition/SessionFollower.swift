/// Follows the changes of the session that no request makes: its expiry, and the changes of other processes.
@MainActor
final class SessionFollower {
  private unowned let controller: AppController
  private var reading: Task<Void, Never>?
  /// Set when the session has expired while an operation was under way.
  private(set) var hasExpired = false
  /// Set when a renewal has changed the stored session while the first interface was being prepared.
  private var hasRenewedEarly = false
  /// The record before a change of another process that was noticed while the first interface was being prepared.
  private var earlyFormer: SessionRecord?
  /// The secret that the provider cannot renew, so that it is not asked again.
  private var unrenewable: Secret?

  init(of controller: AppController) { self.controller = controller }

  func handle(_ notice: SessionStoreClient.Notice) {
    switch notice {
    case .warning(let text): controller.reports.log(.warning, text)
    case .wasExpired(let session): tellExpired(session)
    case .endsSoon(let session):
      if session == controller.session {
        controller.questions.tell(.event(.sessionExpires), controller.questions.handle(.loggedIn, session))
      }
    case .secretEndsSoon(let session): renew(session)
    case .hasEnded(let session): expire(session)
    case .mayHaveChanged: readStore()
    case .hasChanged(let former): noteChange(since: former)
    }
  }

  func adopt(_ session: Session?) {
    hasExpired = false
    controller.keeper.watch(session)
  }

  func performDeferredWork() {
    if hasExpired {
      hasExpired = false
      if let session = controller.session { expire(session) }
    }
    readStore()
  }

  /// Called before anything else uses the store.
  func noteEarlyChanges() {
    if hasRenewedEarly { takeRenewal() }
    if let former = earlyFormer.take() { noteChange(since: former) }
  }

  /// Returns whether a record was being read.
  func ended() async -> Bool {
    guard let reading else { return false }
    await reading.value
    return true
  }
}

// MARK: - Changes of other processes

extension SessionFollower {
  /// Always follows the record that it has just read, never an earlier notification.
  private func readStore() {
    let (transitions, keeper) = (controller.transitions, controller.keeper)
    let hasNews = controller.followsSessionStore && keeper.hasUnconfirmedChange
    guard hasNews || transitions.machine.mustFollow else { return }
    guard case .settled = transitions.machine.position, !transitions.mustWait, reading == nil else { return }
    reading = Task { [controller] in
      let outcome = await controller.keeper.reload { !controller.transitions.mustWait }
      reading = nil
      switch outcome {
      case .current:
        if !controller.transitions.mustWait { controller.transitions.follow(storedGoal) }
        readStore()
      case .disturbed: readStore()
      case .failed: break
      }
    }
  }

  private func noteChange(since former: SessionRecord) {
    let machine = controller.transitions.machine
    guard controller.followsSessionStore else { return }
    if machine.position == .launching, earlyFormer == nil { earlyFormer = former }
    guard case .settled(let goal) = machine.position else { return }
    let (session, wanted) = (controller.keeper.stored.session, storedGoal)
    let isInstalled = wanted == goal && session == controller.session
    // A new secret for a subject is not a login if a session of that subject was stored already, but was not installed
    // here.
    let isKnown = session != nil && session?.subject == former.session?.subject
    let isNoLogin = goal == .loggedOut && isKnown && !controller.transitions.mustWait && !machine.mustFollow
    if !isNoLogin, !isInstalled || machine.externalGoal != nil {
      controller.reports.emit(.sessionChangedElsewhere(subject: session?.subject))
      let text = session.map { "another process has stored a session of \($0.subject)" }
      controller.reports.log(.info, text ?? "another process has logged out")
    }
    controller.transitions.noteExternalChange(isInstalled ? nil : wanted, isFollowed: !isNoLogin)
    readStore()
  }

  /// No operation is needed, unless the renewal has erased the session, whose end is followed.
  func takeRenewal() {
    let (transitions, session) = (controller.transitions, controller.keeper.stored.session)
    hasRenewedEarly = transitions.machine.position == .launching
    if transitions.noteRenewal(storedGoal) {
      let old = controller.session
      if session == old { return }
      controller.session = session
      adopt(session)
      controller.reports.noteUpdate(of: old, to: session)
    } else if !transitions.mustWait {
      transitions.follow(storedGoal)
    }
  }

  private var storedGoal: TransitionMachine.Goal {
    controller.keeper.stored.session.map { .loggedIn(subject: $0.subject) } ?? .loggedOut
  }
}

// MARK: - Expiry

extension SessionFollower {
  /// Waits until no other operation is under way, and asks no handler for a veto.
  private func expire(_ session: Session) {
    guard session == controller.session, session.isExpired(at: controller.keeper.wallClock()) else { return }
    if controller.transitions.mustWait {
      hasExpired = true
      controller.transitions.watchForcedDeadline()
      return
    }
    tellExpired(session)
    controller.transitions.submit(TransitionMachine.Request(goal: .loggedOut, origin: .expiry, isForced: true))
  }

  /// After the secret has expired, the attempt is repeated every minute.
  private func renew(_ session: Session) {
    guard session == controller.session, let secret = session.secret, secret != unrenewable else { return }
    Task { [weak controller] in
      guard let controller else { return }
      do throws(AppControllerError) {
        _ = try await controller.refresher.session(insteadOf: secret)
      } catch {
        if error.code == .notRenewable { controller.follower.unrenewable = secret }
        controller.reports.log(.warning, "\(error.what) [\(error.codeName)]")
      }
    }
  }

  private func tellExpired(_ session: Session) {
    controller.reports.emit(.sessionExpired(subject: session.subject))
    controller.reports.log(.info, "the session of \(session.subject) has expired")
  }
}
