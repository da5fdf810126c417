/// An object that answers calls: an object of the app, a library, a process, a recording, or a wrapper of one of these.
///
/// Isolation: the main actor, which prevents two calls at a time.
@MainActor
package protocol ProviderEndpoint: AnyObject {
  /// The identity of the provider.
  var identity: ProviderIdentity { get }
  /// The reason why it has ended by itself, so that it never answers again; `nil` while it lives.
  var end: (any ExplainedError)? { get }

  /// Answers a call.
  ///
  /// - Parameters:
  ///   - call: The question.
  ///   - limit: The time limit for one function to return, where it can be stopped.
  /// - Returns: The answer, which may be that it is pending.
  /// - Throws: An error when there is no answer, because the provider has ended.
  func answer(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply

  /// Cancels a pending call, whose answer is no longer wanted.
  func cancel(_ sequence: UInt64)

  /// Lets the provider run the tasks that have become ready.
  func tick()

  /// Ends the provider; further calls do nothing.
  ///
  /// - Parameters:
  ///   - open: The pending calls, which are cancelled first.
  ///   - isBrokenOff: Whether the provider has exceeded its rights and must not be called again, not even to end.
  /// - Returns: A task that completes when the provider has ended, if that takes time.
  @discardableResult
  func end(cancelling open: [UInt64], isBrokenOff: Bool) -> Task<Void, Never>?
}

extension ProviderEndpoint {
  package var end: (any ExplainedError)? { nil }
}

/// A provider that may end before its controller, as a process does.
@MainActor
package protocol EndingProvider: AnyObject {
  /// Whether it has ended, so that it never answers again.
  var hasEnded: Bool { get }

  /// Calls a function when it has ended by itself, at once if it has.
  func onEnd(_ body: @escaping @MainActor (_ error: any ExplainedError) -> Void)
}

/// The identity of a provider.
package struct ProviderIdentity: Sendable, Equatable {
  /// The provider's id.
  package let id: String
  /// The provider's version.
  package let version: String
  /// The path of its library, with every symbolic link resolved; empty for an object of the app.
  package let path: String
  /// The version of the ABI that it uses.
  package let abi: (major: UInt32, minor: UInt32)
  /// Whether it is in another process, whose answers may come later than their calls.
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
