package import AppControllerJSON
import AppControllerKit

/// The output of `--format json` except interfaces: one object on one line, which begins with the version of its
/// schema.
///
/// The schema of each command is in `Docs/Schemas/appctl.schema.json`.
enum JSONReport {
  /// The version of the schema.
  ///
  /// It is incremented when a member is removed or changes its meaning, but not for a new member.
  static let schema = 1

  /// Ends with a line feed; the members follow the version, and have to be sorted by name.
  static func text(_ members: KeyValuePairs<String, JSONValue>) -> String { text { $0.members(members) } }

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
  mutating func members(_ members: KeyValuePairs<String, JSONValue>) {
    for (name, value) in members {
      key(name)
      write(value)
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// The members have to be sorted by name.
  package init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members.map(Member.init)) }

  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  static func number(_ number: (some BinaryInteger)?) -> JSONValue { number.map { .int(Int64($0)) } ?? .null }

  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// The texts have to be sorted by name.
  static func texts(_ texts: [(String, String)]) -> JSONValue {
    .object(texts.map { Member($0, .string($1)) })
  }
}
