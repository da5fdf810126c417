import AppControllerInterface
import AppControllerJSON
import AppControllerKit
import Foundation
import InterfaceGallery
import TestSupport
import Testing

@Suite struct `The reference of interfaces` {
  private let document: String

  init() throws {
    document = try GeneratedDocument(InterfaceReference.path).text
  }

  /// Expects a text in the document, without printing all of it.
  private func expectText(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let isThere = document.contains(text)
    #expect(isThere, "the document does not say \(text)", sourceLocation: sourceLocation)
  }

  @Test func `has its tables and examples as they are now`() throws {
    try GeneratedDocument(InterfaceReference.path).expect(try InterfaceReference().parts())
  }

  @Test func `has a JSON Schema as it is now`() throws {
    try GeneratedDocument(InterfaceSchema.path).expectWhole(InterfaceSchema.text)
  }

  @Test func `shows every kind under its own heading, and nothing but valid examples`() throws {
    #expect(InterfaceExamples.kinds.map(\.name) == NodeKind.allCases.map(\.name))
    for example in InterfaceExamples.kinds + InterfaceExamples.values {
      #expect(example.interface.validate() == [], "\(example.name)")
    }
    #expect(InterfaceExamples.first.validate() == [])
    for kind in NodeKind.allCases {
      expectText("\n### \(kind.name)\n")
      expectText("\n| [`\(kind.name)`](#\(kind.name)) ")
      let example = try #require(InterfaceExamples.kinds.first { $0.name == kind.name })
      #expect(example.interface.allNodes.contains { $0.kind == kind }, "\(kind.name) is not in its example")
    }
  }

  @Test func `explains every property where it stands`() {
    #expect(Set(PropertyRow.all.map(\.name)) == Set(PropertyName.allCases))
    for place in PropertyPlace.all + [.node(nil)] {
      #expect(place.rows.count == Set(place.rows.map(\.name)).count, "\(place) says a property twice")
      for row in place.ownRows where place != .map(.condition) {
        #expect(!row.meaning.isEmpty, "\(row.name)")
        expectText(row.isNeeded(at: place) ? "\n| **`\(row.name)`** " : "\n| `\(row.name)` ")
      }
    }
  }

  @Test(arguments: PropertyName.allCases) func `knows which names have a word as their default`(name: PropertyName) {
    let words = PropertyRow.all.contains { row in
      if row.name == name, case .word? = row.unsaid { true } else { false }
    }
    #expect(PropertyName.hasDefaultText(name.rawValue) == words)
  }

  @Test(arguments: NodeKind.allCases) func `requires of a kind what the validator does`(kind: NodeKind) {
    let steps = kind.faults.compactMap { $0.path.split(separator: ".").dropFirst(2).first }
    let missing = steps.compactMap { PropertyName(utf8: String($0).utf8Span.span) }
    let needed = PropertyPlace.node(kind).rows.filter { $0.isNeeded(at: .node(kind)) }
    #expect(Set(needed.map(\.name)) == Set(missing))
  }

  @Test func `names every style`() throws {
    let source = try ExampleSource("Sources/AppControllerInterface/Interface/Vocabulary/NodeValues.swift")
    let styles = source.matches(of: /static let (\w+) = NodeStyle\(/).map(String.init)
    #expect(styles.count > 9)
    #expect(Set(styles) == Set(NodeKind.allCases.flatMap { PropertyRule(.style, at: .node($0)).form.words }))
    for style in styles { expectText("`\(style)`") }
  }

  @Test func `explains every content, host action, rule and condition`() throws {
    for content in FieldContent.allCases { expectText("\n| `\(content.rawValue)` ") }
    for verb in HostAction.allCases { expectText("\n| `\(verb.rawValue)` ") }
    let interface = "Sources/AppControllerInterface/Interface/"
    let rules = try ExampleSource("\(interface)InputRule.swift").cases(of: "Requirement")
    #expect(rules == InputRule.Requirement.samples.map { "\($0)".caseName })
    #expect(rules.count > 5)
    let conditions = try ExampleSource("\(interface)Condition.swift").cases(of: "Condition")
    #expect(conditions == Condition.samples.map { "\($0)".caseName })
    #expect(conditions.count > 5)
    for rule in InputRule.Requirement.samples { expectText("| `\(rule.meaning.swift)` ") }
    for condition in Condition.samples { expectText("| `\(condition.meaning.swift)` ") }
  }

  @Test func `explains every limit`() {
    #expect(InterfaceReference.limitNames.count > 7)
    for name in InterfaceReference.limitNames { #expect(InterfaceReference.meaning(ofLimit: name) != nil, "\(name)") }
  }

  @Test func `explains every code of a description, and no other`() throws {
    let folder = GeneratedDocument.package.appendingPathComponent("Sources")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("AppController") && $0.hasSuffix(".swift") }
    #expect(!names.isEmpty)
    let numbers = try names.flatMap { name in
      try ExampleSource("Sources/\(name)").matches(of: /= Self\((1\d{3})\)/).map(String.init)
    }
    #expect(numbers.count > 40)
    let explained = try InterfaceReference.explanations().map(\.code)
    #expect(explained == numbers.map { "ACK\($0)" }.sorted())
    for code in explained { expectText("\n| [\(code)]") }
  }

  @Test func `shows JSON that is right, in its prose too`() throws {
    let blocks = document.matches(of: /```json\n([^`]*)```/).map(\.1)
    #expect(blocks.count > 25)
    for block in blocks {
      let value = try JSONReader.read(Array(block.utf8))
      guard value["root"] != nil || value["interfaces"] != nil else { continue }
      let faults = InterfaceDocument(json: Array(block.utf8)).diagnostics.filter { $0.severity == .error }
      #expect(faults == [], "\(block)")
    }
  }

  @Test func `shows every interface of the gallery`() {
    for screen in Gallery.screens { expectText("\n### The \(screen.name) screen\n") }
  }

  @Test func `leads only to headings and files that are there`() throws {
    let headings = Set(document.split(separator: "\n").filter { $0.hasPrefix("#") }.map(\.anchor))
    let folder = GeneratedDocument.package.appendingPathComponent("Docs")
    let links = document.matches(of: /\]\(([^)]*)\)/).map(\.1)
    #expect(links.count > 50)
    for link in links {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      if parts[0].isEmpty {
        #expect(headings.contains(String(parts[1])), "\(link) leads to no heading")
      } else if !parts[0].hasPrefix("https:") {
        let file = folder.appendingPathComponent(String(parts[0])).path
        #expect(FileManager.default.fileExists(atPath: file), "\(link) leads to no file")
      }
    }
  }

  @Test func `has no line that is too long, but for tables and samples`() {
    var isSample = false
    for (index, line) in document.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") { isSample.toggle() }
      if !isSample, !line.hasPrefix("|") { #expect(line.count <= 120, "line \(index + 1)") }
    }
  }
}

extension String {
  /// The name of a case, from how it describes itself.
  fileprivate var caseName: String { String(prefix { $0 != "(" }) }
}

extension Substring {
  /// What a link to this heading names.
  fileprivate var anchor: String {
    drop { $0 == "#" || $0 == " " }.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == " " }
      .replacing(" ", with: "-")
  }
}
