package import AppControllerJSON
import AppControllerKit

/// What `--format json` prints besides interfaces: one object on one line, which begins with the version of its schema.
///
/// `Docs/Schemas/appctl.schema.json` has the schema of each command.
enum JSONReport {
  /// It counts up when a member goes away or means something else; a new member comes without that.
  static let schema = 1

  /// The text of a report with its line feed, its members behind the version, their names in order.
  static func text(_ members: KeyValuePairs<String, JSONValue>) -> String { text { $0.members(members) } }

  /// The text of a report whose members are written one by one.
  static func text(_ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.members(["schema": .number(schema)])
    members(&writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}

extension JSONWriter {
  /// Writes members of the object that is open.
  mutating func members(_ members: KeyValuePairs<String, JSONValue>) {
    for (name, value) in members {
      key(name)
      write(value)
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object, its names in order.
  package init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members.map(Member.init)) }

  /// A text; null when there is none.
  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// An integer; null when there is none.
  static func number(_ number: (some BinaryInteger)?) -> JSONValue { number.map { .int(Int64($0)) } ?? .null }

  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// An object of texts, their names in order.
  static func texts(_ texts: [(String, String)]) -> JSONValue {
    .object(texts.map { Member($0, .string($1)) })
  }
}
