import AppControllerKit
import Testing

@Suite struct `Depth in a hostile text` {
  typealias Text = HostileText

  /// What is repeated, how many levels that is, and what closes it.
  @Test(arguments: [("[", 1, ""), (#"{"a":"#, 1, ""), ("[", 1, "]"), (#"{"root":"#, 1, "}"), (#"[{"a":"#, 2, "}]")])
  func `ends the reading where the first level that is too many begins`(opening: String, levels: Int, closing: String) {
    let fits = 192 / levels
    let text = Text.nested(100_000, opening, "1", closing)
    #expect(Text.problems(text) == ["ACK1002 $ 1:\(fits * opening.utf8.count + 1)"])
    #expect(Text.words(Array(text.utf8))?.hasPrefix("found more than 192 arrays and objects within each other") == true)
    let fitting = Text.nested(fits, opening, "1", closing)
    #expect(Text.words(Array(fitting.utf8))?.hasPrefix("found more than") != true)
  }

  @Test(arguments: [(63, false), (64, true), (90, true)])
  func `of nodes ends at the 65th, and the one that it would be in is told`(count: Int, isRefused: Bool) {
    let stacks = Text.nested(count, #"{"kind":"stack","children":["#, "", "]}")
    let deepest = "$.root" + String(repeating: ".children[0]", count: 63)
    let column = 59 + 62 * 28
    #expect(Text.problems(Text.screen(stacks)) == (isRefused ? ["ACK1121 \(deepest) 1:\(column)"] : []))
  }

  @Test(arguments: [(17, false), (62, false), (63, true)])
  func `of fallbacks ends where nodes may not nest deeper`(count: Int, isRefused: Bool) throws {
    let chain = Text.nested(count, #"{"kind":"x","fallback":"#, #"{"kind":"text","text":"T"}"#, "}")
    #expect(Text.problems(Text.screen(chain)).map { $0.prefix(7) } == (isRefused ? ["ACK1121"] : []))
    if isRefused { return }
    let read = try InterfaceDescription(json: Array(Text.screen(chain).utf8))
    #expect(read.resolved().root.children.map(\.text) == ["T"])
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
