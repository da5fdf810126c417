/// Has the provider renew the secret of the session, with one question at a time across all processes.
@MainActor
final class SessionRefresher {
  private unowned let controller: AppController
  private let lane = SerialLane()

  init(of controller: AppController) { self.controller = controller }

  /// Returns the stored session with a secret that is valid for a time, and is not the refused one.
  func session(
    validFor time: Duration = .zero, insteadOf refused: Secret? = nil
  ) async throws(AppControllerError) -> Session {
    let first = try await known()
    if isGood(first, for: time, refused) { return first }
    if let turn = lane.reserve() { _ = await turn.value }
    defer { lane.leave() }
    let turn = try await controller.keeper.renewalTurn()
    defer { turn?.end() }
    // Another task or process may have renewed it, or logged out.
    guard let session = try await controller.keeper.sessionStoredNow(), session.subject == first.subject else {
      throw .notLoggedIn(as: first.subject)
    }
    if isGood(session, for: time, refused) { return session }
    return try await renew(session, refused)
  }

  private func known() async throws(AppControllerError) -> Session {
    if let session = controller.session { return session }
    guard controller.state == .uninstalled else { throw .notLoggedIn() }
    let record = try await controller.keeper.load()
    controller.keeper.adopt(record)
    guard let session = record.session else { throw .notLoggedIn() }
    return session
  }

  private func isGood(_ session: Session, for time: Duration, _ refused: Secret?) -> Bool {
    if let refused, session.secret == refused { return false }
    guard let end = session.secretExpiresAt else { return true }
    return end - controller.keeper.wallClock() > time
  }

  private func renew(_ session: Session, _ refused: Secret?) async throws(AppControllerError) -> Session {
    let isUsable = isGood(session, for: .zero, refused)
    let answer: SessionRefresh
    do throws(AppControllerError) {
      answer = try await controller.questions.refresh(session)
    } catch {
      guard isUsable else { throw error }
      controller.reports.log(.warning, "\(error.what) [\(error.codeName)]")
      return session
    }
    switch answer {
    case .renewed(let new): return try await store(new, after: session)
    case .ended:
      await end(session)
      throw .ended(session)
    case .unsupported:
      if isUsable { return session }
      throw .notRenewable(session, wasRefused: refused != nil)
    }
  }

  private func store(_ new: Session, after old: Session) async throws(AppControllerError) -> Session {
    guard new.subject == old.subject else { throw .renewedAsAnother(new.subject, than: old.subject) }
    var new = new
    new.refreshToken = new.refreshToken ?? old.refreshToken
    try controller.keeper.requireUsable(new)
    if controller.session == nil {
      do { _ = try await controller.keeper.save(new, replacingExternalChange: false) } catch {
        throw .wrapping(error, as: .storeFailed, doing: "storing the renewed session")
      }
      return new
    }
    switch await controller.transitions.update(new) {
    case .completed, .unchanged: return new
    case .failed(let error): throw error
    case .superseded, .cancelled, .vetoed: throw .notLoggedIn(as: old.subject)
    }
  }

  /// Logs out, because the session has ended at the provider.
  private func end(_ session: Session) async {
    controller.reports.emit(.sessionExpired(subject: session.subject))
    if controller.session == nil {
      // A session that another process has stored since stays.
      try? await controller.keeper.erase(keepingExternalChange: true)
    } else {
      controller.transitions.submit(TransitionMachine.Request(goal: .loggedOut, origin: .expiry, isForced: true))
    }
  }
}

extension AppControllerError {
  /// The error for a session that does not exist, or no longer exists.
  package static func notLoggedIn(as subject: String? = nil) -> AppControllerError {
    AppControllerError(
      .notLoggedIn, what: subject.map { "\($0) is not logged in any more" } ?? "nobody is logged in",
      why: "another process may have logged out, or the session has expired", fix: "log in, then try again"
    )
  }

  fileprivate static func notRenewable(_ session: Session, wasRefused: Bool) -> AppControllerError {
    let fact = wasRefused ? "was refused" : "has expired, at \(session.secretExpiresAt ?? .now)"
    return AppControllerError(
      .notRenewable, what: "the secret of \(session.subject) \(fact), and the provider has no other",
      why: "it does not renew secrets, or this session has nothing to renew it with", fix: "log out, and log in again"
    )
  }

  fileprivate static func ended(_ session: Session) -> AppControllerError {
    AppControllerError(
      .sessionEnded, what: "the session of \(session.subject) has ended at the provider",
      why: "it was revoked, or was not used for too long", fix: "log in again"
    )
  }

  fileprivate static func renewedAsAnother(_ subject: String, than old: String) -> AppControllerError {
    AppControllerError(
      .providerFailed, what: "the provider renewed the session of \(old) as one of \(subject)",
      why: "a session belongs to one subject; nothing was stored", fix: "tell the provider's author"
    )
  }
}
