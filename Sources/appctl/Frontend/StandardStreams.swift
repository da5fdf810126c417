import Glibc

struct StandardStreams: Sendable {
  var inputIsTerminal: Bool
  var outputIsTerminal: Bool

  static var current: StandardStreams {
    StandardStreams(inputIsTerminal: isatty(STDIN_FILENO) == 1, outputIsTerminal: isatty(STDOUT_FILENO) == 1)
  }
}

enum TerminalEnvironment {
  static var current: [String: String] {
    let names = [
      "TERM", "TERM_PROGRAM", "COLORTERM", "COLORFGBG", "NO_COLOR", "ACCESSIBLE", "LC_ALL", "LC_CTYPE", "LANG",
    ]
    return Dictionary(
      names.compactMap { name in unsafe getenv(name).map { (name, unsafe String(cString: $0)) } }
    ) { $1 }
  }
}

enum LineReason {
  /// `nil` when a screen is drawn.
  static func reason(_ environment: [String: String], _ streams: StandardStreams) -> String? {
    if let accessible = environment["ACCESSIBLE"], !["", "0", "false"].contains(accessible) {
      return "ACCESSIBLE is set"
    }
    if !streams.inputIsTerminal { return "standard input is no terminal" }
    if !streams.outputIsTerminal { return "standard output is no terminal" }
    return environment["TERM"] == "dumb" ? "TERM is dumb" : nil
  }
}
