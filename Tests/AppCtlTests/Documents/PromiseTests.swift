import Foundation
import TestSupport
import Testing

/// The tables that name a test for each promise in Security and Isolation and each guarantee in Architecture.
@Suite struct `The promises of the documents` {
  private static let package = GeneratedDocument.package

  /// The names of all structures in the tests.
  private static let suites = Result {
    let folder = package.appendingPathComponent("Tests")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return try paths.reduce(into: Set<String>()) { names, path in
      let source = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      for rest in source.components(separatedBy: "struct ").dropFirst() {
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
    ("Docs/Transitions.md", "| | guarantee |", 3),
  ])
  func `name tests that there are`(_ document: String, _ header: String, _ column: Int) throws {
    let suites = try Self.suites.get()
    let names = try Self.tests(in: document, header, column: column)
    #expect(names.count > 8)
    for name in names {
      let isScript = FileManager.default.fileExists(atPath: Self.package.appendingPathComponent(name).path)
      #expect(isScript || suites.contains(name), "\(name)")
    }
  }
}
