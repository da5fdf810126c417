internal import AppControllerJSON
import ProviderSDK

/// What a greeter asks of greetd.
enum GreetdRequest: Sendable, Equatable {
  case createSession(user: String)
  /// The answer to a message; `nil` to one that asks nothing.
  case answer(Secret?)
  case startSession(command: [String], environment: [String])
  case cancelSession

  /// The JSON, which may hold a secret: whoever has it wipes it.
  func encoded() -> [UInt8] {
    // It must not grow, because what it leaves behind would not be wiped; a character has at most six bytes.
    var writer = JSONWriter(capacity: 128 + 6 * size)
    writer.beginObject()
    writer.key("type")
    switch self {
    case .createSession(let user):
      writer.string("create_session")
      writer.key("username")
      writer.string(user)
    case .answer(let answer):
      writer.string("post_auth_message_response")
      writer.key("response")
      if let answer { answer.withUTF8Bytes { writer.string($0) } } else { writer.null() }
    case .startSession(let command, let environment):
      writer.string("start_session")
      for (name, texts) in [("cmd", command), ("env", environment)] {
        writer.key(name)
        writer.beginArray()
        for text in texts { writer.string(text) }
        writer.endArray()
      }
    case .cancelSession: writer.string("cancel_session")
    }
    writer.endObject()
    return writer.bytes
  }

  private var size: Int {
    switch self {
    case .createSession(let user): user.utf8.count
    case .answer(let answer): answer?.withUTF8Bytes { $0.count } ?? 0
    case .startSession(let command, let environment): (command + environment).reduce(0) { $0 + $1.utf8.count + 3 }
    case .cancelSession: 0
    }
  }
}

/// What greetd answers.
enum GreetdMessage: Sendable, Equatable {
  case success
  /// It has refused who it is, or something else has failed; its description may hold what was typed, and is left out.
  case failure(isRefusal: Bool)
  case question(Question)
  case notice(Notice)

  /// The largest message that is read, in bytes.
  static let limit = 64 << 10

  /// Reads a message.
  init(_ bytes: [UInt8]) throws(GreetdError) {
    let limits = JSONLimits(bytes: Self.limit, depth: 8, values: 64)
    guard let json = try? JSONReader.read(bytes, limits: limits) else {
      throw .wrongAnswer("it is not the JSON of a message")
    }
    switch json.word("type") {
    case "success": self = .success
    case "error": self = .failure(isRefusal: json.word("error_type") == "auth_error")
    case "auth_message":
      guard let text = json["auth_message"]?.stringValue else { throw .wrongAnswer("a message of it has no text") }
      switch json.word("auth_message_type") {
      case "visible": self = .question(Question(text, isSecret: false))
      case "secret": self = .question(Question(text, isSecret: true))
      case "info": self = .notice(Notice(text, isError: false))
      case "error": self = .notice(Notice(text, isError: true))
      default: throw .wrongAnswer("a message of it is of an unknown type")
      }
    default: throw .wrongAnswer("it is of an unknown type")
    }
  }
}

/// A question of PAM, whose text is made harmless.
struct Question: Sendable, Equatable {
  /// The lines before the prompt, such as what there is to choose from.
  let introduction: [String]
  /// The last line, which becomes the label of a field.
  let prompt: String
  let isSecret: Bool

  init(_ text: String, isSecret: Bool) {
    var lines = PlainText.lines(text, atMost: 4096).suffix(16)
    let isShort = lines.last.map { $0.unicodeScalars.count <= PlainText.labelLimit } ?? false
    prompt = PlainText.label(isShort ? lines.removeLast() : "")
    introduction = lines.map { PlainText.line($0, atMost: 512) }
    self.isSecret = isSecret
  }
}

/// A text of PAM that asks nothing, as lines that are made harmless.
struct Notice: Sendable, Equatable {
  let lines: [String]
  let isError: Bool

  init(_ text: String, isError: Bool) {
    lines = Array(PlainText.lines(text, atMost: 512).prefix(16))
    self.isError = isError
  }
}

/// What is taken from elsewhere into a screen.
enum PlainText {
  /// The most characters of a label, whose bytes are limited.
  static let labelLimit = 120

  /// The lines of a text that are not empty, without controls and marks of direction, of so many characters at most.
  static func lines(_ text: String, atMost count: Int) -> [String] {
    let scalars = text.unicodeScalars.prefix(count).map { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n" || scalar == "\t" ? scalar : nil
      case .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: nil as Unicode.Scalar?
      default: scalar
      }
    }
    let plain = String(String.UnicodeScalarView(scalars.compactMap { $0 == "\t" ? " " : $0 }))
    return plain.split(separator: "\n").map(trimmed).filter { !$0.isEmpty }
  }

  /// One line of a text.
  static func line(_ text: String, atMost count: Int) -> String {
    lines(text, atMost: count).joined(separator: " ")
  }

  /// A prompt as the label of a field: without the colon at its end.
  static func label(_ prompt: String) -> String {
    let label = trimmed(prompt.hasSuffix(":") ? prompt.dropLast() : prompt[...])
    return label.isEmpty ? "Answer" : label
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    var rest = Substring(text)
    while rest.utf8.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    while rest.utf8.last == UInt8(ascii: " ") { rest = rest.dropLast() }
    return String(rest)
  }
}

extension JSONValue {
  /// A word of the protocol, which is short; empty for anything else.
  fileprivate func word(_ name: String) -> String {
    guard let text = self[name]?.stringValue, text.utf8.count <= 32 else { return "" }
    return text
  }
}
