import ProviderSDK

/// The plugin's error.
///
/// No text of greetd and none that was typed is in it.
struct GreetdError: ExplainedError, Equatable {
  enum Code: String {
    /// greetd did not start this program.
    case noGreetd = "GREETD1"
    /// greetd cannot be reached, or has gone.
    case lost = "GREETD2"
    /// greetd did not answer in time.
    case late = "GREETD3"
    /// greetd answers what its protocol does not allow.
    case wrongAnswer = "GREETD4"
    /// greetd has failed.
    case failed = "GREETD5"
    /// There is no session to start.
    case noSession = "GREETD6"
    /// A command to restart or to power off has failed.
    case power = "GREETD7"
  }

  let code: Code
  let what: String
  let why: String
  let fix: String

  init(_ code: Code, _ what: String, why: String, fix: String) {
    (self.code, self.what, self.why, self.fix) = (code, what, why, fix)
  }

  static let noGreetd = GreetdError(
    .noGreetd, "nobody can log in here", why: "there is no socket at GREETD_SOCK, or greetd did not start this program",
    fix: "name appctl run in the config.toml of greetd, as Docs/Greeter.md shows")

  static func lost(_ why: String) -> GreetdError {
    GreetdError(.lost, "greetd cannot be reached", why: why, fix: "try again, or look at journalctl -u greetd")
  }

  static let late = GreetdError(
    .late, "greetd did not answer in time", why: "what it asks for the login has not ended",
    fix: "try again, or look at journalctl -u greetd")

  static func wrongAnswer(_ why: String) -> GreetdError {
    GreetdError(
      .wrongAnswer, "the answer of greetd cannot be used", why: why,
      fix: "check that GREETD_SOCK names the socket of a greetd, and its version")
  }

  static func failed(_ what: String) -> GreetdError {
    GreetdError(.failed, what, why: "greetd says no more to a greeter", fix: "look at journalctl -u greetd")
  }

  static let noSession = GreetdError(
    .noSession, "there is no session to start", why: "the folders of the setting sessions have none",
    fix: "install a desktop, or give the setting command")

  /// The error in one line, for a screen.
  var sentence: String { "\(what.prefix(1).uppercased())\(what.dropFirst()): \(why). To fix it, \(fix)." }
}
