public import AppControllerKit
import Synchronization

/// Makes handles for calls of a provider, and records the provider's use of them.
///
/// It is for tests of a provider's own functions without a controller:
///
/// ```swift
/// let recorder = HandleRecorder()
/// let interface = TeaProvider().loggedInInterface(for: recorder.handle(.loggedIn, session: ann))
/// #expect(recorder.requests.isEmpty)
/// ```
public final class HandleRecorder: Sendable {
  /// A provider's request to its controller.
  public enum Request: Sendable, Equatable {
    /// A login; `nil` for an anonymous session.
    case login(Session?)
    /// A logout.
    case logout
    /// A session of the logged-in subject with another secret, expiry, name or attributes.
    case updateSession(Session)
    /// A request to describe the interface again.
    case invalidate
    /// A request to describe a pushed or presented screen again, with the screen's id.
    case invalidateScreen(String)
  }

  /// A line for the host's log.
  public struct LogLine: Sendable, Hashable {
    /// The level of the line.
    public let level: LogLevel
    /// The text of the line.
    public let text: String
  }

  private final class Port: ControllerPort {
    let requests = Mutex<[Request]>([])
    let lines = Mutex<[LogLine]>([])

    func send(_ request: ControllerRequest) {
      let request: Request =
        switch request {
        case .login(let session): .login(session)
        case .logout: .logout
        case .updateSession(let session): .updateSession(session)
        case .invalidate: .invalidate
        case .invalidateScreen(let id): .invalidateScreen(id)
        }
      requests.withLock { $0.append(request) }
    }

    func log(_ level: LogLevel, _ text: String) { lines.withLock { $0.append(LogLine(level: level, text: text)) } }
  }

  private let port = Port()

  /// Makes a recorder, all of whose handles belong to one controller of its own.
  public init() {}

  /// The requests so far.
  public var requests: [Request] { port.requests.withLock { $0 } }
  /// The log lines so far.
  public var log: [LogLine] { port.lines.withLock { $0 } }

  /// Makes a handle.
  ///
  /// - Parameters:
  ///   - state: The state of the handle.
  ///   - purpose: The purpose of the logged-out interface that the call is about.
  ///   - session: The session of that state.
  ///   - traits: The traits of the surface; unspecified unless given.
  /// - Returns: A handle like that of a host.
  public func handle(
    _ state: AppController.State, purpose: AuthenticationPurpose = .signIn, session: Session? = nil,
    traits: TraitCollection = .init()
  ) -> AppController.Handle {
    let id = UInt64(UInt(bitPattern: ObjectIdentifier(port)))
    return AppController.Handle(
      id: id, state: state, purpose: purpose, traits: traits, session: session, port: port)
  }
}
