import TestSupport
import Testing

@testable import AppControllerInterface
@testable import AppControllerKit

@Suite struct `Misspelt names` {
  /// A name that can stand in a place, as the message calls it.
  struct Name: Sendable, CustomTestStringConvertible {
    let place: PropertyPlace
    let name: String

    var testDescription: String { "\(name) of \(place.words)" }
  }

  /// Every name that the vocabulary has, in every place where it can stand.
  static let names: [Name] =
    PropertyPlace.all.flatMap { place in place.rows.map { Name(place: place, name: $0.name.name) } }

  /// The words that one typing error makes of a name.
  private static func misspellings(of name: String, letters: String) -> Set<String> {
    let word = Array(name)
    var found: Set<String> = []
    for index in 0...word.count {
      for letter in letters { found.insert(String(word[..<index] + [letter] + word[index...])) }
      guard index < word.count else { continue }
      found.insert(String(word[..<index] + word[(index + 1)...]))
      for letter in letters { found.insert(String(word[..<index] + [letter] + word[(index + 1)...])) }
      guard index + 1 < word.count else { continue }
      var swapped = word
      swapped.swapAt(index, index + 1)
      found.insert(String(swapped))
    }
    found.remove(name)
    return found
  }

  @Test func `are found at one error, but for those that resemble another name as much, or every name`() {
    let letters = Effort.current == .thorough ? "abcdefghijklmnopqrstuvwxyz" : "x"
    var missed: Set<String> = []
    for each in Self.names {
      for word in Self.misspellings(of: each.name, letters: letters) where !each.place.names.contains(word) {
        let hint = each.place.remark(on: word, in: .field).hint
        // A single letter is one error away from every name of two, and "mix" from "min" as from "max".
        let isEveryName = word.count < 2
        let isAnother = each.place.names.contains { hint.contains("\"\($0)\"") && Suggestion.distance(word, $0) == 1 }
        if isEveryName || isAnother { continue }
        if !hint.contains("\"\(each.name)\"") { missed.insert("\(each.name) as \(word):\(hint)") }
      }
    }
    #expect(missed.sorted() == [])
  }

  @Test(
    arguments: [
      (
        #""input":{"name":"f","contnet":"password"}"#, ".input.contnet",
        #"an input has no contnet, and forbids and hides nothing by it; did you mean "content"?"#
      ),
      (#""ruels":[],"input":{"name":"f"}"#, ".ruels", #"a field has no ruels; did you mean "input.rules"?"#),
      (
        #""content":"password","input":{"name":"f"}"#, ".content",
        #"a field has no content, and forbids and hides nothing by it; did you mean "input.content"?"#
      ),
      (#""required":true,"input":{"name":"f"}"#, ".required", #"write {"rule": "required"} in "rules" of its "input""#),
      (#""input":{"name":"f","content":"passphrase"}"#, ".input.content", #"did you mean "password"?"#),
      (#""input":{"name":"f","label":"F"}"#, ".input.label", "an input has no label; a field has it, beside its input"),
      (#""input":{"name":"f","rule":[]}"#, ".input.rule", #"an input has no rule; did you mean "rules"?"#),
      (#""input":{"name":"f","content":"pasword"}"#, ".input.content", #"did you mean "password"?"#),
      (#""input":{"name":"f","rules":[{"rule":"requierd"}]}"#, ".input.rules[0].rule", #"did you mean "required"?"#),
    ]
  )
  func `of a field are said with the name that was meant`(members: String, step: String, message: String) throws {
    let found = try Self.diagnostics(#"{"kind":"field","id":"f","label":"F",\#(members)}"#)
    let diagnostic = try #require(found.first)
    #expect(found.count == 1)
    #expect(diagnostic.severity == .warning)
    #expect(diagnostic.path == "$.root.children[0]" + step)
    #expect(diagnostic.message.hasSuffix(message))
  }

  @Test(
    arguments: [
      (#"{"kind":"buton","id":"b","label":"B"}"#, #"did you mean "button"?"#),
      (#"{"kind":"text","text":"T","style":"hading"}"#, #"did you mean "heading"?"#),
      (#"{"kind":"text","text":"T","childern":[]}"#, #"a text has no childern; did you mean "children"?"#),
      (#"{"kind":"button","id":"b","label":"B","action":{"name":"pusch","scope":"host"}}"#, #"did you mean "push"?"#),
      (
        #"{"kind":"button","id":"b","label":"B","action":{"name":"a"},"enabled":{"fileld":["f"]}}"#,
        #"did you mean "filled"?"#
      ),
    ]
  )
  func `of other kinds are, too`(node: String, message: String) throws {
    let found = try Self.diagnostics(node)
    #expect(found.contains { $0.message.hasSuffix(message) }, "\(found)")
  }

  @Test func `of a document and of a storyboard are, too`() throws {
    let description = try InterfaceDescription(
      json: Array(#"{"langg":"en","dir":"rlt","root":{"kind":"screen","id":"s","label":"S"}}"#.utf8))
    #expect(
      description.validate().map(\.message) == [
        #"this host does not know "rlt"; it knows auto, ltr, rtl; did you mean "rtl"?"#,
        #"a document has no langg; did you mean "lang"?"#,
      ])
    let document = InterfaceDocument(
      json: Array(
        #"{"id":"a","interface":{},"interfaces":{"s":{"lang":"en","root":{"kind":"screen","id":"s","label":"S"}}}}"#
          .utf8))
    #expect(
      document.diagnostics.map(\.message) == [
        #""interface" is no property of a storyboard, whose properties are dir, id, interfaces, lang, schema; did you mean "interfaces"?"#
      ])
  }

  @Test func `are not looked for in a payload, in what a document requires, or in a kind of a later version`() throws {
    #expect(
      try Self.diagnostics(#"{"kind":"button","id":"b","label":"B","action":{"name":"a","payload":{"lable":"x"}}}"#)
        == [])
    let found = try Self.diagnostics(#"{"kind":"carousel","lable":"x"}"#)
    #expect(found.map(\.code) == [.unknownKind])
    let description = try InterfaceDescription(
      json: Array(#"{"requires":{"grids":1},"fallbackText":"F","root":{"kind":"screen","id":"s","label":"S"}}"#.utf8))
    #expect(description.validate().map(\.code) == [.unmetRequirement])
  }

  @Test func `beyond the first hundred are counted`() throws {
    let unknown = (0..<3_000).map { #""unknown\#($0)":1"# }.joined(separator: ",")
    let found = try Self.diagnostics(#"{"kind":"text","text":"T",\#(unknown),"zlabell":1,"zstlye":"x"}"#)
    #expect(found.count == 101)
    #expect(found.last?.message == "there are 2902 more diagnostics")
  }

  private static func diagnostics(_ node: String) throws -> [Diagnostic] {
    try InterfaceDescription(
      json: Array(#"{"id":"d","root":{"kind":"screen","id":"s","label":"S","children":[\#(node)]}}"#.utf8)
    ).validate()
  }
}

@Suite struct `Fields that hold a secret` {
  @Test(
    arguments: [
      "Password", "PIN", "Your PIN:", "API token", "clientSecret", "client_secret", "Repeat password", "one-time code",
      "newpassword", "Password (again)", "OTP",
    ])
  func `by their label, and show what is typed, are warned of`(label: String) {
    #expect(Self.codes(label: label, content: .text).contains("ACK1312"))
    #expect(!Self.codes(label: label, content: .password).contains("ACK1312"))
  }

  @Test(arguments: ["Password hint", "Pinboard", "Spinner", "Token name", "Secretary", "Shipping", "Security question"])
  func `only in part of a word, or are about one, are not`(label: String) {
    #expect(!Self.codes(label: label, content: .text).contains("ACK1312"))
  }

  private static func codes(label: String, content: FieldContent) -> [String] {
    let description = InterfaceDescription("d", language: "en") {
      Screen("s", title: "S") { TextField("f", label, content: content) }
    }
    return description.lint().map(\.code.rawValue)
  }
}
