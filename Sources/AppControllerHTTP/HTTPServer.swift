internal import AppControllerKit
internal import Synchronization

/// A server on a thread of its own, which ends when this object is released.
package final class HTTPServer: Sendable {
  /// Has the port that the system chose for port 0.
  package let address: HTTPAddress
  private let core: HTTPServerCore

  /// The closures are called on the server's thread and must not block.
  ///
  /// The server closes the socket before it calls `ended`. Throws when the system has no thread or no file for the
  /// server.
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

  /// Ends the thread soon, and with it all connections and streams; answers to open exchanges then have no effect.
  package func stop() { core.put(.stop) }
}

/// A message from another thread to the server's thread.
enum HTTPMessage: Sendable {
  case change(UInt64, HTTPStream? = nil, @Sendable (inout HTTPConnection, HTTPConnection.Instant) -> Void)
  case stop
}

/// The state that the server's thread shares with other threads.
final class HTTPServerCore: Sendable {
  private struct State: ~Copyable {
    var socket: HTTPSocket?
    var messages: [HTTPMessage] = []
    /// Whether the thread waits, or is about to, and no message has woken it.
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

  /// Wakes the thread if it waits; returns false after the end of the server.
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

  /// Swaps the messages with an empty array; if there are none, the next message wakes the thread.
  func take(_ messages: inout [HTTPMessage]) {
    messages.removeAll(keepingCapacity: true)
    state.withLock { state in
      swap(&state.messages, &messages)
      state.isAsleep = messages.isEmpty
    }
  }

  func wake() { state.withLock { $0.isAsleep = false } }

  /// Refuses later messages.
  func close() {
    let messages = state.withLock { state in
      state.socket = nil
      defer { state.messages = [] }
      return state.messages
    }
    for case .change(_, let stream?, _) in messages { stream.finish() }
  }
}
