extension AppController {
  /// The context of a question to a provider: its state, traits and session, and a channel to the controller.
  ///
  /// It corresponds to the controller that the pod passes. It is a small value that can be kept and sent anywhere; it
  /// does not keep the controller alive, and its requests do nothing once the controller is gone.
  public struct Handle: Sendable {
    /// The id of the controller that asks; unique in the process.
    public let id: UInt64
    /// The state that the question is about, or the target of the transition.
    public let state: State
    /// The surface that the interface will be shown on.
    public let traits: TraitCollection
    /// The session of that state; `nil` when there is none.
    public let session: Session?
    /// The channel to the controller.
    package let port: any ControllerPort

    package init(id: UInt64, state: State, traits: TraitCollection, session: Session?, port: any ControllerPort) {
      self.id = id
      self.state = state
      self.traits = traits
      self.session = session
      self.port = port
    }

    /// Requests a login; `nil` requests an anonymous session.
    ///
    /// Returns at once, from any thread.
    public func requestLogin(_ session: Session? = nil) { port.send(.login(session)) }

    /// Requests a logout.
    ///
    /// Returns at once, from any thread.
    public func requestLogout() { port.send(.logout) }

    /// Replaces the secret, expiry, name and attributes of the session of the signed-in subject.
    ///
    /// Returns at once, from any thread.
    public func updateSession(_ session: Session) { port.send(.updateSession(session)) }

    /// Marks the installed interface as out of date, so that it is requested again.
    ///
    /// Returns at once, from any thread.
    public func invalidate() { port.send(.invalidate) }

    /// Marks a pushed or presented screen as out of date, so that it is requested again by its id.
    ///
    /// The request calls ``AppControllerInterfaceProviding/screenInterface(_:for:)``. The screen stays in its place and
    /// keeps the values that the user has entered. Nothing happens if it has been left by then. For a screen of the
    /// installed interface, the whole interface is requested again, as by ``invalidate()``. Returns at once, from any
    /// thread.
    ///
    /// - Parameter id: The screen's id; an empty id is the same as ``invalidate()``.
    public func invalidate(screen id: String) { port.send(id.isEmpty ? .invalidate : .invalidateScreen(id)) }

    /// Writes a line to the host's log; never pass a secret.
    ///
    /// Returns at once, from any thread.
    public func log(_ level: LogLevel, _ text: String) { port.log(level, text) }
  }
}

/// The importance of a line of the log.
public enum LogLevel: Int32, Sendable, Hashable, Comparable {
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
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

/// A request of a provider to its controller.
package enum ControllerRequest: Sendable {
  case login(Session?)
  case logout
  case updateSession(Session)
  case invalidate
  case invalidateScreen(String)
}

extension ControllerRequest: Coded {
  private enum Kind: String, CodedWord {
    case login, logout, update, refresh
  }

  private var kind: Kind {
    switch self {
    case .login: .login
    case .logout: .logout
    case .updateSession: .update
    case .invalidate, .invalidateScreen: .refresh
    }
  }

  package static var blank: ControllerRequest { .logout }

  @specialized(where Form == BinaryReader)
  @specialized(where Form == BinaryWriter)
  package mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    var kind = kind
    try coder.member("for", &kind, .word(.logout))
    switch kind {
    case .login:
      var session: Session? = if case .login(let session) = self { session } else { nil }
      try coder.member("session", &session, .optional(.object()))
      self = .login(session)
    case .logout: self = .logout
    case .update:
      var session = if case .updateSession(let session) = self { session } else { Session.blank }
      try coder.member("session", &session, .object())
      self = .updateSession(session)
    case .refresh:
      var id = if case .invalidateScreen(let id) = self { id } else { "" }
      try coder.member("screen", &id, .optionalText(atMost: InterfaceLimits.standard.id))
      self = id.isEmpty ? .invalidate : .invalidateScreen(id)
    }
  }
}

/// The channel from a handle to its controller: a queue in the host, the ABI in a plugin.
package protocol ControllerPort: AnyObject, Sendable {
  func send(_ request: ControllerRequest)
  func log(_ level: LogLevel, _ text: String)
}
