package import Foundation
package import Testing

/// A document or source that people write, with parts that are generated.
///
/// The generated parts stand between `<!-- generated: NAME -->` and `<!-- end -->`, in a source between
/// `// generated: NAME` and `// end of what is generated`.
package struct GeneratedDocument {
  /// The package's root folder.
  package static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private let file: URL
  private let path: String
  /// What stands around the name of a part, and what ends it.
  private let marks: (opening: String, afterName: String, closing: String)
  /// The text of the file.
  package let text: String

  /// Reads a document by its path in the package.
  package init(_ path: String) throws {
    self.path = path
    marks =
      path.hasSuffix(".md")
      ? ("<!-- generated: ", " -->\n", "<!-- end -->\n") : ("// generated: ", "\n", "// end of what is generated\n")
    file = Self.package.appendingPathComponent(path)
    text = try String(contentsOf: file, encoding: .utf8)
  }

  /// Expects each generated part to be up to date, and every part to exist once.
  ///
  /// With `RECORD_SNAPSHOTS=1` in the environment, it writes the parts instead, and makes the test fail with a message.
  package func expect(_ parts: [(name: String, text: String)], sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    var renewed = ""
    var rest = text[...]
    var names: [String] = []
    while let opening = rest.firstRange(of: marks.opening) {
      let afterOpening = try #require(
        rest[opening.upperBound...].firstRange(of: marks.afterName), sourceLocation: sourceLocation)
      let name = String(rest[opening.upperBound..<afterOpening.lowerBound])
      let closing = try #require(
        rest[afterOpening.upperBound...].firstRange(of: marks.closing), "\(name) has no end",
        sourceLocation: sourceLocation
      )
      let part = try #require(
        parts.first { $0.name == name }, "nothing generates \(name)", sourceLocation: sourceLocation)
      // A comment of a source stays where it is in its line.
      let indentation = String(repeating: " ", count: rest[..<closing.lowerBound].reversed().prefix { $0 == " " }.count)
      renewed += rest[..<afterOpening.upperBound] + "\n\(part.text)\n\n\(indentation)\(marks.closing)"
      rest = rest[closing.upperBound...]
      names.append(name)
    }
    renewed += rest
    #expect(names.sorted() == parts.map(\.name).sorted(), sourceLocation: sourceLocation)
    try expectWhole(renewed, sourceLocation: sourceLocation)
  }

  /// Expects the whole file to be a text, or writes it, as ``expect(_:sourceLocation:)`` does with parts.
  package func expectWhole(_ renewed: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try Data(renewed.utf8).write(to: file)
      Issue.record("recorded \(path)", sourceLocation: sourceLocation)
    } else {
      let isFresh = renewed == text
      #expect(
        isFresh, "\(path) is out of date; RECORD_SNAPSHOTS=1 renews it:\n\(difference(from: text, to: renewed))",
        sourceLocation: sourceLocation
      )
    }
  }
}
