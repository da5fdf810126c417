import Testing

/// A bad provider, and the expected outcome.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
  /// The expected outcome; its texts have to be in the error's `what`.
  enum Outcome: Sendable {
    /// It works from launch to logout.
    case works
    /// It is not loaded.
    case isNotLoaded(String, [String])
    /// Its logged-out interface is refused, at a path.
    case describesWrongly(String, at: String, [String])
    /// It fails to describe its logged-out interface.
    case failsToDescribe(String, [String])
    /// The transition to logged in fails, and nothing changes.
    case failsToLogIn(String, [String])
    /// Its answer to the action is refused, and nothing of it is applied.
    case failsToPerform(String, [String])
    /// Its button, pressed once for each message, gives these messages, and no login happens.
    case says([String])
    /// It gives the first message, and after a tick of the host the second.
    case saysAfterTick(String, String)
    /// It never answers.
    case timesOut
    /// Its thread logs in.
    case logsInLater
    /// Its thread logs out.
    case logsOutLater
    /// It uses the host after its end.
    case outlivesItsEnd
  }

  let mode: String
  let outcome: Outcome

  init(_ mode: String, _ outcome: Outcome) {
    self.mode = mode
    self.outcome = outcome
  }

  var testDescription: String { mode }
}
