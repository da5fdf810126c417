internal import Synchronization

/// A request's one answer, which any thread may give; an exchange that is released without an answer is answered 500.
package final class HTTPExchange: Sendable {
  private let core: HTTPServerCore
  private let connection: UInt64
  private let isAnswered = Atomic(false)

  init(_ core: HTTPServerCore, _ connection: UInt64) {
    self.core = core
    self.connection = connection
  }

  deinit { respond(HTTPResponse(500)) }

  /// Does nothing after the first answer, or when the connection is closed.
  package func respond(_ response: HTTPResponse) {
    if isAnswered.exchange(true, ordering: .relaxed) { return }
    core.put(.change(connection) { $0.answer(response, at: $1) })
  }

  /// Streams in chunks, or in HTTP/1.0 until the connection closes; an empty heartbeat is none.
  ///
  /// The stream is closed already when the request was answered before, or the server has ended.
  package func stream(_ head: HTTPResponse, heartbeat: [UInt8]) -> HTTPStream {
    let stream = HTTPStream(core, connection)
    let isTaken =
      !isAnswered.exchange(true, ordering: .relaxed)
      && core.put(.change(connection, stream) { $0.beginStream(head, heartbeat: heartbeat, at: $1) })
    if !isTaken { stream.finish() }
    return stream
  }
}

/// A response of unlimited length, which the server's thread writes.
package final class HTTPStream: Sendable {
  private let core: HTTPServerCore
  private let connection: UInt64
  /// Nil after the end.
  private let handlers = Mutex<[@Sendable () -> Void]?>([])

  init(_ core: HTTPServerCore, _ connection: UInt64) {
    self.core = core
    self.connection = connection
  }

  package var isOpen: Bool { handlers.withLock { $0 != nil } }

  /// Sends from any thread; the connection is closed when the client reads too slowly.
  package func send(_ bytes: [UInt8]) {
    handlers.withLock { if $0 != nil { core.put(.change(connection) { $0.send(bytes, at: $1) }) } }
  }

  /// Ends the stream, after which the connection serves further requests.
  package func end() { finish(.change(connection) { $0.endStream(at: $1) }) }

  /// Calls a handler once when either side has ended the stream: on the thread that ends it, or at once if it has ended
  /// already.
  package func onEnd(_ handler: @escaping @Sendable () -> Void) {
    let isOpen = handlers.withLock { handlers in
      handlers?.append(handler)
      return handlers != nil
    }
    if !isOpen { handler() }
  }

  func finish(_ message: HTTPMessage? = nil) {
    // The message is queued under the lock, so that no other thread queues bytes after it.
    let ended = handlers.withLock { handlers in
      if handlers != nil, let message { core.put(message) }
      defer { handlers = nil }
      return handlers
    }
    for handler in ended ?? [] { handler() }
  }
}
