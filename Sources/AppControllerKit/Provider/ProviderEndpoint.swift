/// An object that answers calls: an object of the app, a library, a process, a recording, or a wrapper of one of these.
///
/// Isolation: the main actor, which prevents two calls at a time.
@MainActor
package protocol ProviderEndpoint: AnyObject {
  var identity: ProviderIdentity { get }
  /// The reason why it has ended by itself, so that it never answers again; `nil` while it lives.
  var end: (any ExplainedError)? { get }

  /// `limit` is the time for one function to return, where it can be stopped; the answer may be that it is pending.
  ///
  /// Throws when there is no answer, because the provider has ended.
  func answer(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply

  func cancel(_ sequence: UInt64)

  /// Lets the provider run the tasks that have become ready.
  func tick()

  /// Ends the provider, after cancelling the pending calls; further calls do nothing.
  ///
  /// With `isBrokenOff` it has exceeded its rights and must not be called again, not even to end. The task, if ending
  /// takes time, completes when the provider has ended.
  @discardableResult
  func end(cancelling open: [UInt64], isBrokenOff: Bool) -> Task<Void, Never>?
}

extension ProviderEndpoint {
  package var end: (any ExplainedError)? { nil }
}

/// A provider that may end before its controller, as a process does.
@MainActor
package protocol EndingProvider: AnyObject {
  var hasEnded: Bool { get }

  /// Calls a function when it has ended by itself, at once if it has.
  func onEnd(_ body: @escaping @MainActor (_ error: any ExplainedError) -> Void)
}

package struct ProviderIdentity: Sendable, Equatable {
  package let id: String
  package let version: String
  /// The path of its library, with every symbolic link resolved; empty for an object of the app.
  package let path: String
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
