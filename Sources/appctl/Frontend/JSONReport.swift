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
  static func text(_ members: KeyValuePairs<String, any JSONConvertible>) -> String { text { $0.members(members) } }

  static func text(_ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.members(["schema": schema])
    members(&writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}

extension JSONWriter {
  mutating func members(_ members: KeyValuePairs<String, any JSONConvertible>) {
    for (name, value) in members {
      key(name)
      write(value.json)
    }
  }
}

extension Console {
  /// Prints a result in the format that is asked for.
  nonisolated func result(
    _ format: Format?, _ members: @autoclosure () -> KeyValuePairs<String, any JSONConvertible>,
    text: @autoclosure () -> String
  ) {
    result(format == .json ? JSONReport.text(members()) : text())
  }
}

/// What a report can have as a member.
package protocol JSONConvertible {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible, ExpressibleByDictionaryLiteral {
  package var json: JSONValue { self }

  /// The members have to be sorted by name.
  package init(dictionaryLiteral members: (String, any JSONConvertible)...) {
    self = .object(members.map { Member($0, $1.json) })
  }
}

extension String: JSONConvertible {
  package var json: JSONValue { .string(self) }
}

extension Bool: JSONConvertible {
  package var json: JSONValue { .bool(self) }
}

/// As the seconds since 1970.
extension Timestamp: JSONConvertible {
  package var json: JSONValue { .int(secondsSince1970) }
}

extension JSONConvertible where Self: BinaryInteger {
  package var json: JSONValue { .int(Int64(clamping: self)) }
}

extension Int: JSONConvertible {}
extension Int64: JSONConvertible {}
extension UInt32: JSONConvertible {}
extension UInt64: JSONConvertible {}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
  package var json: JSONValue { .object(sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value.json) }) }
}
