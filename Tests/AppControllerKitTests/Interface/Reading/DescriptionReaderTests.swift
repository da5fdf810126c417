import AppControllerKit
import Testing

@Suite struct `A description from JSON` {
  private func read(_ json: String) throws(AppControllerError) -> InterfaceDescription {
    try InterfaceDescription(json: Array(json.utf8))
  }

  /// What is wrong with a text: codes, paths and places.
  private func problems(_ json: String) -> [String] {
    InterfaceDocument(json: Array(json.utf8)).diagnostics.filter { $0.severity == .error }.map { diagnostic in
      let place = diagnostic.position.map { " \($0.line):\($0.column)" } ?? ""
      return "\(diagnostic.code.rawValue) \(diagnostic.path)\(place)"
    }
  }

  @Test func `has its members in any order`() throws {
    let usual = try read(
      #"{"id":"d","root":{"kind":"screen","id":"s","label":"S","children":[{"kind":"text","text":"one"}]}}"#)
    let reversed = try read(
      #"{"root":{"children":[{"text":"one","kind":"text"}],"label":"S","id":"s","kind":"screen"},"id":"d"}"#)
    #expect(usual == reversed)
    #expect(usual.node(withID: "s")?.children.map(\.text) == ["one"])
  }

  @Test func `equals what the DSL says`() throws {
    let made = InterfaceDescription("d", language: "en") {
      Screen("s", title: "S") {
        TextField("f", "F").required()
        Button("b", "B", action: Action("go", sends: ["f"], payload: ["k": "v"])).enabled(when: .filled("f"))
      }
    }
    let json = """
      {"id": "d", "lang": "en", "root": {"kind": "screen", "id": "s", "label": "S", "children": [
        {"kind": "field", "id": "f", "label": "F", "input": {"name": "f", "rules": [{"rule": "required"}]}},
        {"kind": "button", "id": "b", "label": "B", "enabled": {"filled": ["f"]},
          "action": {"name": "go", "sends": ["f"], "payload": {"k": "v"}}}
      ]}}
      """
    #expect(try read(json) == made)
  }

  @Test func `resolves the escapes of names and values`() throws {
    let read = try read(
      #"{"\u0069d":"d","\u0072oot":{"\u006bind":"scr\u0065en","i\u0064":"s","l\u0061bel":"\uD83D\uDE3A \"S\"\n"}}"#)
    #expect(read.id == "d")
    #expect(read.root.kind == .screen)
    #expect(read.root.label == "\u{1F63A} \"S\"?")
  }

  @Test func `keeps a fallback only where a node has one`() throws {
    let read = try read(
      #"{"root":{"kind":"screen","id":"s","label":"S","x":{"fallback":{"kind":"y"}},"fallback":{"kind":"screen","id":"f"}}}"#
    )
    #expect(read.buildFailure == nil)
    #expect(read.root.fallback?.id == "f")
    #expect(JSONRenderer().render(read).contains(#""x":{"fallback":{"kind":"y"}}"#))
  }

  @Test(arguments: [
    ("[]", ["ACK1113 $ 1:1"]),
    ("7", ["ACK1113 $ 1:1"]),
    (#"{"root":7}"#, ["ACK1113 $.root 1:9"]),
    (#"{"root":null}"#, ["ACK1113 $.root 1:9"]),
    (#"{"root":{}}"#, ["ACK1101 $.root 1:9"]),
    (#"{"root":{"kind":7}}"#, ["ACK1113 $.root.kind 1:17"]),
    (#"{"root":{"kind":"screen","id":[],"children":{}}}"#, ["ACK1113 $.root.id 1:31", "ACK1113 $.root.children 1:45"]),
    (
      #"{"root":{"kind":"screen","id":"s","children":[{"kind":1},{"kind":"text","text":"t"},3]}}"#,
      ["ACK1113 $.root.children[0].kind 1:55", "ACK1113 $.root.children[2] 1:85"]
    ),
    (#"{"root":{"kind":"screen","kind":"screen"}}"#, ["ACK1107 $.root.kind 1:26"]),
    (#"{"root":{"kind":"screen"},"root":{"kind":"screen"}}"#, ["ACK1107 $.root 1:27"]),
    (#"{"root":{"kind":"screen","label":"a","label":"b"}}"#, ["ACK1107 $.root.label 1:38"]),
    (#"{"root":{"kind":"screen","zoom":1,"zoom":2}}"#, ["ACK1107 $.root.zoom 1:35"]),
    (#"{"root":{"kind":"screen","action":{"payload":{"a":"b","a":"c"}}}}"#, ["ACK1107 $.root.action.payload.a 1:55"]),
    (#"{"root":{"kind":"screen","":1}}"#, ["ACK1108 $.root 1:9"]),
  ])
  func `of a wrong shape says what is wrong and where`(json: String, expected: [String]) {
    #expect(problems(json) == expected)
  }

  @Test func `is located in a text of several lines`() throws {
    let json = """
      {
        "lang": "en",
        "root": {
          "kind": "screen", "id": "s", "label": "S",
          "children": [
            { "kind": "text", "text": "fine" },
            { "kind": "button", "id": "b",
              "style": "primary" },
            { "kind": "link", "id": "l", "label": "L", "url": "javascript:alert(1)" }
          ]
        }
      }
      """
    #expect(
      problems(json) == [
        "ACK1204 $.root.children[1].label 7:7", "ACK1217 $.root.children[1].action 7:7",
        "ACK1223 $.root.children[2].url 9:57",
      ]
    )
  }

  @Test(arguments: ["", " ", "{", #"{"root":}"#, #"{"root":{"kind":"screen",}}"#, "nul", "{}x", "\u{FEFF}{}"])
  func `that is no JSON says where the text goes wrong`(json: String) throws {
    let error = #expect(throws: AppControllerError.self) { try read(json) }
    #expect(error?.code == .invalidJSON)
    let document = InterfaceDocument(json: Array(json.utf8))
    #expect(document.contents == nil)
    #expect(document.diagnostics.map(\.code.rawValue) == ["ACK1002"])
    #expect(document.diagnostics.first?.position != nil)
  }

  @Test func `is refused where the builder refuses it, with the builder's words`() throws {
    let deep = String(repeating: #"{"kind":"stack","children":["#, count: 70) + String(repeating: "]}", count: 70)
    let error = #expect(throws: AppControllerError.self) { try read(#"{"root":\#(deep)}"#) }
    #expect(error?.code == .invalidDescription)
    #expect(error?.diagnostics.map(\.code) == [.tooDeep])
    let many = String(repeating: #"{"kind":"spacer"},"#, count: 10_000)
    let crowded = #expect(throws: AppControllerError.self) {
      try read(#"{"root":{"kind":"screen","children":[\#(many){"kind":"spacer"}]}}"#)
    }
    #expect(crowded?.diagnostics.map(\.code) == [.tooManyNodes])
  }

  @Test func `is written back byte for byte when it is canonical`() throws {
    for description in [EveryKind.loggedOut, EveryKind.loggedIn] {
      let json = JSONRenderer().render(description)
      let copy = try read(json)
      #expect(copy == description)
      #expect(JSONRenderer().render(copy) == json)
      #expect(try read(JSONRenderer(pretty: true).render(description)) == description)
    }
  }
}
