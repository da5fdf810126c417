import Foundation
import TestSupport
import Testing

/// The documents that name a test for each promise.
@Suite struct `The promises of the documents` {
  private static let package = GeneratedDocument.package

  /// The names of all types and functions in the tests.
  private static let known = Result {
    let folder = package.appendingPathComponent("Tests")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return try paths.reduce(into: Set<String>()) { names, path in
      let source = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      for rest in ["struct ", "class ", "func "].flatMap({ source.components(separatedBy: $0).dropFirst() }) {
        let isQuoted = rest.first == "`"
        let name = isQuoted ? rest.dropFirst().prefix { $0 != "`" } : rest.prefix { $0.isLetter || $0.isNumber }
        names.insert(String(name))
      }
    }
  }

  /// The sections of each page that promise nothing: introductions, sums of other sections, and what is not done.
  private static let silent: [String: Set<String>] = [
    "Security.md": [
      "Security", "Who trusts whom", "What is not done", "How it is tested", "Reporting a vulnerability",
    ],
    "Isolation.md": ["Isolation", "How it is tested"],
    "Serving.md": ["Serving an app in a browser"],
  ]

  /// A part of a page: what stands below a heading, or from a paragraph that begins with a name in bold.
  struct Section {
    let title: String
    var text = ""

    /// The names of the tests that hold it: of a sentence that begins with "Held by", and of the last column of a table
    /// of tests; nil when it names none, or a row of the table does not.
    var tests: [String]? {
      let held = text.components(separatedBy: "\n\n").filter { $0.hasPrefix("Held by ") }
        .map { Self.names(in: $0.replacing("\n", with: " ")) }
      let rows = text.components(separatedBy: "\n").drop { !$0.hasSuffix("| test |") }.dropFirst(2)
        .prefix { $0.hasPrefix("|") }.map { Self.names(in: $0.components(separatedBy: "|").dropLast().last ?? "") }
      let all = held + rows
      return all.isEmpty || all.contains(where: \.isEmpty) ? nil : all.flatMap(\.self)
    }

    static func names(in text: String) -> [String] { text.matches(of: /`([^`]+)`/).map { String($0.1) } }
  }

  /// The sections of a page with a text, without its blocks of code.
  static func sections(of page: String) -> [Section] {
    var sections: [Section] = []
    var isCode = false
    for line in page.components(separatedBy: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode || line.hasPrefix("```") { continue }
      if let heading = line.firstMatch(of: /^#+ (.+)$/) {
        sections.append(Section(title: String(heading.1)))
      } else if let bold = line.firstMatch(of: /^\*\*([^*]+)\.\*\*/) {
        sections.append(Section(title: String(bold.1), text: "\(line)\n"))
      } else if !sections.isEmpty {
        sections[sections.count - 1].text += "\(line)\n"
      }
    }
    return sections.filter { $0.text.contains { !$0.isWhitespace } }
  }

  /// Checks that the names are those of suites, tests or scripts.
  private func check(_ names: [String]) throws {
    let known = try Self.known.get()
    for name in names {
      let script = String(name.prefix { $0 != " " })
      let isScript = FileManager.default.fileExists(atPath: Self.package.appendingPathComponent(script).path)
      #expect(isScript && script.contains("/") || known.contains(name), "\(name)")
    }
  }

  @Test(arguments: silent.keys.sorted())
  func `are held by tests in each section of a page about security`(_ name: String) throws {
    let page = try String(contentsOf: Self.package.appendingPathComponent("Docs/\(name)"), encoding: .utf8)
    let sections = Self.sections(of: page)
    let silent = Self.silent[name] ?? []
    #expect(sections.count > 8 && silent.isSubset(of: sections.map(\.title)))
    for section in sections where !silent.contains(section.title) {
      #expect(section.tests != nil, "the section '\(section.title)' names no test")
      try check(section.tests ?? [])
    }
  }

  @Test func `are missed in a section, or in a row, without a test`() {
    let page = """
      # Page
      **One.** It holds.

      Held by `A
      test`, `Tests/run`.

      **Two.** It holds.
      ```
      Held by `nobody`.
      ```
      ## Three
      | it | test |
      | --- | --- |
      | one | `A test` |
      | two | |
      ## Four
      | it | test |
      | --- | --- |
      | one | `A test`, `Another` |
      """
    let sections = Self.sections(of: page)
    #expect(sections.map(\.title) == ["One", "Two", "Three", "Four"])
    #expect(sections.map(\.tests) == [["A test", "Tests/run"], nil, nil, ["A test", "Another"]])
  }

  @Test func `are held by tests in the table of guarantees`() throws {
    let page = try String(contentsOf: Self.package.appendingPathComponent("Docs/Transitions.md"), encoding: .utf8)
    let rows = page.components(separatedBy: "\n").drop { !$0.hasPrefix("| | guarantee |") }.dropFirst(2)
    let names = rows.prefix { $0.hasPrefix("|") }.flatMap { Section.names(in: $0.components(separatedBy: "|")[3]) }
    #expect(names.count > 8)
    try check(names)
  }
}
