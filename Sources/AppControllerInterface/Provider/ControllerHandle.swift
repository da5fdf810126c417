/// What a provider is asked with: the state, traits and session of the question, and a way to reach the controller.
///
/// It stands where the pod passes the controller. It is a small value that can be kept and sent anywhere; it does not
/// keep the controller alive, and once the controller is gone its requests do nothing.
public struct ControllerHandle: Sendable {
  /// Which controller asks; unique in the process.
  public let id: UInt64
  /// The state that is asked about or being switched to.
  public let state: ControllerState
  /// The surface that the interface will be shown on.
  public let traits: TraitCollection
  /// The session of that state; `nil` when there is none.
  public let session: Session?
  /// The way to the controller.
  package let port: any ControllerPort

  package init(id: UInt64, state: ControllerState, traits: TraitCollection, session: Session?, port: any ControllerPort)
  {
    self.id = id
    self.state = state
    self.traits = traits
    self.session = session
    self.port = port
  }

  /// Asks for a login; `nil` for an anonymous session.
  ///
  /// Returns at once, from any thread.
  public func requestLogin(_ session: Session? = nil) { port.send(.login(session)) }

  /// Asks for a logout.
  ///
  /// Returns at once, from any thread.
  public func requestLogout() { port.send(.logout) }

  /// Replaces the secret, expiry, name and attributes of the signed-in subject.
  ///
  /// Returns at once, from any thread.
  public func updateSession(_ session: Session) { port.send(.updateSession(session)) }

  /// Says that the installed interface is out of date, so that it is asked for again.
  ///
  /// Returns at once, from any thread.
  public func invalidate() { port.send(.invalidate) }

  /// Says that a screen that was pushed or presented is out of date, so that it is asked for again by its id.
  ///
  /// ``AppControllerInterfaceProviding/screenInterface(_:for:)`` is asked then. The screen stays where it is, with what
  /// the user has put into it. Nothing happens when it has left by then. A screen of the installed interface is asked for
  /// with all of that, as by ``invalidate()``. Returns at once, from any thread.
  ///
  /// - Parameter id: The screen's id; an empty one is the same as ``invalidate()``.
  public func invalidate(screen id: String) { port.send(id.isEmpty ? .invalidate : .invalidateScreen(id)) }

  /// Writes a line to the host's log; never pass a secret.
  ///
  /// Returns at once, from any thread.
  public func log(_ level: LogLevel, _ text: String) { port.log(level, text) }
}

extension ControllerHandle {
  /// Asks every controller that has the plugin for a login without a session, and in an app every live one.
  ///
  /// Returns at once, from any thread.
  public static func requestLogin() { Broadcast.shared.send(.login(nil)) }

  /// Asks every controller that has the plugin for a logout, and in an app every live one.
  ///
  /// Returns at once, from any thread.
  public static func requestLogout() { Broadcast.shared.send(.logout) }
}

/// How important a line of the log is.
public enum LogLevel: Int32, Sendable, Hashable, Comparable {
  /// For the provider's author.
  case debug
  /// Something to know.
  case info
  /// Something worked.
  case success
  /// Something to look at.
  case warning
  /// Something failed.
  case error

  /// Whether one level is less important than another.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

/// What a provider asks of its controller.
package enum ControllerRequest: Sendable {
  case login(Session?)
  case logout
  case updateSession(Session)
  case invalidate
  case invalidateScreen(String)
}

/// The way from a handle to its controller: a queue in the host, the ABI in a plugin.
package protocol ControllerPort: AnyObject, Sendable {
  func send(_ request: ControllerRequest)
  func log(_ level: LogLevel, _ text: String)
}
