internal import AppControllerKit

/// Enforces a time limit on calls of libraries in this process, which cannot be interrupted.
package struct LibraryWatchdog: Sendable {
  private let watchdog: Watchdog
  private let limit: Duration

  /// The handler is called on a thread of its own.
  package init(limit: Duration, _ handler: @escaping @Sendable (PluginError) -> Void) {
    self.limit = limit
    watchdog = Watchdog { handler(.stuck($0, $1)) }
  }

  /// The limit for this call is at least `least`.
  func watching<Value, Failure>(
    _ call: String, atLeast least: Duration = .zero, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    watchdog.begin(call, within: max(limit, least))
    defer { watchdog.end() }
    return try body()
  }
}

extension PluginError {
  fileprivate static func stuck(_ call: String, _ limit: Duration) -> PluginError {
    PluginError(
      .timedOut, what: "\(call) has not come back within \(limit)",
      why: "a function of a provider has to return at once, and nothing can interrupt one in the process of the app",
      fix: "give it more time with --timeout; or run it with --isolated, where it is ended alone"
    )
  }
}
