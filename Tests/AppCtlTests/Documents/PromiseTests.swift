import Foundation
import TestSupport
import Testing

/// The tables of documents that name a test for each promise.
@Suite struct `The promises of the documents` {
  private static let package = GeneratedDocument.package

  /// The names of all structures and functions in the tests.
  private static let known = Result {
    let folder = package.appendingPathComponent("Tests")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return try paths.reduce(into: Set<String>()) { names, path in
      let source = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      for rest in ["struct ", "func "].flatMap({ source.components(separatedBy: $0).dropFirst() }) {
        let isQuoted = rest.first == "`"
        let name = isQuoted ? rest.dropFirst().prefix { $0 != "`" } : rest.prefix { $0.isLetter || $0.isNumber }
        names.insert(String(name))
      }
    }
  }

  /// The texts between backticks in a column of the table with a header.
  private static func tests(in document: String, _ header: String, column: Int) throws -> [String] {
    let text = try String(contentsOf: package.appendingPathComponent(document), encoding: .utf8)
    let rows = text.components(separatedBy: "\n").drop { !$0.hasPrefix(header) }.dropFirst(2)
    return rows.prefix { $0.hasPrefix("|") }.flatMap { row in
      row.components(separatedBy: "|")[column].matches(of: /`([^`]+)`/).map { String($0.1) }
    }
  }

  @Test(arguments: [
    ("Docs/Security.md", "| what is promised |", 2), ("Docs/Isolation.md", "| what is promised |", 2),
    ("Docs/Transitions.md", "| | guarantee |", 3), ("Docs/Security.md", "| what is trusted |", 5),
    ("Docs/Serving.md", "| law |", 2),
  ])
  func `name tests that there are`(_ document: String, _ header: String, _ column: Int) throws {
    let known = try Self.known.get()
    let names = try Self.tests(in: document, header, column: column)
    #expect(names.count > 8)
    for name in names {
      let script = String(name.prefix { $0 != " " })
      let isScript = FileManager.default.fileExists(atPath: Self.package.appendingPathComponent(script).path)
      #expect(isScript || known.contains(name), "\(name)")
    }
  }
}
