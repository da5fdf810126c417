// What the keeper of the session tells: that it ends, and that another process has changed it.
extension AppController {
  func heed(_ notice: SessionKeeper.Notice) {
    switch notice {
    case .warning(let text): log(.warning, text)
    case .wasExpired(let session): tellExpired(session)
    case .endsSoon(let session): askForRefresh(of: session)
    case .hasEnded(let session): expire(session)
    case .mayHaveChanged: lookAtStore()
    }
  }

  /// Looks at what another process may have stored, when nothing is under way here.
  func lookAtStore() {
    guard keeper.isRumoured, case .settled = machine.position, !mustWait, look == nil else { return }
    look = Task {
      await keeper.look { !mustWait }
      look = nil
      followStore()
      lookAtStore()
    }
  }

  /// Follows what another process has stored.
  func followStore() {
    guard case .settled(let goal) = machine.position, let former = keeper.takeNews(), followsSessionStore else {
      return
    }
    let session = keeper.stored.session
    let wanted = session.map { TransitionMachine.Goal.loggedIn(subject: $0.subject) } ?? .loggedOut
    // Another secret is no login where its subject was not logged in though their session was stored.
    let isNoLogin = wanted != goal && session != nil && session?.subject == former.session?.subject
    if isNoLogin || wanted == goal && session == self.session { return }
    emit(.sessionChangedElsewhere(subject: session?.subject))
    log(
      .info, session.map { "another process has stored a session of \($0.subject)" } ?? "another process has logged out"
    )
    carryOut(machine.follow(wanted))
  }

  /// Tells the provider that the session ends soon, so that it may update it; nobody waits for that.
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

  /// Logs out whoever's session has ended, as soon as nothing else is under way, and whatever handlers say.
  func expire(_ session: Session) {
    guard session == self.session, session.isExpired(at: keeper.wallClock()) else { return }
    if mustWait {
      hasExpired = true
      run?.heedForce()
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
