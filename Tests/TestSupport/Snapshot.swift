import Foundation
package import Testing

/// Compares a text, line by line, with the file of that name in the `Snapshots` of the calling tests.
///
/// With `RECORD_SNAPSHOTS=1` in the environment, it writes the file instead, and makes the test fail with a message.
package func expectSnapshot(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let file = GeneratedDocument.package.appendingPathComponent("Tests/\(sourceLocation.moduleName)/Snapshots/\(name)")
  let found = text.hasSuffix("\n") ? text : text + "\n"
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
    try Data(found.utf8).write(to: file)
    Issue.record("recorded \(name)", sourceLocation: sourceLocation)
    return
  }
  let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
  #expect(
    found == expected, "\(name) differs:\n\(difference(from: expected, to: found))", sourceLocation: sourceLocation)
}

/// Returns the lines that differ: `-` marks a line of the file, `+` a line of the text.
package func difference(from expected: String, to found: String) -> String {
  let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let new = found.split(separator: "\n", omittingEmptySubsequences: false)
  return new.difference(from: old).map { change in
    switch change {
    case .remove(let line, let text, _): (line, 0, "\(line + 1)- \(text)")
    case .insert(let line, let text, _): (line, 1, "\(line + 1)+ \(text)")
    }
  }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2).joined(separator: "\n")
}
