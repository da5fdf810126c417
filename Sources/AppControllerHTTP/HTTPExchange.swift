internal import Synchronization

/// The answer to one request, which any thread gives, once; an exchange that is dropped without one is answered 500.
package final class HTTPExchange: Sendable {
  private let mailbox: HTTPMailbox
  private let connection: UInt64
  private let limits: HTTPLimits
  private let isAnswered = Atomic(false)

  init(_ mailbox: HTTPMailbox, connection: UInt64, _ limits: HTTPLimits) {
    self.mailbox = mailbox
    self.connection = connection
    self.limits = limits
  }

  deinit { respond(HTTPResponse(500)) }

  /// Answers the request; does nothing when it was answered, or the connection is gone.
  package func respond(_ response: HTTPResponse) {
    if isAnswered.exchange(true, ordering: .relaxed) { return }
    mailbox.put(.answer(connection, response))
  }

  /// Answers the request with a stream: in chunks, or until the connection closes in HTTP/1.0.
  ///
  /// - Parameters:
  ///   - head: The response; its body is sent first.
  ///   - heartbeat: The bytes that are sent when nothing else was for a while; none when empty.
  /// - Returns: The stream, which is closed from the start when the request was answered or the connection is gone.
  package func stream(_ head: HTTPResponse, heartbeat: [UInt8]) -> HTTPStream {
    let stream = HTTPStream(mailbox, connection: connection, limits)
    if isAnswered.exchange(true, ordering: .relaxed)
      || !mailbox.put(.beginStream(connection, head, heartbeat: heartbeat, stream))
    {
      stream.finish()
    }
    return stream
  }
}

/// A response without an end, which the server's thread writes.
package final class HTTPStream: Sendable {
  private struct State {
    var isOpen = true
    /// The bytes that the client has not taken.
    var backlog = 0
    var handlers: [@Sendable () -> Void] = []
  }

  private let mailbox: HTTPMailbox
  private let connection: UInt64
  private let limits: HTTPLimits
  private let state = Mutex(State())

  init(_ mailbox: HTTPMailbox, connection: UInt64, _ limits: HTTPLimits) {
    self.mailbox = mailbox
    self.connection = connection
    self.limits = limits
  }

  /// Whether bytes would be sent.
  package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Sends bytes, from any thread; closes the connection when the client has not taken too much.
  package func send(_ bytes: [UInt8]) {
    let isOver = state.withLock { state in
      guard state.isOpen else { return false }
      state.backlog += bytes.count
      let isOver = state.backlog > limits.streamBacklog
      mailbox.put(isOver ? .close(connection) : .send(connection, bytes))
      return isOver
    }
    if isOver { finish() }
  }

  /// Ends the stream; the connection serves further requests.
  package func end() {
    state.withLock { state in
      guard state.isOpen else { return }
      mailbox.put(.endStream(connection))
      state.isOpen = false
    }
    finish()
  }

  /// Calls a handler once when the stream has ended, whoever has ended it: on the thread that ends it, or at once if it
  /// has ended already.
  package func onEnd(_ handler: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if state.isOpen { state.handlers.append(handler) }
      return state.isOpen
    }
    if !isOpen { handler() }
  }

  /// Notes that the client has taken bytes.
  func took(_ count: Int) { state.withLock { $0.backlog -= count } }

  /// Ends the stream on this side, and calls the handlers.
  func finish() {
    let handlers = state.withLock { state in
      state.isOpen = false
      defer { state.handlers = [] }
      return state.handlers
    }
    for handler in handlers { handler() }
  }
}
