import AppControllerKit
import Testing

@Suite struct `A key that stands twice` {
  typealias Text = HostileText

  /// At every level, plainly and in disguise, the second is told, which a `@` stands before here.
  @Test(arguments: [
    // The document.
    (#"{"id":"a",@"id":"b","root":{"kind":"screen","id":"s"}}"#, "$.id"),
    (#"{"x":1,@"x":1,"root":{"kind":"screen","id":"s"}}"#, "$.x"),
    (#"{"root":{"kind":"screen","id":"s"},@"\u0072oot":1}"#, "$.root"),
    (#"{"requires":{"grid":1,@"\u0067rid":1},"root":{"kind":"screen","id":"s"}}"#, "$.requires.grid"),
    // A node.
    (#"{"root":{"kind":"screen",@"k\u0069nd":"screen","id":"s"}}"#, "$.root.kind"),
    (#"{"root":{"kind":"screen","id":"s",@"\u0069d":"s"}}"#, "$.root.id"),
    (#"{"root":{"kind":"screen","children":[],@"children":[]}}"#, "$.root.children"),
    (#"{"root":{"kind":"screen","label":"a",@"l\u0061bel":"a"}}"#, "$.root.label"),
    (#"{"root":{"kind":"screen","x":1,@"\u0078":1}}"#, "$.root.x"),
    // A default is not stored, and yet said.
    (#"{"root":{"kind":"screen","busy":false,@"busy":true}}"#, "$.root.busy"),
    // Two names that are one when what hides in them is marked.
    (#"{"root":{"kind":"screen","x\u0001":1,@"x\u0002":1}}"#, "$.root.x?"),
    // The parts of a node.
    (#"{"root":{"kind":"button","action":{"name":"a",@"name":"a"}}}"#, "$.root.action.name"),
    (#"{"root":{"kind":"button","action":{"payload":{"k":"a",@"k":"a"}}}}"#, "$.root.action.payload.k"),
    (
      #"{"root":{"kind":"field","input":{"rules":[{"rule":"digits"},{"rule":"a",@"rule":"a"}]}}}"#,
      "$.root.input.rules[1].rule"
    ),
    (#"{"root":{"kind":"button","enabled":{"all":[{"not":true,@"not":true}]}}}"#, "$.root.enabled.all[0].not"),
    // What this version does not know.
    (#"{"root":{"kind":"x","y":[{"z":{"a":1,@"a":1}}]}}"#, "$.root.y[0].z.a"),
    // A fallback, which may be a text, a node or a map.
    (#"{"root":{"kind":"x","fallback":"drop",@"fallback":{"kind":"y"}}}"#, "$.root.fallback"),
    (#"{"root":{"kind":"x","fallback":{"kind":"y",@"kind":"y"}}}"#, "$.root.fallback.kind"),
    (#"{"root":{"kind":"x","fallback":{"a":1,@"a":1}}}"#, "$.root.fallback.a"),
    // A storyboard.
    (#"{"id":"s",@"\u0069d":"s","interfaces":{"a":{"root":{"kind":"screen","id":"a"}}}}"#, "$.id"),
    (#"{"id":"s","x":1,@"x":1,"interfaces":{"a":{"root":{"kind":"screen","id":"a"}}}}"#, "$.x"),
    (
      #"{"id":"s","interfaces":{"a":{"root":{"kind":"screen","id":"a"}},@"\u0061":{"root":{"kind":"screen","id":"a"}}}}"#,
      "$.interfaces.a"
    ),
    // Names that look like steps of another kind.
    (#"{"root":{"kind":"screen","x[0]":{"a":1,@"a":2}}}"#, "$.root.x[0].a"),
    (#"{"root":{"kind":"screen","x":[1],"x[0]":{"a":1,@"a":2}}}"#, "$.root.x[0].a"),
    (#"{"root":{"kind":"screen","x":[1],"x[\u002d1]":{"a":1,@"a":2}}}"#, "$.root.x[-1].a"),
    (#"{"root":{"kind":"screen","x.y":{"a":1,@"a":2},"x":{"y":{}}}}"#, "$.root.x.y.a"),
    (#"{"root":{"kind":"screen","x\"":{"a":1,@"a":2}}}"#, "$.root.x\".a"),
    (#"{"root":{"kind":"screen","]":{"a":1,@"a":2},"[":1}}"#, "$.root.].a"),
    (#"{"root":{"kind":"screen","":{"a":1}}}@"#, "$.root"),
  ])
  func `is told with its place`(marked: String, path: String) {
    let text = marked.replacing("@", with: "")
    let column = marked.prefix { $0 != "@" }.count + 1
    let isTwin = column <= text.count
    #expect(Text.problems(text) == [isTwin ? "ACK1107 \(path) 1:\(column)" : "ACK1108 \(path) 1:9"])
    #expect(throws: AppControllerError.self) { try InterfaceDescription(json: Array(text.utf8)) }
  }

  /// A name that is cut in a path may look like a step to somewhere else.
  @Test(arguments: ["a[-1]", "a[-9223372036854775808]", "a[9]", "a[99999999999999999999]", "a[+0]", "a[", "a.b", "a[]"])
  func `is told behind a name that is cut`(start: String) {
    let name = start + String(repeating: "x", count: 100)
    let text = Text.storyboard(1, #","lang":"en","a":[0],"\#(name)":1,"\#(name)":2"#) { _ in Text.screen() }
    let diagnostics = InterfaceDocument(json: Array(text.utf8)).diagnostics
    #expect(diagnostics.map(\.code.rawValue).sorted() == ["ACK1107", "ACK1206", "ACK1206"])
    #expect(diagnostics.allSatisfy { $0.position != nil })
  }

  @Test func `in two spellings that Swift takes for one is two keys`() throws {
    let read = try InterfaceDescription(json: Array(Text.screen("", ",\"\u{E9}\":1,\"e\u{301}\":2").utf8))
    let json = "{\"root\":{\"e\u{301}\":2,\"id\":\"s\",\"kind\":\"screen\",\"label\":\"S\",\"\u{E9}\":1}}"
    #expect(JSONRenderer().render(read).utf8.elementsEqual(json.utf8))
    let storyboard = Text.storyboard(1, ",\"\u{E9}\":1,\"e\u{301}\":2") { _ in Text.screen() }
    let document = InterfaceDocument(json: Array(storyboard.utf8))
    #expect(document.isValid)
    #expect(document.diagnostics.count { $0.code == .misplacedProperty } == 2)
  }
}
