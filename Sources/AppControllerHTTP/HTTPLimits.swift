/// The bounds of a server: what a client may send, hold and delay.
package struct HTTPLimits: Sendable, Equatable {
  /// The bytes of a request's target.
  package var target = 2048
  /// The bytes of a request's head, with its line and the empty line at its end.
  package var head = 16 * 1024
  /// The header fields of a request.
  package var fields = 64
  /// The bytes of a request's body.
  package var body = 64 * 1024
  /// The connections at one time; further ones are answered 503.
  package var connections = 64
  /// The time for a head from its first byte, and for the first byte of a connection.
  package var headTime = Duration.seconds(10)
  /// The time for a body, from the end of the head.
  package var bodyTime = Duration.seconds(30)
  /// The time without a request on a connection that had one.
  package var idleTime = Duration.seconds(60)
  /// The time for which a client may take nothing of what is sent.
  package var responseTime = Duration.seconds(30)
  /// The bytes of a stream that a client has not taken.
  package var streamBacklog = 1024 * 1024
  /// The time without bytes on a stream, after which a heartbeat is sent.
  package var heartbeat = Duration.seconds(15)
  /// The time for which the rest of what a client sends is discarded, so that it reads why its request was refused.
  package var lingerTime = Duration.seconds(2)

  package init() {}
}
