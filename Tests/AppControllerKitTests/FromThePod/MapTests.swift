import Foundation
import Testing

/// `Docs/FromThePod.md` and the tests, held against each other.
@Suite("The map from the pod")
struct MapTests {
  private static let tests = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let document = tests.deletingLastPathComponent().appendingPathComponent("Docs/FromThePod.md")

  /// Everything that has to have a row.
  private static let numbers: Set<String> = {
    let races = [1, 2, 3, 4, 5, 6, 8, 11, 15].map { "race \($0)" }
    let seeds = (1...5).map { "S1-\($0)" } + (1...7).map { "S3-\($0)" } + (1...4).map { "S4-\($0)" }
    return Set((1...28).map { "P\($0)" } + (1...12).map { "E\($0)" } + seeds + races)
  }()

  /// The numbers of the document's rows, and the names of the tests in them.
  private static func rows(in text: String) -> [(number: String, tests: [String])] {
    text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| "), let number = cells.first, number.wholeMatch(of: /(P|E|S\d-|race )\d+/) != nil
      else { return nil }
      return (number, (cells.last ?? "").matches(of: /`([^`]+)`/).map { String($0.output.1) })
    }
  }

  /// The names of all tests of the package that begin with a number.
  private static func numberedTests() throws -> [String] {
    let files = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    var names: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      names += text.matches(of: /func `((?:P|E|S\d-|race )\d+: [^`]+)`/).map { String($0.output.1) }
    }
    return names
  }

  @Test func `has a row for each number, with every test of it, and no test without a row`() throws {
    let rows = Self.rows(in: try String(contentsOf: Self.document, encoding: .utf8))
    let tests = try Self.numberedTests()
    #expect(rows.count == Set(rows.map(\.number)).count)
    #expect(Set(rows.map(\.number)) == Self.numbers)
    for (number, listed) in rows {
      let found = tests.filter { $0.hasPrefix("\(number): ") }.map { String($0.dropFirst(number.count + 2)) }
      #expect(!found.isEmpty, "\(number) has no test")
      #expect(Set(listed) == Set(found) && listed.count == found.count, "the tests of \(number)")
    }
    let strangers = tests.filter { test in !rows.contains { test.hasPrefix("\($0.number): ") } }
    #expect(strangers == [])
    #expect(tests.count == Set(tests).count)
  }

  @Test func `reads rows and nothing else`() {
    let text = """
      | # | there | here | test |
      | --- | --- | --- | --- |
      | P1 | `a` | b | `does this` |
      P2 | not a row
      | race 15 | x | y | `one`, `two` |
      """
    let rows = Self.rows(in: text)
    #expect(rows.map(\.number) == ["P1", "race 15"])
    #expect(rows.map(\.tests) == [["does this"], ["one", "two"]])
  }
}
