import Testing

@testable import AppControllerKit

@Suite struct `Depth in a hostile text` {
  typealias Text = HostileText

  @Test(arguments: [("[", ""), (#"{"a":"#, ""), ("[", "]"), (#"{"root":"#, "}"), (#"[{"a":"#, "}]")])
  func `ends the reading at the level that is one too many`(opening: String, closing: String) {
    let text = Text.nested(100_000, opening, "1", closing)
    let levels = opening.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    // The 193rd array or object begins the level that is too many.
    let column = levels == 1 ? 192 * opening.utf8.count + 1 : 96 * opening.utf8.count + 1
    #expect(Text.problems(text) == ["ACK1002 $ 1:\(column)"])
    #expect(Text.words(Array(text.utf8))?.hasPrefix("found more than 192 arrays and objects within each other") == true)
    let fits = levels == 1 ? 192 : 96
    #expect(
      Text.words(Array(Text.nested(fits, opening, "1", closing.isEmpty ? "" : closing).utf8)) == nil || closing.isEmpty)
  }

  @Test func `of nodes ends at the 65th, where it stands`() {
    for (count, expected) in [(63, []), (64, ["ACK1121 \(path(63))"]), (90, ["ACK1121 \(path(63))"])] {
      let stacks = Text.nested(count, #"{"kind":"stack","children":["#, "", "]}")
      let found = Text.problems(Text.screen(stacks)).map { String($0.prefix { $0 != " " || false }) }
      #expect(found == expected.map { _ in "ACK1121" })
      let paths = InterfaceDocument(json: Array(Text.screen(stacks).utf8)).diagnostics.filter { $0.severity == .error }
      #expect(paths.map { "\($0.code.rawValue) \($0.path)" } == expected)
    }
  }

  /// The path of the node that is so many levels below the root.
  private func path(_ depth: Int) -> String { "$.root" + String(repeating: ".children[0]", count: depth) }

  @Test func `of fallbacks ends where values may not nest deeper`() throws {
    // The fallback of a fallback is a value inside a value.
    for count in [16, 17] {
      let chain = Text.nested(count, #"{"kind":"x","fallback":"#, #"{"kind":"text","text":"T"}"#, "}")
      let fallbacks = String(repeating: ".fallback", count: 17)
      #expect(
        InterfaceDocument(json: Array(Text.screen(chain).utf8)).diagnostics.filter { $0.severity == .error }
          .map { "\($0.code.rawValue) \($0.path)" } == (count == 16 ? [] : ["ACK1123 $.root.children[0]\(fallbacks)"])
      )
      guard count == 16 else { continue }
      let read = try InterfaceDescription(json: Array(Text.screen(chain).utf8))
      #expect(read.resolved().root.children.map(\.text) == ["T"])
    }
  }

  @Test func `of unknown containers is resolved to what is at the bottom`() throws {
    let chain = Text.nested(62, #"{"kind":"x","children":["#, #"{"kind":"text","text":"T"}"#, "]}")
    let read = try InterfaceDescription(json: Array(Text.screen(chain).utf8))
    #expect(read.nodeCount == 64)
    #expect(read.resolved().nodeCount == 2)
    #expect(TextRenderer().render(read) == "== S ==\nT\n")
    let deeper = Text.nested(63, #"{"kind":"x","children":["#, #"{"kind":"text","text":"T"}"#, "]}")
    #expect(Text.problems(Text.screen(deeper)).map { $0.prefix(7) } == ["ACK1121"])
  }

  @Test(arguments: ["not", "all", "any"])
  func `of conditions ends where values may not nest deeper`(name: String) throws {
    let isList = name != "not"
    let opening = isList ? #"{"\#(name)":["# : #"{"not":"#
    let closing = isList ? "]}" : "}"
    // Each all or any is a map and a list.
    let most = isList ? 8 : 16
    for count in [most, most + 1] {
      let condition = Text.nested(count, opening, "true", closing)
      let button = #"{"kind":"button","id":"b","label":"B","action":{"name":"a"},"enabled":\#(condition)}"#
      let read = InterfaceDocument(json: Array(Text.screen(button).utf8))
      #expect(read.diagnostics.filter { $0.severity == .error }.map(\.code) == (count == most ? [] : [.valueTooDeep]))
      guard case .description(let description)? = read.contents else {
        #expect(count > most)
        continue
      }
      let shown = Form(of: description.root).holds(description.root.children[0].enabled, [:])
      #expect(shown == (name != "not" || most.isMultiple(of: 2)))
    }
  }

  @Test func `of values in what this version does not know is bounded too`() {
    for (count, code) in [(16, nil), (17, "ACK1123")] {
      let list = Text.nested(count, "[", "", "]")
      #expect(Text.problems(Text.screen("", #","x":\#(list)"#)).first?.prefix(7).description == code)
    }
  }
}
