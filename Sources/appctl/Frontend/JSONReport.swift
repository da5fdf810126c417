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

  /// Returns a report with its line feed; its members follow the version, sorted by name.
  static func text(_ members: KeyValuePairs<String, JSONValue>) -> String { text { $0.members(members) } }

  /// Returns a report whose members are written one by one.
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
  /// Writes members into the open object.
  mutating func members(_ members: KeyValuePairs<String, JSONValue>) {
    for (name, value) in members {
      key(name)
      write(value)
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Makes an object, its members sorted by name.
  package init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members.map(Member.init)) }

  /// A string; null for nil.
  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// An integer; null for nil.
  static func number(_ number: (some BinaryInteger)?) -> JSONValue { number.map { .int(Int64($0)) } ?? .null }

  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// An object of strings, sorted by name.
  static func texts(_ texts: [(String, String)]) -> JSONValue {
    .object(texts.map { Member($0, .string($1)) })
  }
}
