internal import Synchronization

/// The answer to one request, which any thread gives, once; an exchange that is dropped without one is answered 500.
package final class HTTPExchange: Sendable {
  private let core: HTTPServerCore
  private let connection: UInt64
  private let isAnswered = Atomic(false)

  init(_ core: HTTPServerCore, _ connection: UInt64) {
    self.core = core
    self.connection = connection
  }

  deinit { respond(HTTPResponse(500)) }

  /// Answers the request; does nothing when it was answered, or the connection is gone.
  package func respond(_ response: HTTPResponse) {
    if isAnswered.exchange(true, ordering: .relaxed) { return }
    core.put(.change(connection) { $0.answer(response, at: $1) })
  }

  /// Answers the request with a stream: in chunks, or until the connection closes in HTTP/1.0.
  ///
  /// - Parameters:
  ///   - head: The response; its body is sent first.
  ///   - heartbeat: The bytes that are sent when nothing else was for a while; none when empty.
  /// - Returns: The stream, which is closed from the start when the request was answered or the server has ended.
  package func stream(_ head: HTTPResponse, heartbeat: [UInt8]) -> HTTPStream {
    let stream = HTTPStream(core, connection)
    let isTaken =
      !isAnswered.exchange(true, ordering: .relaxed)
      && core.put(.change(connection, stream) { $0.beginStream(head, heartbeat: heartbeat, at: $1) })
    if !isTaken { stream.finish() }
    return stream
  }
}

/// A response without an end, which the server's thread writes.
package final class HTTPStream: Sendable {
  private let core: HTTPServerCore
  private let connection: UInt64
  /// The handlers of the end; nil when that has come.
  private let handlers = Mutex<[@Sendable () -> Void]?>([])

  init(_ core: HTTPServerCore, _ connection: UInt64) {
    self.core = core
    self.connection = connection
  }

  /// Whether bytes would be sent.
  package var isOpen: Bool { handlers.withLock { $0 != nil } }

  /// Sends bytes, from any thread; the connection is closed when the client has left too many.
  package func send(_ bytes: [UInt8]) {
    handlers.withLock { if $0 != nil { core.put(.change(connection) { $0.send(bytes, at: $1) }) } }
  }

  /// Ends the stream; the connection serves further requests.
  package func end() { finish(.change(connection) { $0.endStream(at: $1) }) }

  /// Calls a handler once when the stream has ended, whoever has ended it: on the thread that ends it, or at once if it
  /// has ended already.
  package func onEnd(_ handler: @escaping @Sendable () -> Void) {
    let isOpen = handlers.withLock { handlers in
      handlers?.append(handler)
      return handlers != nil
    }
    if !isOpen { handler() }
  }

  /// Ends the stream on this side, and tells the server's thread if it does not know.
  func finish(_ message: HTTPMessage? = nil) {
    // The message under the lock, so that no thread sends behind the end.
    let ended = handlers.withLock { handlers in
      if handlers != nil, let message { core.put(message) }
      defer { handlers = nil }
      return handlers
    }
    for handler in ended ?? [] { handler() }
  }
}
