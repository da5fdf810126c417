internal import AppControllerJSON
internal import AppControllerKit

/// What a child tells the runner, one line of JSON each.
///
/// The child has the provider in it, so that nothing of this is believed but its form.
enum CheckMessage: Equatable {
  /// What it is doing now.
  case step(String)
  /// How the check ended; the last message.
  case passed
  case broken(CheckFinding)
  case skipped(String)

  /// The longest line, and the most bytes of all lines.
  static let lineLimit = 64 << 10
  static let limit = 1 << 20

  /// The message as a line.
  var line: [UInt8] {
    JSONCodingWriter.bytes(of: mapped { String($0.prefix(2000)) }, .object(), isCanonical: false) + [0x0A]
  }

  /// Reads a line without its line feed; `nil` when it is none of ours.
  init?(line: [UInt8]) {
    let limits = JSONLimits(bytes: Self.lineLimit, depth: 4, values: 16)
    guard let value = try? JSONReader.read(line, limits: limits),
      let message = try? JSONCodingReader.read(CheckMessage.self, from: value)
    else { return nil }
    self = message.mapped(\.displayable)
  }

  private func mapped(_ change: (String) -> String) -> CheckMessage {
    switch self {
    case .step(let text): .step(change(text))
    case .passed: .passed
    case .skipped(let reason): .skipped(change(reason))
    case .broken(let finding): .broken(finding.mapped(change))
    }
  }
}

extension CheckMessage: Coded {
  private enum Kind: String, CodedWord { case step, passed, skipped, broken }

  static var blank: CheckMessage { .passed }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (kind, text, finding) = (Kind.passed, "", CheckFinding.blank)
    switch self {
    case .step(let what): (kind, text) = (.step, what)
    case .passed: break
    case .skipped(let reason): (kind, text) = (.skipped, reason)
    case .broken(let found): (kind, finding) = (.broken, found)
    }
    try coder.member("result", &kind, .word(.passed))
    switch kind {
    case .passed: self = .passed
    case .step, .skipped:
      try coder.member("text", &text, .sentence)
      self = kind == .step ? .step(text) : .skipped(text)
    case .broken:
      try coder.member("finding", &finding, .object())
      self = .broken(finding)
    }
  }
}

/// Everything that one child has told, as its bytes come in.
struct CheckTranscript {
  private var rest: [UInt8] = []
  private var received = 0
  /// What it was doing last.
  private(set) var step = ""
  /// The last message; `nil` as long as there is none, and after anything that is not ours.
  private(set) var end: CheckMessage?
  private var isGarbled = false

  /// Takes bytes in.
  mutating func add(_ bytes: [UInt8]) {
    received += bytes.count
    if received > CheckMessage.limit { isGarbled = true }
    if !isGarbled { rest += bytes }
    while !isGarbled, let index = rest.firstIndex(of: 0x0A) {
      take(Array(rest[..<index]))
      rest.removeFirst(index + 1)
    }
    if rest.count > CheckMessage.lineLimit { isGarbled = true }
    if isGarbled { (rest, end) = ([], nil) }
  }

  private mutating func take(_ line: [UInt8]) {
    guard end == nil, let message = CheckMessage(line: line) else {
      isGarbled = true
      return
    }
    if case .step(let text) = message { step = text } else { end = message }
  }
}
