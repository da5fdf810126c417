internal import AppControllerJSON
import AppControllerKit

/// What `--format json` prints besides interfaces: one object on one line, which begins with the version of its schema.
///
/// `Docs/Schemas/appctl.schema.json` has the schema of each command.
enum JSONReport {
  /// It counts up when a member goes away or means something else; a new member comes without that.
  static let schema = 1

  /// Writes a report.
  ///
  /// - Parameter members: Writes the members behind the version, their names in order.
  /// - Returns: The text, with its line feed.
  static func text(_ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("schema")
    writer.int(schema)
    members(&writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}
