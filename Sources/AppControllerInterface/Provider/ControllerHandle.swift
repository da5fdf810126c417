import Synchronization

/// The state, traits and session of a question to a provider, and a way to reach the controller.
///
/// The pod passes the controller in its place. The handle is a small value that can be kept and sent anywhere. It does
/// not keep the controller alive; when the controller has ended, requests have no effect. What a function of the
/// provider requests takes effect after its answer; what any other code requests, at once.
public struct ControllerHandle: Sendable {
  /// The id of the controller that asks; unique in the process.
  public let id: UInt64
  /// The state that the question is about, or that the controller is switching to.
  public let state: ControllerState
  /// What the logged-out interface is for that the question is about; ``AuthenticationPurpose/signIn`` for every other.
  public let purpose: AuthenticationPurpose
  /// The surface that the interface will be shown on.
  public let traits: TraitCollection
  /// The session of that state, or of the user whom the purpose concerns; `nil` when there is none.
  public let session: Session?
  package let port: any ControllerPort

  package init(
    id: UInt64, state: ControllerState, purpose: AuthenticationPurpose = .signIn, traits: TraitCollection,
    session: Session?, port: any ControllerPort
  ) {
    self.id = id
    self.state = state
    self.purpose = purpose
    self.traits = traits
    self.session = session
    self.port = port
  }

  /// Requests a login; `nil` requests an anonymous session.
  ///
  /// Returns at once, from any thread.
  public func requestLogin(_ session: Session? = nil) { OpenCall.send(.login(session), to: port) }

  /// Requests a logout.
  ///
  /// Returns at once, from any thread.
  public func requestLogout() { OpenCall.send(.logout, to: port) }

  /// Replaces the secret, expiry, name and attributes of the session of the signed-in subject.
  ///
  /// Returns at once, from any thread.
  public func updateSession(_ session: Session) { OpenCall.send(.updateSession(session), to: port) }

  /// Marks the installed interface as out of date, so that it is requested again.
  ///
  /// Returns at once, from any thread.
  public func invalidate() { OpenCall.send(.invalidate, to: port) }

  /// Marks a pushed or presented screen as out of date, so that it is requested again by its id.
  ///
  /// The request calls ``AppControllerInterfaceProviding/screenInterface(_:for:)``. The screen stays in its place and
  /// keeps the values that the user has entered. Nothing happens if it has been left by then. For a screen of the
  /// installed interface, the whole interface is requested again, as by ``invalidate()``. Returns at once, from any
  /// thread.
  ///
  /// - Parameter id: The screen's id; an empty id is the same as ``invalidate()``.
  public func invalidate(screen id: String) {
    OpenCall.send(id.isEmpty ? .invalidate : .invalidateScreen(id), to: port)
  }

  /// Writes a line to the host's log; never pass a secret.
  ///
  /// Returns at once, from any thread.
  public func log(_ level: LogLevel, _ text: String) { port.log(level, text) }
}

extension ControllerHandle {
  /// Requests a login without a session: in a plugin, of every controller that has an instance of it; in an app, of
  /// every live controller.
  ///
  /// Returns at once, from any thread.
  public static func requestLogin() { Broadcast.shared.send(.login(nil)) }

  /// Requests a logout: in a plugin, of every controller that has an instance of it; in an app, of every live
  /// controller.
  ///
  /// Returns at once, from any thread.
  public static func requestLogout() { Broadcast.shared.send(.logout) }
}

/// The importance of a line of the log.
public enum LogLevel: Sendable, Hashable, CaseIterable, Comparable {
  /// Details for the provider's author.
  case debug
  /// Information.
  case info
  /// A success.
  case success
  /// A warning.
  case warning
  /// A failure.
  case error

  /// Whether one level is less important than another.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.number < right.number }
}

extension LogLevel: OrdinalEnum {}

package enum ControllerRequest: Sendable {
  case login(Session?)
  case logout
  case updateSession(Session)
  case invalidate
  case invalidateScreen(String)
}

/// The channel from a handle to its controller: a queue in the host, the ABI in a plugin.
package protocol ControllerPort: AnyObject, Sendable {
  func send(_ request: ControllerRequest)
  /// The number of sessions of the controller that others have taken the place of.
  var era: Int { get }
  func send(_ request: ControllerRequest, of era: Int)
  func log(_ level: LogLevel, _ text: String)
  func openSocket(_ name: String) throws(HostServiceError) -> Int32
  func addresses(of machine: String) throws(HostServiceError) -> [String]
}

/// The state of a controller, which always matches the installed interface.
public enum ControllerState: String, Sendable, Hashable, CaseIterable {
  /// Nothing is installed.
  case uninstalled
  /// The splash is installed.
  case launching
  /// The logged-out interface is installed.
  case loggedOut = "logged-out"
  /// The logged-in interface is installed.
  case loggedIn = "logged-in"
  /// The controller has ended.
  case terminated
}

/// The controllers that a broadcast login or logout reaches, in the order of their creation.
package final class Broadcast: Sendable {
  private struct Member: Sendable {
    weak let port: (any ControllerPort)?
  }

  package static let shared = Broadcast()

  private let members = Mutex<[Member]>([])

  package init() {}

  package func add(_ port: any ControllerPort) {
    members.withLock { members in
      members.removeAll { $0.port == nil }
      members.append(Member(port: port))
    }
  }

  package func send(_ request: ControllerRequest) {
    for member in members.withLock({ $0 }) {
      if let port = member.port { OpenCall.send(request, to: port) }
    }
  }
}
