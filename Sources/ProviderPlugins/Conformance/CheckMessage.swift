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
  static let lineLimit = 16 << 10
  static let limit = 1 << 20

  /// The message as a line.
  var line: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for (name, text) in members {
      writer.key(name)
      writer.string(String(text.prefix(2000)))
    }
    writer.endObject()
    return writer.bytes + [0x0A]
  }

  private var members: [(String, String)] {
    switch self {
    case .step(let text): [("step", text)]
    case .passed: [("result", "passed")]
    case .skipped(let reason): [("result", "skipped"), ("reason", reason)]
    case .broken(let finding):
      [("result", "broken"), ("expected", finding.expected), ("seen", finding.seen), ("cause", finding.cause)]
    }
  }

  /// Reads a line without its line feed; `nil` when it is none of ours.
  init?(line: [UInt8]) {
    let limits = JSONLimits(bytes: Self.lineLimit, depth: 2, values: 16)
    guard let value = try? JSONReader.read(line, limits: limits) else { return nil }
    func text(_ name: String) -> String? { value[name]?.stringValue?.displayable }
    if let step = text("step") {
      self = .step(step)
      return
    }
    switch text("result") {
    case "passed": self = .passed
    case "skipped":
      guard let reason = text("reason") else { return nil }
      self = .skipped(reason)
    case "broken":
      guard let expected = text("expected"), let seen = text("seen"), let cause = text("cause") else { return nil }
      self = .broken(CheckFinding(expected: expected, seen: seen, cause: cause))
    default: return nil
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
