internal import AppControllerKit
internal import Synchronization

/// A server on a thread of its own, which ends with this object.
package final class HTTPServer: Sendable {
  /// Where the server listens, with the port that the system chose for port 0.
  package let address: HTTPAddress
  private let core: HTTPServerCore

  /// Starts a server.
  ///
  /// The closures are called on the server's thread and must not block.
  ///
  /// - Parameters:
  ///   - socket: The socket, which the server closes.
  ///   - limits: The bounds of what clients may do.
  ///   - refused: Takes each refusal, for a log.
  ///   - ended: Called when the server has ended and its socket is closed.
  ///   - handler: Takes each request, and answers its exchange or passes it on.
  /// - Throws: The reason why the system has no thread or no file for it.
  package init(
    _ socket: consuming HTTPSocket, limits: HTTPLimits = HTTPLimits(),
    refused: @escaping @Sendable (HTTPRefusal) -> Void, ended: @escaping @Sendable () -> Void = {},
    handler: @escaping @Sendable (HTTPRequest, HTTPExchange) -> Void
  ) throws(HTTPError) {
    address = socket.address
    let core = try HTTPServerCore(socket, limits, refused, handler)
    self.core = core
    let number = DetachedThread.start {
      HTTPServerLoop(core).run()
      core.close()
      ended()
    }
    guard number == 0 else { throw HTTPError("start the thread of the server", number) }
  }

  deinit { stop() }

  /// Ends the thread soon, and with it all connections and streams; open exchanges then have no effect.
  package func stop() { core.put(.stop) }
}

/// What other threads ask of the server's thread.
enum HTTPMessage: Sendable {
  /// A change of a connection, which may begin a stream.
  case change(UInt64, HTTPStream? = nil, @Sendable (inout HTTPConnection, HTTPConnection.Instant) -> Void)
  case stop
}

/// What the server's thread shares with others: its socket, the messages to it, and the signal that wakes it.
final class HTTPServerCore: Sendable {
  private struct State: ~Copyable {
    var socket: HTTPSocket?
    var messages: [HTTPMessage] = []
    /// Whether the thread waits, or is about to, and was not woken.
    var isAsleep = false
  }

  let poll: HTTPPoll
  let limits: HTTPLimits
  let listener: Int32
  let refused: @Sendable (HTTPRefusal) -> Void
  let handler: @Sendable (HTTPRequest, HTTPExchange) -> Void
  private let state: Mutex<State>

  init(
    _ socket: consuming HTTPSocket, _ limits: HTTPLimits, _ refused: @escaping @Sendable (HTTPRefusal) -> Void,
    _ handler: @escaping @Sendable (HTTPRequest, HTTPExchange) -> Void
  ) throws(HTTPError) {
    poll = try HTTPPoll()
    self.limits = limits
    self.refused = refused
    self.handler = handler
    listener = socket.file.number
    state = Mutex(State(socket: socket))
  }

  /// Adds a message, and wakes the thread if it sleeps; false after the end of the server.
  @discardableResult func put(_ message: HTTPMessage) -> Bool {
    let (isTaken, wakes) = state.withLock { state in
      guard state.socket != nil else { return (false, false) }
      state.messages.append(message)
      defer { state.isAsleep = false }
      return (true, state.isAsleep)
    }
    if wakes { poll.signal() }
    return isTaken
  }

  /// Exchanges the messages for an empty array; when there are none, the next message wakes the thread.
  func take(_ messages: inout [HTTPMessage]) {
    messages.removeAll(keepingCapacity: true)
    state.withLock { state in
      swap(&state.messages, &messages)
      state.isAsleep = messages.isEmpty
    }
  }

  /// Notes that the thread is awake, and will take the messages.
  func wake() { state.withLock { $0.isAsleep = false } }

  /// Closes the socket, and refuses messages from now on.
  func close() {
    let messages = state.withLock { state in
      state.socket = nil
      defer { state.messages = [] }
      return state.messages
    }
    for case .change(_, let stream?, _) in messages { stream.finish() }
  }
}
