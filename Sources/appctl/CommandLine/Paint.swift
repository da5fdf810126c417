/// Whether output has colours.
enum ColorUse: String, CaseIterable, ParameterValue {
  case auto, always, never
}

/// Writes texts in the colours of the user's terminal, as sequences of ECMA-48, or as they are.
struct Paint: Sendable {
  enum Emphasis: String {
    case strong = "1"
    case faint = "2"
    case failure = "1;31"
    case success = "32"
    case caution = "1;33"
  }

  let isOn: Bool

  init(isOn: Bool) { self.isOn = isOn }

  init(_ use: ColorUse, isTerminal: Bool, environment: [String: String]) {
    switch use {
    case .always: isOn = true
    case .never: isOn = false
    case .auto:
      isOn =
        isTerminal && environment["NO_COLOR", default: ""].isEmpty
        && !["", "dumb"].contains(environment["TERM", default: ""])
    }
  }

  func callAsFunction(_ text: String, _ emphasis: Emphasis) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The heads of errors and warnings, and the names of their parts.
  func messages(_ text: String) -> String {
    guard isOn else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      for (head, emphasis) in Self.heads where line.hasPrefix(head) {
        guard let colon = line.firstIndex(of: ":") else { continue }
        return self(String(line[...colon]), emphasis) + line[line.index(after: colon)...]
      }
      return String(line)
    }.joined(separator: "\n")
  }

  private static let heads: KeyValuePairs<String, Emphasis> = [
    "error[": .failure, "error:": .failure, "warning:": .caution, "  why:": .faint, "  fix:": .strong,
  ]
}
