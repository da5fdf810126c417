// The session that ends by itself while the app runs.
extension AppController {
  /// Watches for the end of the session that is current now, and no longer for that of another one.
  func watchExpiry() {
    expiryWatch?.cancel()
    expiryWatch = nil
    guard let session, let end = session.expiresAt else { return }
    var expiry = SessionExpiry(end: end, now: wallClock())
    expiryWatch = Task { [weak self, clock, wallClock] in
      while !Task.isCancelled {
        switch expiry.step(at: wallClock()) {
        case .wait(let time): guard (try? await clock.sleep(for: time)) != nil else { return }
        case .refresh: self?.askForRefresh(of: session)
        case .expire:
          guard self?.expire(session) != nil else { return }
          // It goes on only when the session could not be erased, which is tried again then.
          guard (try? await clock.sleep(for: .seconds(60))) != nil else { return }
        }
      }
    }
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
    guard session == self.session, session.isExpired(at: wallClock()) else { return }
    if mustWait { return hasExpired = true }
    emit(.sessionExpired(subject: session.subject))
    log(.info, "the session of \(session.subject) has expired")
    post(TransitionMachine.Request(goal: .loggedOut, isForced: true))
  }
}
