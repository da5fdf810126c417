// The notices of the session keeper: a session expires, or another process has changed it.
extension AppController {
  func handle(_ notice: SessionKeeper.Notice) {
    switch notice {
    case .warning(let text): log(.warning, text)
    case .wasExpired(let session): tellExpired(session)
    case .endsSoon(let session): askForRefresh(of: session)
    case .hasEnded(let session): expire(session)
    case .mayHaveChanged: lookAtStore()
    case .hasChanged(let former): noteChange(since: former)
    case .observes(let observation): note(.store(observation))
    }
  }

  /// Reads the record that another process may have stored, when no operation is under way here, and follows it.
  ///
  /// It always follows the record that it has just read, never an earlier notification.
  func lookAtStore() {
    guard followsSessionStore, keeper.hasUnconfirmedChange || machine.mustFollow else { return }
    guard case .settled = machine.position, !mustWait, look == nil else { return }
    look = Task {
      let outcome = await keeper.look { !mustWait }
      look = nil
      switch outcome {
      case .current:
        if !mustWait { carryOut(machine.follow(storedGoal)) }
        lookAtStore()
      case .disturbed: lookAtStore()
      case .failed: break
      }
    }
  }

  /// Records a change of another process, even while an operation is under way here.
  private func noteChange(since former: SessionRecord) {
    guard followsSessionStore, case .settled(let goal) = machine.position else { return }
    let (session, wanted) = (keeper.stored.session, storedGoal)
    let isInstalled = wanted == goal && session == self.session
    // A new secret for a subject is not a login if a session of that subject was stored already, but was not installed
    // here.
    let isKnown = session != nil && session?.subject == former.session?.subject
    let isNoLogin = goal == .loggedOut && isKnown && !mustWait && !machine.mustFollow
    if !isNoLogin, !isInstalled || machine.elsewhere != nil {
      emit(.sessionChangedElsewhere(subject: session?.subject))
      let text = session.map { "another process has stored a session of \($0.subject)" }
      log(.info, text ?? "another process has logged out")
    }
    machine.noteExternalChange(isInstalled ? nil : wanted, isFollowed: !isNoLogin)
  }

  /// The goal of the stored session, as it is known.
  private var storedGoal: TransitionMachine.Goal {
    keeper.stored.session.map { .loggedIn(subject: $0.subject) } ?? .loggedOut
  }

  /// Notifies the provider that the session expires soon, so that it can update it; does not wait for the result.
  private func askForRefresh(of session: Session) {
    guard session == self.session else { return }
    let handle = makeHandle(state: .loggedIn, session: session)
    let question = Task { [weak self] in
      try await self?.asking("refresh of the session") { await $0.notify(.sessionExpires, for: handle) }
    }
    guard let limit = providerDeadline else { return }
    let watch = Task { [weak self, clock] in
      guard (try? await clock.sleep(for: limit)) != nil, !Task.isCancelled else { return }
      question.cancel()
      self?.lane.giveUp(on: "refresh of the session")
    }
    Task {
      _ = await question.result
      watch.cancel()
    }
  }

  /// Logs out when the session has expired, as soon as no other operation is under way, and without vetoes of handlers.
  func expire(_ session: Session) {
    guard session == self.session, session.isExpired(at: keeper.wallClock()) else { return }
    if mustWait {
      hasExpired = true
      run?.watchForcedDeadline()
      return
    }
    tellExpired(session)
    post(TransitionMachine.Request(goal: .loggedOut, origin: .expiry, isForced: true))
  }

  private func tellExpired(_ session: Session) {
    emit(.sessionExpired(subject: session.subject))
    log(.info, "the session of \(session.subject) has expired")
  }
}
