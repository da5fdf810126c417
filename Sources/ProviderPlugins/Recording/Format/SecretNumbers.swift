internal import AppControllerJSON
internal import AppControllerKit
import Synchronization

/// The numbers that replace secrets in a recording; equal secrets have the same number, and the recording contains
/// nothing else of them.
final class SecretNumbers: Sendable {
  private let secrets = Mutex<[Secret]>([])
  /// Secrets without a number, because no event contains them.
  private let hidden = Mutex<[Secret]>([])

  var count: Int { secrets.withLock { $0.count } }

  func hide(_ secret: Secret) { hidden.withLock { $0.append(secret) } }

  /// Returns the number of a secret, counting from 1.
  func number(of secret: Secret) -> Int {
    secrets.withLock { secrets in
      if let index = secrets.firstIndex(of: secret) { return index + 1 }
      secrets.append(secret)
      return secrets.count
    }
  }

  func standIn(for number: Int) -> Secret {
    secrets.withLock { secrets in
      while secrets.count < number { secrets.append(Secret("secret-\(secrets.count + 1)")) }
      return secrets[number - 1]
    }
  }

  /// Made on demand, each together with those of lower numbers; `nil` for no number of a secret.
  func standIn(_ value: JSONValue) -> Secret? {
    value.intValue.flatMap { (1...100_000).contains($0) ? standIn(for: Int($0)) : nil }
  }

  /// Replaces the stand-in with a number by a secret.
  func assign(_ secret: Secret, to number: Int) {
    _ = standIn(for: number)
    secrets.withLock { $0[number - 1] = secret }
  }
}

// MARK: - In a line

extension SecretNumbers {
  func members(of value: some Coded) -> [JSONValue.Member] {
    JSONCodingWriter.members(of: value) { .int(Int64(self.number(of: $0))) }
  }

  /// Members of a line of its own, of which one without a value is left out, and those of a value after them.
  func members(_ own: KeyValuePairs<String, JSONValue?>, _ value: (any Coded)? = nil) -> [JSONValue.Member] {
    own.compactMap { name, value in value.map { JSONValue.Member(name, $0) } } + (value.map { members(of: $0) } ?? [])
  }

  func object(_ value: (some Coded)?) -> JSONValue? { value.map { .object(members(of: $0)) } }
}

extension JSONValue {
  /// A number that does not fit in 63 bits is a string.
  static func number(_ number: (some FixedWidthInteger)?) -> JSONValue? {
    number.map { number in Int64(exactly: number).map { .int($0) } ?? .string("\(number)") }
  }

  static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
}

// MARK: - In texts of a provider

extension SecretNumbers {
  /// The minimum length of a secret that is searched in texts, in bytes; shorter ones would occur everywhere by chance.
  private static let shortest = 4

  /// The members whose values are keywords of the format, or ids.
  private static let words: Set<String> = [
    "line", "for", "event", "effect", "function", "state", "target", "kind", "id", "name", "node", "input", "content",
    "style", "scope", "sends", "severity", "tabs", "item", "dir", "lang", "reply", "how", "of",
  ]

  /// Returns members without any secret in their texts.
  ///
  /// A provider may repeat a secret in a message. A keyword of the format, such as the kind `password`, is kept even
  /// when it equals a secret. The value of a secret node is always removed.
  func redacted(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    let texts = texts
    return members.map { Self.redacted($0, texts) }
  }

  func redacted(_ text: String) -> String { Self.redacted(text, in: "", texts) }

  /// A longer one is replaced before a shorter one that it contains.
  private var texts: [String] {
    let all = secrets.withLock { $0 } + hidden.withLock { $0 }
    return Set(all.filter { $0.byteCount >= Self.shortest }.flatMap { Self.forms(of: $0.text) })
      .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// Returns the forms in which a text may have a secret: as it is, made displayable, escaped as in JSON, and a line of
  /// several.
  private static func forms(of secret: String) -> [String] {
    if secret.isDisplayable, !secret.utf8.contains(where: { [0x22, 0x2F, 0x5C].contains($0) }) { return [secret] }
    let literal = String(decoding: JSONValue.string(secret).text.utf8.dropFirst().dropLast(), as: UTF8.self)
    let escaped = [literal, literal.withLowercaseEscapes].flatMap { [$0, $0.replacingBytes("/", with: "\\/")] }
    let lines = secret.split { $0.isNewline }.map(String.init).filter { $0 != secret && $0.utf8.count >= 2 * shortest }
    return [secret, secret.displayable, secret.displayableLines] + escaped + lines.flatMap { forms(of: $0) }
  }

  private static func redacted(_ member: JSONValue.Member, _ secrets: [String]) -> JSONValue.Member {
    let name = redacted(member.name, in: "name", secrets)
    return JSONValue.Member(name, redacted(member.value, in: member.name, secrets))
  }

  private static func redacted(_ value: JSONValue, in name: String, _ secrets: [String]) -> JSONValue {
    switch value {
    case .string(let text): .string(redacted(text, in: name, secrets))
    case .array(let values): .array(values.map { redacted($0, in: name, secrets) })
    case .object(let members) where name == "secret" && members.contains(where: { $0.name == "value" }):
      .object([JSONValue.Member("value", .string("(secret)"))])
    case .object(let members): .object(members.map { redacted($0, secrets) })
    case .null, .bool, .int, .double: value
    }
  }

  private static func redacted(_ text: String, in name: String, _ secrets: [String]) -> String {
    words.contains(name) && isWord(text) ? text : text.redacted(secrets)
  }

  private static func isWord(_ text: String) -> Bool {
    text.utf8.count <= 32 && text.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 }
  }
}

extension String {
  /// Hides the texts of secrets, each of which is replaced before those after it.
  package func redacted(_ secrets: [String]) -> String {
    // By bytes, because a mark may join a secret to what is beside it; by characters, because it may be normalized.
    secrets.reduce(self) { $0.replacingBytes($1, with: "(secret)").replacing($1, with: "(secret)") }
  }

  fileprivate func replacingBytes(_ part: String, with other: String) -> String {
    String(decoding: Array(utf8).replacing(Array(part.utf8), with: Array(other.utf8)), as: UTF8.self)
  }

  /// The text of a JSON string with the digits of its escapes in lower case, as other writers have them.
  fileprivate var withLowercaseEscapes: String {
    replacing(#/\\u[0-9A-F]{4}/#) { String($0.output).lowercased() }
  }
}
