package struct HTTPLimits: Sendable, Equatable {
  /// In bytes.
  package var target = 2048
  /// In bytes, including the request line and the empty line at the end.
  package var head = 16 * 1024
  package var fields = 64
  /// In bytes.
  package var body = 64 * 1024
  /// Further connections are answered 503.
  package var connections = 64
  /// From the first byte of a head to its end, and from the start of a connection to its first byte.
  package var headTime = Duration.seconds(10)
  /// From the end of a head to the end of its body.
  package var bodyTime = Duration.seconds(30)
  package var idleTime = Duration.seconds(60)
  /// The time for which a client may read nothing of a response.
  package var responseTime = Duration.seconds(30)
  /// In unsent bytes.
  package var streamBacklog = 1024 * 1024
  /// The time without bytes on a stream, after which a heartbeat is sent.
  package var heartbeat = Duration.seconds(15)
  /// The time for which the rest of a refused request is discarded, so that the client can read the response.
  package var lingerTime = Duration.seconds(2)

  package init() {}
}
