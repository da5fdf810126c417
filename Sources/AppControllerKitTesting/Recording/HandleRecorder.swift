public import AppControllerKit
import Synchronization

/// Makes the handles that a provider is asked with, and writes down what is done with them.
///
/// It is for a test of a provider's own functions, without a controller:
///
/// ```swift
/// let recorder = HandleRecorder()
/// let interface = TeaProvider().loggedInInterface(for: recorder.handle(.loggedIn, session: ann))
/// #expect(recorder.requests.isEmpty)
/// ```
public final class HandleRecorder: Sendable {
  /// What a provider asks of its controller.
  public enum Request: Sendable, Equatable {
    /// A login; `nil` for an anonymous session.
    case login(Session?)
    /// A logout.
    case logout
    /// Another secret, expiry, name or attributes for the subject that is logged in.
    case updateSession(Session)
    /// That the interface is asked for again.
    case invalidate
    /// That a screen that was pushed or presented is asked for again, by its id.
    case invalidateScreen(String)
  }

  /// A line for the host's log.
  public struct LogLine: Sendable, Hashable {
    /// How important it is.
    public let level: LogLevel
    /// What it says.
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

  /// Makes a recorder; all of its handles are of one controller, which is nobody else's.
  public init() {}

  /// What was asked of the controller so far.
  public var requests: [Request] { port.requests.withLock { $0 } }
  /// What was logged so far.
  public var log: [LogLine] { port.lines.withLock { $0 } }

  /// Makes a handle.
  ///
  /// - Parameters:
  ///   - state: The state that is asked about.
  ///   - session: The session of that state.
  ///   - traits: The surface; one that says nothing unless given.
  /// - Returns: A handle like the one that a host asks with.
  public func handle(
    _ state: AppController.State, session: Session? = nil, traits: TraitCollection = .init()
  ) -> AppController.Handle {
    let id = UInt64(UInt(bitPattern: ObjectIdentifier(port)))
    return AppController.Handle(id: id, state: state, traits: traits, session: session, port: port)
  }
}
