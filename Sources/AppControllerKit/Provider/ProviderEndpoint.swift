/// Whoever answers calls: an object of the app, a library, a process or a recording; or one of these behind a wrapper.
///
/// Isolation: the main actor, which is what keeps two calls from being made at a time.
@MainActor
package protocol ProviderEndpoint: AnyObject {
  /// Who answers.
  var identity: ProviderIdentity { get }

  /// Answers a call.
  ///
  /// - Parameters:
  ///   - call: What is asked.
  ///   - limit: How long one function may take to return, where it can be stopped.
  /// - Returns: The answer, which may be that there is none yet.
  /// - Throws: When there is no answer, because whoever answers is gone.
  func answer(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply

  /// The answer to a pending call is no longer wanted.
  func cancel(_ sequence: UInt64)

  /// Lets it run what has become ready.
  func tick()

  /// Ends it; called again, it does nothing.
  ///
  /// - Parameters:
  ///   - open: The pending calls, which are cancelled first.
  ///   - isBrokenOff: Whether it has asked for more than it may, and is not to be called again, not even to end.
  /// - Returns: What is over when it has ended, if that takes time.
  @discardableResult
  func end(cancelling open: [UInt64], isBrokenOff: Bool) -> Task<Void, Never>?
}

/// Who answers calls.
package struct ProviderIdentity: Sendable, Equatable {
  /// The provider's id.
  package let id: String
  /// The provider's version.
  package let version: String
  /// The path of its library, with every link resolved; empty for an object of the app.
  package let path: String
  /// The version of the ABI that is spoken.
  package let abi: (major: UInt32, minor: UInt32)
  /// Whether it is in another process, which may answer later than it was asked.
  package let isIsolated: Bool

  package init(
    id: String, version: String, path: String, abi: (major: UInt32, minor: UInt32), isIsolated: Bool
  ) {
    (self.id, self.version, self.path, self.abi, self.isIsolated) = (id, version, path, abi, isIsolated)
  }

  package static func == (left: ProviderIdentity, right: ProviderIdentity) -> Bool {
    (left.id, left.version, left.path, left.isIsolated) == (right.id, right.version, right.path, right.isIsolated)
      && left.abi == right.abi
  }
}
