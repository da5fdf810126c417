/// Has the provider renew the secret of the session, with one question at a time across all processes.
///
/// A renewal is no operation. Its answer replaces the record that was read before the question, and is dropped if
/// another one is stored by then.
@MainActor
final class SessionRefresher {
  private struct Need {
    var time: Duration
    var refused: Secret?
  }

  private enum Attempt {
    case session(Session)
    /// The provider has given this session in vain.
    case isOvertaken(Session?)
  }

  private unowned let controller: AppController
  private let lane = SerialLane()
  /// The last answer that could not be stored, and the record that it replaces.
  private var unstored: (record: SessionRecord, session: Session)?

  init(of controller: AppController) { self.controller = controller }

  /// The secret is valid for `time`, and is not the refused one.
  ///
  /// A renewal goes on when the task that needs it is cancelled, because its answer cannot be had twice.
  func session(
    validFor time: Duration = .zero, insteadOf refused: Secret? = nil
  ) async throws(AppControllerError) -> Session {
    if Task.isCancelled { throw .cancelled }
    let need = Need(time: time, refused: refused)
    let first = try await known()
    if isGood(first, for: need) { return first }
    if OpenCall.underWay(of: controller.inbox, isQuestion: true) != nil { throw .wouldDeadlock }
    let answer = AwaitedAnswer<Result<Session, AppControllerError>>()
    Task.immediate { [self, controller] in
      do throws(AppControllerError) {
        answer.give(.success(try await renewed(first.subject, for: need) { answer.given == nil }))
      } catch {
        answer.give(.failure(error))
      }
      withExtendedLifetime(controller) {}
    }
    if let given = answer.given { return try given.get() }
    let result = await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      Task { @MainActor in answer.give(.failure(.cancelled)) }
    }
    return try result.get()
  }

  /// Returns whether a renewal was under way.
  func ended() async -> Bool {
    guard lane.isTaken else { return false }
    if let turn = lane.reserve() { _ = await turn.value }
    lane.leave()
    return true
  }

  /// Does not wait for the provider, and spares a session that is stored.
  func end(_ session: Session) {
    let turn = lane.reserve()
    Task { [controller] in
      if let turn { _ = await turn.value }
      defer { lane.leave() }
      if controller.keeper.stored.session?.hasSecrets(of: session) != true { await tellEnded(session) }
    }
  }

  private func known() async throws(AppControllerError) -> Session {
    let session: Session?
    switch controller.state {
    case .loggedIn, .loggedOut: session = controller.session
    case .uninstalled, .launching: session = try await controller.keeper.read().session
    case .terminated: throw .notInstalled
    }
    guard let session else { throw .notLoggedIn() }
    if session.isExpired(at: controller.keeper.wallClock()) {
      controller.follower.handle(.hasEnded(session))
      throw .notLoggedIn(as: session.subject)
    }
    return session
  }

  private func isGood(_ session: Session, for need: Need) -> Bool {
    if let refused = need.refused, session.secret == refused { return false }
    return session.isAccepted(for: need.time, at: controller.keeper.wallClock())
  }
}

// MARK: - Renewing

extension SessionRefresher {
  private func renewed(
    _ subject: String, for need: Need, while isWanted: () -> Bool
  ) async throws(AppControllerError) -> Session {
    if let turn = lane.reserve() { _ = await turn.value }
    defer { lane.leave() }
    for _ in 0..<SessionStoreClient.maximumTries {
      switch try await attempt(subject, for: need, while: isWanted) {
      case .session(let session): return session
      case .isOvertaken(let dropped): if let dropped { await tellEnded(dropped) }
      }
    }
    throw .notLoggedIn(as: subject)
  }

  private func attempt(
    _ subject: String, for need: Need, while isWanted: () -> Bool
  ) async throws(AppControllerError) -> Attempt {
    let turn = try await controller.keeper.renewalTurn()
    defer { turn?.end() }
    // Another task or process may have renewed it, or logged out.
    let record = try await controller.keeper.read()
    guard let session = record.session, session.subject == subject else { throw .notLoggedIn(as: subject) }
    if isGood(session, for: need) { return .session(session) }
    if !isWanted() { throw .cancelled }
    if controller.state == .terminated { throw .notInstalled }
    if let unstored, unstored.record == record { return try await take(unstored.session, in: record, for: need) }
    let isUsable = isGood(session, for: Need(time: .zero, refused: need.refused))
    let answer: SessionRefresh
    do throws(AppControllerError) {
      answer = try await controller.questions.refresh(session) { [weak controller] late in
        guard let controller else { return }
        Task { await controller.refresher.takeLate(late, in: record) }
      }
    } catch {
      guard isUsable else { throw error }
      controller.reports.log(.warning, "\(error.what) [\(error.codeName)]")
      return .session(session)
    }
    switch answer {
    case .renewed(let new): return try await take(new, in: record, for: need)
    case .ended:
      guard try await isStored(nil, in: record) else { return .isOvertaken(nil) }
      throw .ended(session)
    case .unsupported:
      if isUsable { return .session(session) }
      throw .notRenewable(session, wasRefused: need.refused != nil)
    }
  }

  private func take(
    _ new: Session, in record: SessionRecord, for need: Need
  ) async throws(AppControllerError) -> Attempt {
    guard let new = try await store(new, in: record) else { return .isOvertaken(new) }
    if isGood(new, for: Need(time: .zero, refused: need.refused)) { return .session(new) }
    throw .renewedInVain(new, wasRefused: need.refused == new.secret)
  }

  /// Stored before anybody is told of it; `nil` when another session is stored.
  private func store(_ new: Session, in record: SessionRecord) async throws(AppControllerError) -> Session? {
    guard let old = record.session, new.subject == old.subject else {
      throw .renewedAsAnother(new.subject, than: record.session?.subject ?? "nobody")
    }
    var new = new
    new.refreshToken = new.refreshToken ?? old.refreshToken
    try controller.keeper.requireUsable(new)
    unstored = (record, new)
    let isStored = try await isStored(new, in: record)
    unstored = nil
    return isStored ? new : nil
  }

  private func isStored(_ new: Session?, in record: SessionRecord) async throws(AppControllerError) -> Bool {
    do {
      guard try await controller.keeper.swap(record, for: new) else { return false }
    } catch {
      throw .wrapping(error, as: .storeFailed, doing: "storing the renewed session")
    }
    if new == nil, let old = record.session { controller.reports.emit(.sessionExpired(subject: old.subject)) }
    controller.follower.takeRenewal()
    return true
  }

  private func takeLate(_ answer: SessionRefresh, in record: SessionRecord) async {
    do throws(AppControllerError) {
      switch answer {
      case .renewed(let new): if try await store(new, in: record) == nil { await tellEnded(new) }
      case .ended: _ = try await isStored(nil, in: record)
      case .unsupported: break
      }
    } catch {
      controller.reports.log(.warning, "\(error.what) [\(error.codeName)]")
    }
  }

  private func tellEnded(_ session: Session) async {
    do throws(AppControllerError) {
      let questions = controller.questions
      try await questions.sessionEnded(session, questions.currentHandle)
    } catch {
      controller.reports.log(.warning, "\(error.what) [\(error.codeName)]")
    }
  }
}

extension Session {
  /// As far as the ends of the session and its secret say.
  package func isAccepted(for time: Duration, at now: Timestamp) -> Bool {
    guard let end = [secretExpiresAt, expiresAt].compactMap(\.self).min() else { return true }
    return end - now > time
  }
}

extension AppControllerError {
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

  fileprivate static func renewedInVain(_ session: Session, wasRefused: Bool) -> AppControllerError {
    let fact = wasRefused ? "the one that was refused" : "one that has ended, at \(session.secretExpiresAt ?? .now)"
    return AppControllerError(
      .renewedInVain, what: "the provider renewed the secret of \(session.subject) with \(fact)",
      why: "its server may have given the same secret again, or the clock of this machine may be wrong",
      fix: "check the clock, and try again later; log in again if it stays so"
    )
  }

  fileprivate static let cancelled = AppControllerError(
    .cancelled, what: "the task that needs the session was cancelled",
    why: "a task that is cancelled does not wait; a renewal that was under way goes on, and is stored",
    fix: "ask again in a task that is not cancelled"
  )

  fileprivate static func renewedAsAnother(_ subject: String, than old: String) -> AppControllerError {
    AppControllerError(
      .providerFailed, what: "the provider renewed the session of \(old) as one of \(subject)",
      why: "a session belongs to one subject; nothing was stored", fix: "tell the provider's author"
    )
  }
}
