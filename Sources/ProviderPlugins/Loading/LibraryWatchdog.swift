internal import AppControllerKit

/// Sees to it that the functions of libraries that are loaded into this process come back, which nothing can interrupt.
package struct LibraryWatchdog: Sendable {
  private let watchdog: Watchdog
  private let limit: Duration

  /// Makes one that watches nothing yet.
  ///
  /// - Parameters:
  ///   - limit: How long a call may take.
  ///   - handler: What is done, on a thread of its own, when one has not come back; it is given the error for that.
  package init(limit: Duration, _ handler: @escaping @Sendable (PluginError) -> Void) {
    self.limit = limit
    watchdog = Watchdog { handler(.stuck($0, $1)) }
  }

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - call: What is called, for a message.
  ///   - least: How long it may take at the least.
  ///   - body: The call.
  /// - Returns: What the call returns.
  /// - Throws: What the call throws.
  func watching<Value, Failure>(
    _ call: String, atLeast least: Duration = .zero, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    watchdog.begin(call, within: max(limit, least))
    defer { watchdog.end() }
    return try body()
  }
}

extension PluginError {
  /// The error for a call that has not come back.
  fileprivate static func stuck(_ call: String, _ limit: Duration) -> PluginError {
    PluginError(
      .timedOut, what: "\(call) has not come back within \(limit)",
      why: "a function of a provider has to return at once, and nothing can interrupt one in the process of the app",
      fix: "give it more time with --timeout; or run it with --isolated, where it is ended alone"
    )
  }
}
