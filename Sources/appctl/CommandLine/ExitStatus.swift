/// What the process tells its caller when it ends; the numbers above 1 are those of `sysexits.h`.
enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case refused = 1
  case usage = 64
  case invalidData = 65
  case noProvider = 66
  case unavailable = 69
  case internalError = 70
  case storeFailed = 74
  case timedOut = 75
  case security = 77

  /// What it means, as the overview prints it.
  var meaning: String {
    switch self {
    case .done: "done"
    case .refused: "refused: a sign-in denied, an input that breaks a rule, a transition vetoed, a replay that differs"
    case .usage: "wrong usage, or an input is missing"
    case .invalidData: "an invalid description or file"
    case .noProvider: "no such provider or file"
    case .unavailable: "the provider cannot be loaded, or died"
    case .internalError: "a bug of appctl"
    case .storeFailed: "sessions cannot be read or written, or standard output takes no result"
    case .timedOut: "timed out; try again"
    case .security: "refused by a security rule"
    }
  }
}
