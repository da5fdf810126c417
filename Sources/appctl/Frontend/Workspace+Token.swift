import AppControllerKit
import ProviderPlugins

extension Workspace {
  /// Returns the stored session of a provider, without running any code of a provider.
  ///
  /// - Parameter account: The provider's id; `nil` for the provider that the command line names.
  /// - Returns: The session, and the id of its provider.
  /// - Throws: `notLoggedIn` when there is none.
  func storedSession(of account: String? = nil) async throws -> (id: String, session: Session) {
    let (source, last) = try source()
    let ids = try account.map { [$0] } ?? MeantProviders(options, source, last: last).ids
    for id in ids where IdentifierRule.allowsProviderID(id) {
      let record = try await sessions.store.load(for: id)
      if let warning = record.warning { console.warning("\(warning.what) [\(warning.codeName)]") }
      if let session = record.session, !session.isExpired(at: .now) { return (id, session) }
    }
    throw AppControllerError.notLoggedIn()
  }

  /// Returns the stored session with a secret that is accepted for a time.
  ///
  /// The provider is loaded only when it has to renew the secret.
  ///
  /// - Parameters:
  ///   - account: The provider's id; `nil` for the provider that the command line names.
  ///   - time: The time.
  ///   - renews: Whether to renew the secret in any case.
  /// - Returns: The session, as stored.
  /// - Throws: The errors of the store and of ``AppController/freshSession(validFor:insteadOf:)``.
  func freshSession(
    of account: String? = nil, validFor time: Duration = .seconds(60), renews: Bool = false
  ) async throws -> Session {
    let (id, session) = try await storedSession(of: account)
    let isGood = session.secretExpiresAt.map { $0 - .now > time } ?? true
    if isGood, !renews { return session }
    let (provider, controller) = try await open()
    guard provider.id == id else { throw PluginError.otherProvider(provider.id, [id], to: "renew the session") }
    return try await controller.freshSession(validFor: time, insteadOf: renews ? session.secret : nil)
  }
}
