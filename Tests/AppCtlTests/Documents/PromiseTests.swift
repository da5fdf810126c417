import Foundation
import Testing

/// What Security and Isolation promise has the name of its test, in tables with the column "what is promised".
@Suite struct `The promises of the documents` {
  private static let package = GeneratedDocument.package

  /// The texts between backticks in the second column of such tables.
  private static func tests(in document: String) throws -> [String] {
    let text = try String(contentsOf: package.appendingPathComponent(document), encoding: .utf8)
    let rows = text.components(separatedBy: "\n").drop { !$0.hasPrefix("| what is promised |") }.dropFirst(2)
    return rows.prefix { $0.hasPrefix("|") }.flatMap { row in
      row.components(separatedBy: "|")[2].matches(of: /`([^`]+)`/).map { String($0.1) }
    }
  }

  @Test(arguments: ["Docs/Security.md", "Docs/Isolation.md"])
  func `name tests that there are`(_ document: String) throws {
    let folder = Self.package.appendingPathComponent("Tests")
    let sources = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    let names = try Self.tests(in: document)
    #expect(names.count > 8)
    for name in names {
      let isScript = FileManager.default.fileExists(atPath: Self.package.appendingPathComponent(name).path)
      #expect(
        isScript || sources.contains { $0.contains("struct `\(name)`") || $0.contains("struct \(name)") }, "\(name)")
    }
  }
}
