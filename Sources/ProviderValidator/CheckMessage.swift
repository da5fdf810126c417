internal import AppControllerJSON
internal import AppControllerKit

/// A message of a child to the runner, as one line of JSON.
///
/// The provider runs inside the child and could have written any message, so only the form of a message is trusted.
enum CheckMessage: Equatable {
  /// The current step of the check.
  case step(String)
  /// An action that the check did not try, because its time was over.
  case untried(String)
  /// The outcome of the check; the last message.
  case passed
  case broken(CheckFinding)
  case skipped(String)
  /// The session of a sign-in for the checks; the last message.
  case signedIn(Session)

  /// The maximum sizes of one line and of all lines together, in bytes.
  static let lineLimit = 512 << 10
  static let limit = 1 << 20

  /// The message as a line.
  var line: [UInt8] {
    JSONCodingWriter.bytes(of: mapped { String($0.prefix(2000)) }, .object(), isCanonical: false) + [0x0A]
  }

  /// Reads a line without its line feed; returns `nil` when it is not a message.
  init?(line: [UInt8]) {
    let limits = JSONLimits(bytes: Self.lineLimit, depth: 4, values: 256)
    guard let value = try? JSONReader.read(line, limits: limits),
      let message = try? JSONCodingReader.read(CheckMessage.self, from: value)
    else { return nil }
    self = message.mapped(\.displayable)
  }

  private func mapped(_ change: (String) -> String) -> CheckMessage {
    switch self {
    case .step(let text): .step(change(text))
    case .untried(let text): .untried(change(text))
    case .passed, .signedIn: self
    case .skipped(let reason): .skipped(change(reason))
    case .broken(let finding): .broken(finding.mapped(change))
    }
  }
}

extension CheckMessage: Coded {
  private enum Kind: String, CodedWord { case step, passed, skipped, broken, untried, signedIn }

  static var blank: CheckMessage { .passed }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (kind, text, finding, session) = (Kind.passed, "", CheckFinding.blank, Session.blank)
    switch self {
    case .step(let what): (kind, text) = (.step, what)
    case .untried(let what): (kind, text) = (.untried, what)
    case .passed: break
    case .skipped(let reason): (kind, text) = (.skipped, reason)
    case .broken(let found): (kind, finding) = (.broken, found)
    case .signedIn(let new): (kind, session) = (.signedIn, new)
    }
    try coder.member("result", &kind, .word(.passed))
    switch kind {
    case .passed: self = .passed
    case .step:
      try coder.member("text", &text, .sentence)
      self = .step(text)
    case .skipped:
      try coder.member("text", &text, .sentence)
      self = .skipped(text)
    case .untried:
      try coder.member("text", &text, .sentence)
      self = .untried(text)
    case .broken:
      try coder.member("finding", &finding, .object())
      self = .broken(finding)
    case .signedIn:
      try coder.member("session", &session, .object())
      self = .signedIn(session)
    }
  }
}

/// All messages of one child, read from its bytes as they arrive.
struct CheckTranscript {
  private var rest: [UInt8] = []
  private var received = 0
  /// The last step.
  private(set) var step = ""
  /// The actions that the check did not try, at most ``untriedLimit``.
  private(set) var untried: [String] = []
  private static let untriedLimit = 100
  /// The last message; `nil` while there is none, and after any bytes that are not a message.
  private(set) var end: CheckMessage?
  private var isGarbled = false

  /// Adds bytes that have arrived.
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
    switch message {
    case .step(let text): step = text
    case .untried(let text): if untried.count < Self.untriedLimit { untried.append(text) }
    case .passed, .broken, .skipped, .signedIn: end = message
    }
  }
}
