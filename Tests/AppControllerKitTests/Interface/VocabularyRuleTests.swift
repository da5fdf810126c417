import AppControllerInterface
import AppControllerKit
import TestSupport
import Testing

@Suite struct `The rules of what forms say` {
  private static func field(_ input: String, _ more: String = "") -> String {
    #"{"kind":"field","id":"f","label":"F"\#(more),"input":{"name":"f",\#(input)}}"#
  }

  private static func range(_ content: String, _ bounds: String) -> String {
    field(#""content":"\#(content)","rules":[{"rule":"range",\#(bounds)}]"#)
  }

  private static func button(_ confirm: String) -> String {
    #"{"kind":"button","id":"b","label":"B","action":{"name":"a","confirm":\#(confirm)}}"#
  }

  private func findings(_ node: String) throws -> [String] {
    let json = #"{"root":{"kind":"screen","id":"s","label":"S","children":[\#(node)]}}"#
    return try InterfaceDescription(json: Array(json.utf8)).validate().map {
      "\($0.severity) \($0.code.rawValue) \($0.path.dropFirst("$.root.children[0]".count))"
    }
  }

  @Test(
    arguments: [
      (
        #"{"kind":"stack","axis":"horizontal","children":[{"kind":"text","text":"T","weight":13}]}"#,
        "error ACK1205 .children[0].weight"
      ),
      (
        #"{"kind":"stack","axis":"horizontal","children":[{"kind":"text","text":"T","weight":0}]}"#,
        "error ACK1205 .children[0].weight"
      ),
      (#"{"kind":"text","text":"T","weight":3}"#, "warning ACK1206 .weight"),
      (#"{"kind":"text","text":"T","labelHidden":true}"#, "warning ACK1206 .labelHidden"),
      (#"{"kind":"group","label":"G","collapsed":true}"#, "error ACK1202 .id"),
      (#"{"kind":"group","id":"g","collapsed":true}"#, "error ACK1204 .label"),
      (#"{"kind":"text","text":"T","icon":"dragon"}"#, "warning ACK1225 .icon"),
      (#"{"kind":"text","text":"T","visible":{"checked":"x"}}"#, "error ACK1221 .visible.checked"),
      (#"{"kind":"text","text":"T","visible":"no"}"#, "error ACK1205 .visible"),
      (field(#""lines":1"#), "error ACK1205 .input.lines"), (field(#""lines":21"#), "error ACK1205 .input.lines"),
      (field(#""lines":3,"content":"password""#), "warning ACK1206 .input.lines"),
      (field(#""content":"date","value":"tomorrow""#), "error ACK1205 .input.value"),
      (range("text", #""min":"1""#), "error ACK1216 .input.rules[0]"),
      (range("number", #""min":"one""#), "error ACK1216 .input.rules[0].min"),
      (range("number", #""min":2,"max":1.5"#), "error ACK1216 .input.rules[0]"),
      (range("number", #""min":true"#), "error ACK1205 .input.rules[0].min"),
      (range("date", #""min":1"#), "error ACK1216 .input.rules[0].min"),
      (range("number", #""min":"9","max":"1""#), "error ACK1216 .input.rules[0]"),
      (range("number", #""step":"0""#), "error ACK1216 .input.rules[0].step"),
      (range("date", #""step":"1""#), "error ACK1216 .input.rules[0].step"),
      (range("date", #""max":"14:30""#), "error ACK1216 .input.rules[0].max"),
      (button(#"{"text":"T"}"#), "error ACK1218 .action.confirm.title"),
      (button(#"{"title":"T","label":""}"#), "error ACK1218 .action.confirm.label"),
      (button(#"{"title":1}"#), "error ACK1205 .action.confirm.title"),
      (button(#""Sure?""#), "error ACK1205 .action.confirm"),
      (button(#"{"title":"T","txet":"?"}"#), "warning ACK1232 .action.confirm.txet"),
    ])
  func `are named when they are broken`(node: String, finding: String) throws {
    #expect(try findings(node) == [finding])
  }

  @Test(
    arguments: [
      range("number", #""min":"-1.5","max":"1.5","step":"0.5""#), range("date", #""min":"2026-05-01""#),
      range("month", #""min":"2026-05""#), field(#""rules":[{"rule":"prime","min":"2"}]"#),
      #"{"kind":"text","text":"T","visible":false,"icon":"star"}"#, button(#"{"title":"T"}"#),
    ])
  func `find no error in what is right, or from a later version`(node: String) throws {
    #expect(try findings(node).allSatisfy { !$0.hasPrefix("error") })
  }

  @Test func `keep a description the same through every door`() throws {
    let made = InterfaceDescription("d") {
      Screen("s", title: "S") {
        HStack { Text("T").weight(2).icon(.star) }
        TextField("n", "N", content: .number).range(min: "1", step: "0.5").labelHidden().visible(when: .checked("t"))
        TextField("l", "L", value: "a\nb", lines: 20)
        Toggle("t", "T")
        DisclosureGroup("g", "G", isCollapsed: false) {}
        Button("b", "B", action: Action("a").confirmed("Sure?", text: "a\nb", label: "Yes"))
      }
    }
    #expect(made.validate() == [])
    let read = try InterfaceDescription(json: Array(JSONRenderer().render(made).utf8))
    #expect(read == made)
    #expect(read.node(withID: "b")?.action?.confirmation == .init("Sure?", text: "a\nb", label: "Yes"))
    #expect(read.node(withID: "g")?.isCollapsed == false && read.node(withID: "t")?.isCollapsed == nil)
    #expect(read.node(withID: "n")?.isLabelHidden == true && read.node(withID: "n")?.visible == .checked("t"))
    #expect(read.node(withID: "l")?.input?.lines == 20)
  }

  @Test func `limit the title of a confirmation as a label, and no other title`() {
    func code(_ body: (inout ArenaBuilder) -> Void) -> Diagnostic.Code? {
      build { builder in
        builder.node("screen", "s") { body(&$0) }
      }.arena.failure?.code
    }
    let long = String(repeating: "x", count: 513)
    #expect(code { $0.map("action") { $0.map("confirm") { $0.set("title", long) } } } == .textTooLong)
    #expect(code { $0.set("title", long) } == nil)
    #expect(code { $0.map("action") { $0.map("payload") { $0.set("title", long) } } } == nil)
  }

  @Test func `ask for their revision`() throws {
    let json = #"{"requires":{"field":2,"button":2},"root":{"kind":"screen","id":"s","label":"S"}}"#
    #expect(try InterfaceDescription(json: Array(json.utf8)).validate() == [])
    let newer = json.replacing("2,", with: "3,")
    #expect(try InterfaceDescription(json: Array(newer.utf8)).validate().map(\.code) == [.unmetRequirement])
  }
}
