internal import AppControllerKit
internal import Glibc

/// A server on a thread of its own, which ends with this object.
package final class HTTPServer: Sendable {
  /// Where the server listens, with the port that the system chose for port 0.
  package let address: HTTPAddress
  private let mailbox: HTTPMailbox

  /// Starts a server.
  ///
  /// Both closures are called on the server's thread and must not block. The one for requests passes the exchange on or
  /// answers at once.
  ///
  /// - Parameters:
  ///   - socket: The socket, which the server closes.
  ///   - limits: The bounds of what clients may do.
  ///   - refused: Takes each refusal, for a log.
  ///   - ended: Called when the server has ended and its socket is closed.
  ///   - handler: Takes each request.
  /// - Throws: The reason why the system has no thread or no file for it.
  package init(
    _ socket: consuming HTTPSocket, limits: HTTPLimits = HTTPLimits(),
    refused: @escaping @Sendable (HTTPRefusal) -> Void, ended: @escaping @Sendable () -> Void = {},
    handler: @escaping @Sendable (HTTPRequest, HTTPExchange) -> Void
  ) throws(HTTPError) {
    address = socket.address
    let mailbox = try HTTPMailbox()
    self.mailbox = mailbox
    let listener = HTTPServerLoop.Listener(socket)
    let number = DetachedThread.start {
      let loop = HTTPServerLoop(listener, mailbox, limits, refused, handler)
      loop.run()
      listener.close()
      ended()
    }
    guard number == 0 else { throw HTTPError("start the thread of the server", number) }
  }

  deinit { stop() }

  /// Ends the thread soon, and with it all connections and streams; exchanges that are open have no effect.
  package func stop() { mailbox.put(.stop) }
}
