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
  /// A question that was left pending and never woken.
  case unanswered(String)
  /// The outcome of the check; the next message is of the next check.
  case passed
  case broken(CheckFinding)
  case skipped(String)
  case signedIn(Session)

  /// In bytes: of one line, and of all lines together.
  static let lineLimit = 512 << 10
  static let limit = 1 << 20

  var line: [UInt8] {
    JSONCodingWriter.bytes(of: mapped { String($0.prefix(2000)) }, .object(), isCanonical: false) + [0x0A]
  }

  /// `nil` when the line, without its line feed, is not a message.
  init?(line: [UInt8]) {
    let limits = JSONLimits(bytes: Self.lineLimit, depth: 4, values: 256)
    guard let message = try? JSONCodingReader.read(ObjectKind<CheckMessage>(), fromText: line, limits: limits) else {
      return nil
    }
    self = message.mapped(\.displayable)
  }

  private func mapped(_ change: (String) -> String) -> CheckMessage {
    switch self {
    case .step(let text): .step(change(text))
    case .untried(let text): .untried(change(text))
    case .unanswered(let text): .unanswered(change(text))
    case .passed, .signedIn: self
    case .skipped(let reason): .skipped(change(reason))
    case .broken(let finding): .broken(finding.mapped(change))
    }
  }
}

extension CheckMessage: Coded {
  private enum Kind: String, CodedWord { case step, passed, skipped, broken, untried, unanswered, signedIn }

  static var blank: CheckMessage { .passed }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (kind, text, finding, session) = (Kind.passed, "", CheckFinding.blank, Session.blank)
    switch self {
    case .step(let what): (kind, text) = (.step, what)
    case .untried(let what): (kind, text) = (.untried, what)
    case .unanswered(let what): (kind, text) = (.unanswered, what)
    case .passed: break
    case .skipped(let reason): (kind, text) = (.skipped, reason)
    case .broken(let found): (kind, finding) = (.broken, found)
    case .signedIn(let new): (kind, session) = (.signedIn, new)
    }
    try coder.member("result", &kind, .word(.passed))
    switch kind {
    case .passed: break
    case .step, .untried, .unanswered, .skipped: try coder.member("text", &text, .sentence)
    case .broken: try coder.member("finding", &finding, .object())
    case .signedIn: try coder.member("session", &session, .object())
    }
    self =
      switch kind {
      case .passed: .passed
      case .step: .step(text)
      case .untried: .untried(text)
      case .unanswered: .unanswered(text)
      case .skipped: .skipped(text)
      case .broken: .broken(finding)
      case .signedIn: .signedIn(session)
      }
  }
}

struct CheckTranscript {
  struct End: Equatable {
    var message: CheckMessage
    var gaps = CheckGaps()
  }

  private let count: Int
  private var rest: [UInt8] = []
  private var received = 0
  private(set) var step = ""
  /// What was not tried in the check that has not ended.
  private(set) var gaps = CheckGaps()
  /// The end of each check so far; empty after any bytes that are not a message.
  private(set) var ends: [End] = []
  private var isGarbled = false

  init(of count: Int) { self.count = count }

  var isComplete: Bool { ends.count == count }

  mutating func add(_ bytes: [UInt8]) {
    received += bytes.count
    if received > CheckMessage.limit { isGarbled = true }
    if !isGarbled { rest += bytes }
    while !isGarbled, let index = rest.firstIndex(of: 0x0A) {
      take(Array(rest[..<index]))
      rest.removeFirst(index + 1)
    }
    if rest.count > CheckMessage.lineLimit { isGarbled = true }
    if isGarbled { (rest, ends) = ([], []) }
  }

  private mutating func take(_ line: [UInt8]) {
    guard ends.count < count, let message = CheckMessage(line: line) else {
      isGarbled = true
      return
    }
    switch message {
    case .step(let text): step = text
    case .untried(let text): gaps.add(untried: text)
    case .unanswered(let text): gaps.add(unanswered: text)
    case .passed, .broken, .skipped, .signedIn:
      ends.append(End(message: message, gaps: gaps))
      gaps = CheckGaps()
    }
  }
}
