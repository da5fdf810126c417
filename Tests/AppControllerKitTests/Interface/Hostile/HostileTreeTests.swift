import AppControllerKit
import Testing

// A copy that takes the square of the time does not come back from these.
@Suite struct `A hostile tree` {
  typealias Text = HostileText

  private func read(_ text: String) throws(AppControllerError) -> InterfaceDescription {
    try InterfaceDescription(json: Array(text.utf8))
  }

  // MARK: What stands in

  @Test func `of ten thousand unknown nodes shows what each stands for`() throws {
    let wide = try read(
      Text.screen(Text.list(4_999) { #"{"kind":"x","id":"n\#($0)","fallback":{"kind":"text","text":"T"}}"# }))
    #expect(wide.nodeCount == 9_999)
    #expect(wide.resolved().nodeCount == 5_000)
    #expect(wide.resolved().root.children.allSatisfy { $0.kind == .text })
    #expect(wide.validate().count == 101)
    #expect(wide.validate().allSatisfy { $0.severity == .warning })
  }

  @Test func `of fallbacks that all show nothing gives way at the top`() throws {
    let chain = Text.nested(16, #"{"kind":"x","fallback":"#, #"{"kind":"x"}"#, "}")
    let lost = try read(Text.screen(Text.list(500) { _ in chain }))
    #expect(lost.resolved().nodeCount == 1)
    let kept = try read(
      Text.screen(
        #"{"kind":"stack","fallback":{"kind":"text","text":"T"},"children":[\#(Text.list(500) { _ in chain })]}"#))
    #expect(kept.resolved().root.children.map(\.text) == ["T"])
  }

  @Test func `of unknown containers around everything is resolved into its screens`() throws {
    // One below another, each with a screen beside the next.
    let chain = Text.nested(
      62, #"{"kind":"x","children":[{"kind":"screen","id":"s","label":"S"},"#, #"{"kind":"screen"}"#, "]}")
    let deep = try read(#"{"root":\#(chain)}"#).resolved()
    #expect(deep.buildFailure == nil)
    #expect(deep.root.children.count == 63)
    let screens = Text.list(9_999) { #"{"kind":"screen","id":"s\#($0)","label":"S"}"# }
    let wide = try read(#"{"root":{"kind":"x","children":[\#(screens)]}}"#)
    #expect(wide.validate().allSatisfy { $0.severity == .warning })
    #expect(wide.resolved().buildFailure == nil)
    #expect(wide.resolved().root.children.count == 9_999)
    let high = Text.nested(61, #"{"kind":"stack","children":["#, #"{"kind":"text","text":"T"}"#, "]}")
    let screen = #"{"kind":"screen","id":"a","label":"S","children":[\#(high)]}"#
    let tall = try read(#"{"root":{"kind":"x","children":[\#(screen),\#(screen.replacing(#""a""#, with: #""b""#))]}}"#)
    #expect(tall.validate().allSatisfy { $0.severity == .warning })
    #expect(TextRenderer().render(tall).hasSuffix("T\n"))
  }

  // MARK: Sizes

  @Test(arguments: ["label", "hint"])
  func `of controls is as large as what replaces them`(property: String) throws {
    let limit = property == "label" ? 512 : 16 << 10
    let name = String(repeating: "\\u0001", count: 64)
    let text = String(repeating: "\\u001b", count: limit)
    let made = try read(
      #"{"root":{"kind":"x\#(name.dropLast(6))","id":"\#(name)","\#(name)":1,"\#(property)":"\#(text)"}}"#)
    #expect(made.arena.text.contains(UInt8(ascii: "?")))
    let json = JSONRenderer().render(made)
    #expect(try read(json) == made)
    #expect(made.rebuilt == made)
    // One more is one too many, for both.
    #expect(
      Text.problems(#"{"root":{"kind":"x","\#(property)":"\#(text)\u001b"}}"#).map { $0.prefix(7) } == ["ACK1124"])
    #expect(Text.problems(json.replacing("?\"", with: "??\"")).count == 1)
  }

  @Test func `of a mebibyte of controls is as large as what replaces them`() throws {
    // Two bytes each, and two in their place.
    let text = String(repeating: "\u{85}", count: 8 << 10)
    for (count, code) in [(63, nil), (64, Diagnostic.Code.tooMuchText)] {
      let json = Text.screen("", "," + Text.list(count) { #""x\#($0)":"\#(text)""# })
      let document = InterfaceDocument(json: Array(json.utf8))
      #expect(document.diagnostics.first { $0.severity == .error }?.code == code)
      guard case .description(let made)? = document.contents else { continue }
      #expect(try read(JSONRenderer().render(made)) == made)
    }
  }

  @Test func `has no node where a map stands in for one`() {
    // The C ABI can say this; JSON would read a node.
    let made = build { builder in
      builder.node("x") { builder in builder.map("fallback") { $0.set("kind", "text") } }
    }
    #expect(made.buildFailure?.code == .badKey)
    #expect(made.buildFailure?.path == "$.root.fallback")
    let elsewhere = build { builder in
      builder.node("x") { builder in
        builder.map("x") { builder in builder.map("fallback") { $0.set("kind", "text") } }
      }
    }
    #expect(elsewhere.buildFailure == nil)
  }

  // MARK: Diagnostics

  @Test func `is told on one line each, whatever is in its texts`() throws {
    let made = try read(Text.screen(#"{"kind":"text","text":"T","style":"a\nerror[ACK0000]: $: forged"}"#))
    #expect(made.validate().map(\.code) == [.unknownChoice])
    #expect(made.validate().allSatisfy { !$0.description.contains("\n") })
    var builder = ArenaBuilder()
    builder.begin("screen")
    builder.node("text")
    builder.set("x\n\u{1B}[2J" + String(repeating: "x", count: 100_000), .null)
    let failure = builder.finish().buildFailure
    #expect(failure?.code == .propertyAfterChild)
    #expect(failure?.message.utf8.count ?? .max < 200)
    #expect(failure?.message.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
  }

  // MARK: Inputs

  @Test func `of options and values is drawn once each`() throws {
    let options = Text.list(20_000) { #"{"value":"\#($0)"}"# }
    let values = Text.list(20_000) { #""\#($0)""# }
    let made = try read(
      Text.screen(
        #"{"kind":"choice","id":"c","label":"C","enabled":{"valid":["c"]},"#
          + #""input":{"name":"c","multiple":true,"rules":[{"rule":"oneOf"}],"options":[\#(options)],"value":[\#(values)]}}"#
      ))
    #expect(made.validate() == [])
    #expect(TextRenderer().render(made).split(separator: "\n").count { $0.hasPrefix("  [x] ") } == 20_000)
  }

  @Test(arguments: [(32, nil), (33, "ACK1216 $.root.children[0].input.rules 1:113")])
  func `of rules has a limit for each input`(count: Int, expected: String?) throws {
    let rules = String(repeating: #"{"rule":"digits"},"#, count: count - 1) + #"{"rule":"email"}"#
    let field = #"{"kind":"field","id":"f","label":"F","input":{"rules":[\#(rules)],"name":"f","value":"1"}}"#
    #expect(Text.problems(Text.screen(field)) == (expected.map { [$0] } ?? []))
    let made = try read(Text.screen(field))
    #expect(made.root.children[0].input?.rules.count == 32)
    #expect(Form(of: made.root).violations(in: ["f"], ["f": .text("1")]).count == (count == 32 ? 1 : 0))
  }

  @Test func `of conditions asks each input once`() throws {
    let names = String(repeating: #""f","#, count: 40_000) + #""f""#
    let rules = String(repeating: #"{"rule":"length","max":100000},"#, count: 31) + #"{"rule":"required"}"#
    let value = String(repeating: "a", count: 16_000)
    let made = try read(
      Text.screen(
        #"{"kind":"field","id":"f","label":"F","enabled":{"valid":[\#(names)]},"#
          + #""input":{"name":"f","value":"\#(value)","rules":[\#(rules)]}},"#
          + #"{"kind":"button","id":"b","label":"B","action":{"name":"a","sends":[\#(names)]}}"#))
    #expect(made.validate() == [])
    #expect(!TextRenderer().render(made).contains("disabled"))
    let sends = try #require(made.root.children.last?.action?.sends)
    #expect(Form(of: made.root).violations(in: sends, [:]).map(\.input) == ["f"])
  }

  /// Swift's own equality takes the square of these: seconds for each, and minutes for all.
  @Test func `of combining marks is compared by its bytes`() throws {
    let marks = Text.marks(16_000)
    let selected = try read(
      #"{"root":{"kind":"tabs","id":"t","selected":"x\#(marks)","children":["#
        + Text.list(3_000) { #"{"kind":"item","id":"i\#($0)","label":"x"}"# } + "]}}")
    #expect(TextRenderer().render(selected).hasPrefix("Tabs:\n  x, tab (selected)\n  x, tab\n"))
    let options = Text.list(60) { #"{"value":"\#($0)\#(marks)"}"# }
    let choice = try read(
      Text.screen(
        #"{"kind":"choice","id":"c","label":"C","input":{"name":"c","options":[\#(options)],"value":"59\#(marks)"}}"#))
    #expect(choice.validate() == [])
    let lines = TextRenderer().render(choice).utf8.split(separator: UInt8(ascii: "\n"))
    #expect(lines.last?.starts(with: "  (*) 59".utf8) == true)
    let styled = try read(Text.screen(Text.list(60) { _ in #"{"kind":"text","text":"T","style":"t\#(marks)"}"# }))
    #expect(TextRenderer().render(styled) == "== S ==\n" + String(repeating: "T\n", count: 60))
    #expect(styled.validate().count == 60)
    let fields = Text.list(30) {
      #"{"kind":"field","id":"f\#($0)","label":"F","input":{"name":"f\#($0)","content":"t\#(marks)","rules":[{"rule":"t\#(marks)"}]}}"#
    }
    #expect(try read(Text.screen(fields)).validate().allSatisfy { $0.severity == .warning })
  }

  @Test(arguments: [
    #"{"kind":"image","media":{"alt":"x%"}}"#, #"{"kind":"link","id":"i@","label":"L","url":"x@%"}"#,
    #"{"kind":"field","id":"i@","label":"L","input":{"name":"i@","content":"x%"}}"#,
    #"{"kind":"button","id":"i@","label":"L","style":"x%","action":{"name":"a","sends":["x@%"]}}"#,
    #"{"kind":"button","id":"i@","label":"L","action":{"name":"a","payload":{"a":"x@%"}}}"#,
    #"{"kind":"banner","text":"T","severity":"x%","live":"x%"}"#, #"{"kind":"stack","axis":"x%"}"#,
  ])
  func `of combining marks is advised on by its bytes`(node: String) throws {
    let marks = Text.marks(15_900)
    let nodes = Text.list(30) { node.replacing("@", with: "\($0)").replacing("%", with: marks) }
    let made = try read(Text.screen(nodes, #","primaryAction":"x\#(marks)","initialFocus":"x\#(marks)""#))
    #expect(made.lint().count > 1)
    #expect(TextRenderer().render(made).utf8.starts(with: "== S ==\n".utf8))
  }
}
