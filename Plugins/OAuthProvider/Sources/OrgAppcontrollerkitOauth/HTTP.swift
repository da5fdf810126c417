import ProviderSDK

/// One request to a server.
struct HTTPRequest: Sendable {
  let url: WebAddress
  /// The body, encoded as a form, which may hold secrets; `nil` for a GET.
  var form: Secret?
  /// The value of the header Authorization.
  var authorization: Secret?
  /// The time from the beginning to the last byte of the answer.
  var limit = Duration.seconds(30)
}

struct HTTPAnswer: Sendable, Equatable {
  let status: Int
  let body: [UInt8]
}

/// Why there is no answer.
///
/// The text is libcurl's or ours, never the server's.
enum HTTPFailure: Error, Equatable {
  case notReached(String)
  case tooLarge
}

/// Whoever sends requests: libcurl, or a test.
protocol HTTPTransport: Sendable {
  /// - Throws: ``HTTPFailure``, or a `CancellationError` at once when the task is cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPAnswer

  /// Takes the handle of the question under way, over which names are resolved.
  func use(_ controller: ControllerHandle)
}

/// The clock, which tests move.
protocol Time: Sendable {
  /// The time since some moment; it does not jump.
  func now() -> Duration
  func sleep(_ duration: Duration) async throws
}

struct MonotonicTime: Time {
  private static let start = ContinuousClock.now

  func now() -> Duration { Self.start.duration(to: .now) }
  func sleep(_ duration: Duration) async throws { try await Task.sleep(for: duration, tolerance: .milliseconds(50)) }
}
