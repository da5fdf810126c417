import Testing

@testable import AppControllerKit

@Suite struct `The validator` {
  /// Puts nodes into a screen.
  private func screen(_ children: String) throws -> InterfaceDescription {
    try description(json: #"{"id":"d","root":{"kind":"screen","id":"s","label":"S","children":[\#(children)]}}"#)
  }

  private static func document(_ more: String) -> String {
    #"{\#(more),"root":{"kind":"screen","id":"s","label":"S"}}"#
  }

  private static func root(_ more: String) -> String { #"{"root":{"kind":"screen","id":"s","label":"S",\#(more)}}"# }

  private static let aScreen = #"{"kind":"screen","id":"s","label":"S"}"#

  private static func tabs(_ more: String, _ child: String) -> String {
    #"{"root":{"kind":"tabs","id":"t",\#(more)"children":[{"kind":"item","id":"i","label":"I","children":[\#(child)]}]}}"#
  }

  private static func field(_ input: String) -> String {
    #"{"kind":"field","id":"f","label":"F","input":{"name":"f",\#(input)}}"#
  }

  private static func choice(_ input: String) -> String {
    #"{"kind":"choice","id":"c","label":"C","input":{"name":"c",\#(input)}}"#
  }

  private static func button(_ action: String) -> String {
    #"{"kind":"button","id":"b","label":"B","action":{\#(action)}}"#
  }

  private static func enabled(_ condition: String) -> String {
    #"{"kind":"button","id":"b","label":"B","action":{"name":"a"},"enabled":\#(condition)}"#
  }

  private func expect(
    _ code: String, _ path: String, of description: InterfaceDescription,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(description.buildFailure == nil, sourceLocation: sourceLocation)
    let found = description.validate()
    #expect(found.map(\.code.rawValue) == [code], "\(found)", sourceLocation: sourceLocation)
    #expect(found.map(\.path) == [path], "\(found)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ("ACK1201", "$.id", document(#""id":"a b""#)),
    ("ACK1201", "$.id", document(#""id":"""#)),
    ("ACK1205", "$.id", document(#""id":1"#)),
    ("ACK1205", "$.lang", document(#""lang":true"#)),
    ("ACK1205", "$.fallbackText", document(#""fallbackText":[]"#)),
    ("ACK1226", "$.schema", document(#""schema":2"#)),
    ("ACK1205", "$.schema", document(#""schema":"1""#)),
    ("ACK1205", "$.schema", document(#""schema":0"#)),
    ("ACK1227", "$.requires.hologram", document(#""requires":{"hologram":1,"grid":1}"#)),
    ("ACK1227", "$.requires.grid", document(#""requires":{"grid":3}"#)),
    ("ACK1205", "$.requires.grid", document(#""requires":{"grid":"1"}"#)),
    ("ACK1205", "$.requires", document(#""requires":"screen""#)),
    ("ACK1209", "$.root.kind", #"{"root":{"kind":"text","text":"T"}}"#),
    ("ACK1209", "$.root.kind", #"{"root":{"kind":"presented","children":[{"kind":"screen","id":"s","label":"S"}]}}"#),
    ("ACK1202", "$.root.id", #"{"root":{"kind":"screen","label":"S"}}"#),
    ("ACK1204", "$.root.label", #"{"root":{"kind":"screen","id":"s"}}"#),
    ("ACK1201", "$.root.id", #"{"root":{"kind":"screen","id":"s/t","label":"S"}}"#),
    ("ACK1208", "$.root.children", #"{"root":{"kind":"tabs","id":"t"}}"#),
    ("ACK1208", "$.root.children", #"{"root":{"kind":"navigation"}}"#),
    (
      "ACK1208", "$.root.children[0].children",
      #"{"root":{"kind":"tabs","id":"t","children":[{"kind":"item","id":"i","label":"I"}]}}"#
    ),
    ("ACK1207", "$.root.children[0].kind", #"{"root":{"kind":"navigation","children":[{"kind":"text","text":"T"}]}}"#),
    (
      "ACK1207", "$.root.children[0].children[0].kind",
      tabs(#""#, #"{"kind":"text","text":"T"}"#)
    ),
    ("ACK1224", "$.root.selected", tabs(#""selected":"j","#, aScreen)),
    ("ACK1224", "$.root.selected", tabs(#""selected":"s","#, aScreen)),
    ("ACK1224", "$.root.initialFocus", root(#""initialFocus":"nowhere""#)),
    ("ACK1224", "$.root.initialFocus", root(#""initialFocus":"s""#)),
    (
      "ACK1224", "$.root.primaryAction",
      root(#""primaryAction":"l","children":[{"kind":"link","id":"l","label":"L","url":"https://a.example"}]"#)
    ),
    ("ACK1205", "$.root.hidden", root(#""hidden":"no""#)),
    ("ACK1206", "$.root.url", root(#""url":"https://a.example""#)),
    ("ACK1206", "$.root.rules", root(#""rules":["x"]"#)),
    ("ACK1229", "$.root.children[0].kind", root(#""children":[{"kind":"gadget"}]"#)),
  ])
  func `names what is wrong with a document or a controller`(code: String, path: String, json: String) throws {
    expect(code, path, of: try description(json: json))
  }

  private static let brokenNodes: [(code: String, path: String, json: String)] = [
    ("ACK1202", ".id", #"{"kind":"button","label":"B","action":{"name":"a"}}"#),
    ("ACK1202", ".id", #"{"kind":"link","label":"L","url":"https://a.example"}"#),
    ("ACK1202", ".id", #"{"kind":"toggle","label":"L","input":{"name":"n"}}"#),
    ("ACK1203", ".id", #"{"kind":"text","id":"s","text":"T"}"#),
    ("ACK1204", ".label", #"{"kind":"button","id":"b","action":{"name":"a"}}"#),
    ("ACK1204", ".label", #"{"kind":"field","id":"b","input":{"name":"n"}}"#),
    ("ACK1204", ".label", #"{"kind":"field","id":"b","label":"","input":{"name":"n","placeholder":"no label"}}"#),
    ("ACK1204", ".label", #"{"kind":"progress"}"#),
    ("ACK1205", ".label", #"{"kind":"group","label":5}"#),
    ("ACK1205", ".axis", #"{"kind":"stack","axis":1}"#),
    ("ACK1205", ".enabled", enabled(#""yes""#)),
    ("ACK1205", ".action", #"{"kind":"button","id":"b","label":"B","action":"a"}"#),
    ("ACK1206", ".columns", #"{"kind":"stack","columns":2}"#),
    ("ACK1205", ".columns", #"{"kind":"grid","columns":0}"#),
    ("ACK1205", ".minColumns", #"{"kind":"grid","minColumns":-1}"#),
    ("ACK1225", ".style", #"{"kind":"text","text":"T","style":"primary"}"#),
    ("ACK1225", ".style", #"{"kind":"group","style":"title"}"#),
    ("ACK1225", ".style", #"{"kind":"button","id":"b","label":"B","style":"form","action":{"name":"a"}}"#),
    ("ACK1206", ".sends", #"{"kind":"stack","sends":["x"]}"#),
    ("ACK1207", ".kind", #"{"kind":"item","id":"i","label":"I"}"#),
    ("ACK1207", ".kind", #"{"kind":"screen","id":"t","label":"S"}"#),
    ("ACK1207", ".kind", #"{"kind":"navigation","children":[{"kind":"screen","id":"t","label":"T"}]}"#),
    ("ACK1207", ".children[0].kind", #"{"kind":"list","children":[{"kind":"text","text":"T"}]}"#),
    ("ACK1207", ".children[0].kind", #"{"kind":"text","text":"T","children":[{"kind":"spacer"}]}"#),
    ("ACK1208", ".children", #"{"kind":"presented"}"#),
    ("ACK1210", ".media.alt", #"{"kind":"image","media":{"source":"a.png"}}"#),
    ("ACK1210", ".media.alt", #"{"kind":"image","media":{"source":"a.png","alt":""}}"#),
    ("ACK1210", ".media.alt", #"{"kind":"image"}"#),
    ("ACK1205", ".media", #"{"kind":"image","media":"a.png"}"#),
    ("ACK1205", ".media.alt", #"{"kind":"image","media":{"source":"a.png","alt":1}}"#),
    ("ACK1205", ".media.decorative", #"{"kind":"image","media":{"source":"a.png","decorative":1}}"#),
    ("ACK1231", ".media.aspect", #"{"kind":"image","media":{"source":"a.png","alt":"A","aspect":0}}"#),
    ("ACK1211", ".input", #"{"kind":"field","id":"f","label":"F"}"#),
    ("ACK1212", ".input.name", #"{"kind":"field","id":"f","label":"F","input":{}}"#),
    ("ACK1212", ".input.name", #"{"kind":"field","id":"f","label":"F","input":{"name":"a b"}}"#),
    ("ACK1205", ".input.name", #"{"kind":"field","id":"f","label":"F","input":{"name":1}}"#),
    ("ACK1205", ".input", #"{"kind":"field","id":"f","label":"F","input":"f"}"#),
    ("ACK1205", ".input.value", field(#""value":7"#)),
    ("ACK1205", ".input.value", field(#""value":true"#)),
    ("ACK1205", ".input.value", field(#""value":["a"]"#)),
    ("ACK1205", ".input.value", #"{"kind":"toggle","id":"t","label":"T","input":{"name":"t","value":"true"}}"#),
    ("ACK1205", ".input.value", choice(#""options":[{"value":"a"}],"value":[1]"#)),
    ("ACK1205", ".input.value", choice(#""options":[{"value":"a"}],"value":true"#)),
    ("ACK1205", ".input.options", choice(#""options":{"value":"a"}"#)),
    ("ACK1205", ".input.options[0].value", choice(#""options":[{"value":1}]"#)),
    ("ACK1205", ".input.options[0].label", choice(#""options":[{"value":"a","label":1}]"#)),
    ("ACK1206", ".input.label", field(#""label":"F""#)),
    ("ACK1215", ".input.value", choice(#""options":[{"value":"a"}],"value":"b""#)),
    ("ACK1215", ".input.value", choice(#""options":[{"value":"a"},{"value":"b"}],"value":["a","b"]"#)),
    ("ACK1214", ".input.value", field(#""content":"password","value":"x""#)),
    ("ACK1214", ".input.value", field(#""content":"oneTimeCode","value":"""#)),
    ("ACK1215", ".input.options", #"{"kind":"choice","id":"c","label":"C","input":{"name":"c"}}"#),
    ("ACK1215", ".input.options[0]", choice(#""options":[{"label":"A"}]"#)),
    ("ACK1215", ".input.options[1].value", choice(#""options":[{"value":"a"},{"value":"a"}]"#)),
    ("ACK1215", ".input.options[1]", choice(#""options":[{"value":"a"},"b"]"#)),
    ("ACK1205", ".input.rules[0].min", field(#""rules":[{"rule":"length","min":"1"}]"#)),
    ("ACK1205", ".input.rules[0].rule", field(#""rules":[{"rule":1}]"#)),
    ("ACK1205", ".input.rules[0].message", field(#""rules":[{"rule":"required","message":1}]"#)),
    ("ACK1216", ".input.rules[0]", field(#""rules":[{"rule":"length"}]"#)),
    ("ACK1216", ".input.rules[0]", field(#""rules":[{"rule":"length","min":3,"max":2}]"#)),
    ("ACK1216", ".input.rules[0]", field(#""rules":[{"rule":"length","min":-1}]"#)),
    ("ACK1216", ".input.rules[1]", field(#""rules":[{"rule":"required"},{}]"#)),
    ("ACK1216", ".input.rules[0]", field(#""rules":[{"rule":"sameAs"}]"#)),
    ("ACK1219", ".input.rules[0].name", field(#""rules":[{"rule":"sameAs","name":"g"}]"#)),
    ("ACK1205", ".input.rules[0]", field(#""rules":["required"]"#)),
    ("ACK1205", ".input.rules", field(#""rules":"required""#)),
    ("ACK1205", ".input.placeholder", field(#""placeholder":1"#)),
    ("ACK1225", ".input.rules[0].rule", field(#""rules":[{"rule":"prime"}]"#)),
    ("ACK1225", ".input.content", field(#""content":"poem""#)),
    ("ACK1217", ".action", #"{"kind":"button","id":"b","label":"B"}"#),
    ("ACK1218", ".action.name", button(#""#)),
    ("ACK1218", ".action.name", button(#""name":"a b""#)),
    ("ACK1218", ".action.deadline", button(#""name":"a","deadline":0"#)),
    ("ACK1218", ".action.deadline", button(#""name":"a","deadline":601"#)),
    ("ACK1218", ".action.scope", button(#""name":"a","scope":"world""#)),
    ("ACK1205", ".action.payload", button(#""name":"a","payload":"n""#)),
    ("ACK1205", ".action.payload.n", button(#""name":"a","payload":{"n":1}"#)),
    ("ACK1205", ".action.name", button(#""name":1"#)),
    ("ACK1205", ".action.scope", button(#""name":"a","scope":1"#)),
    ("ACK1205", ".action.validates", button(#""name":"a","validates":"no""#)),
    ("ACK1205", ".action.deadline", button(#""name":"a","deadline":"soon""#)),
    ("ACK1206", ".action.label", button(#""name":"a","label":"A""#)),
    ("ACK1205", ".action.sends", button(#""name":"a","sends":"x""#)),
    ("ACK1205", ".action.sends[0]", button(#""name":"a","sends":[1]"#)),
    ("ACK1219", ".action.sends[0]", button(#""name":"a","sends":["x"]"#)),
    ("ACK1220", ".action.name", button(#""name":"fly","scope":"host""#)),
    ("ACK1220", ".action.payload.screen", button(#""name":"push","scope":"host""#)),
    ("ACK1220", ".action.payload.text", button(#""name":"copy","scope":"host""#)),
    ("ACK1223", ".action.payload.url", button(#""name":"open-url","scope":"host","payload":{"url":"file:///x"}"#)),
    ("ACK1221", ".enabled", enabled(#"{}"#)),
    ("ACK1221", ".enabled", enabled(#"{"all":[],"any":[]}"#)),
    ("ACK1221", ".enabled", enabled(#"{"xor":[]}"#)),
    ("ACK1221", ".enabled.filled[0]", enabled(#"{"filled":["x"]}"#)),
    ("ACK1221", ".enabled.checked", enabled(#"{"checked":"x"}"#)),
    ("ACK1221", ".enabled.all[1].not", enabled(#"{"all":[{"not":false},{"not":1}]}"#)),
    ("ACK1205", ".progress.value", #"{"kind":"progress","label":"P","progress":{"value":"half"}}"#),
    ("ACK1222", ".progress", #"{"kind":"progress","label":"P","progress":{"value":2}}"#),
    ("ACK1222", ".progress", #"{"kind":"progress","label":"P","progress":{"value":-1}}"#),
    ("ACK1222", ".progress", #"{"kind":"progress","label":"P","progress":{"total":0}}"#),
    ("ACK1222", ".progress", #"{"kind":"progress","label":"P","progress":{"deadline":-1}}"#),
    ("ACK1205", ".url", #"{"kind":"link","id":"l","label":"L","url":1}"#),
    ("ACK1223", ".url", #"{"kind":"link","id":"l","label":"L"}"#),
    ("ACK1223", ".url", #"{"kind":"link","id":"l","label":"L","url":"javascript:x"}"#),
    ("ACK1225", ".severity", #"{"kind":"banner","text":"T","severity":"doom"}"#),
    ("ACK1225", ".style", #"{"kind":"text","text":"T","style":"neon"}"#),
    ("ACK1229", ".kind", #"{"kind":"gadget","children":[{"kind":"text","text":"T"}]}"#),
    ("ACK1230", ".text", #"{"kind":"text"}"#), ("ACK1230", ".text", #"{"kind":"banner","text":""}"#),
    ("ACK1230", ".text", #"{"kind":"code"}"#),
  ]

  @Test(arguments: brokenNodes)
  func `names what is wrong with a node of a screen`(code: String, step: String, json: String) throws {
    expect(code, "$.root.children[0]" + step, of: try screen(json))
  }

  @Test func `has an input's name once on a screen, and again on another`() throws {
    let field = #"{"kind":"field","id":"%","label":"F","input":{"name":"same"}}"#
    let two = try screen(field.replacing("%", with: "a") + "," + field.replacing("%", with: "b"))
    expect("ACK1213", "$.root.children[1].input.name", of: two)
    let screens = ["a", "b"].map { id in
      #"{"kind":"screen","id":"s\#(id)","label":"S","children":[\#(field.replacing("%", with: id))]}"#
    }
    let stack = try description(
      json: #"{"root":{"kind":"navigation","children":[\#(screens.joined(separator: ","))]}}"#)
    #expect(stack.validate() == [])
  }

  @Test func `refuses an action that needs an input of another screen`() throws {
    let stack = try description(
      json: #"{"root":{"kind":"navigation","children":[{"kind":"screen","id":"a","label":"A","children":["#
        + #"{"kind":"field","id":"f","label":"F","input":{"name":"f"}}]},{"kind":"screen","id":"b","label":"B","children":["#
        + #"{"kind":"button","id":"g","label":"G","action":{"name":"go","sends":["f"]}}]}]}}"#
    )
    expect("ACK1219", "$.root.children[1].children[0].action.sends[0]", of: stack)
  }

  @Test(arguments: [
    #"{"root":{"kind":"gadget"}}"#, #"{"root":{"kind":"gadget","children":[{"kind":"text","text":"T"}]}}"#,
    #"{"root":{"kind":"gadget","fallback":{"kind":"text","text":"T"}}}"#,
  ])
  func `refuses a root that this host can make nothing of`(json: String) throws {
    let made = try description(json: json)
    #expect(made.validate().map(\.code) == [.unknownKind, .badRoot])
    #expect(made.validate().map(\.path) == ["$.root.kind", "$.root.kind"])
  }

  @Test(arguments: [
    #"{"root":{"kind":"gadget","children":[{"kind":"screen","id":"s","label":"S"}]}}"#,
    #"{"root":{"kind":"gadget","fallback":{"kind":"screen","id":"s","label":"S"}}}"#,
    #"{"root":{"kind":"gadget","fallback":{"kind":"widget","children":[{"kind":"screen","id":"s","label":"S"}]}}}"#,
  ])
  @MainActor
  func `accepts an unknown root that something stands in for`(json: String) throws {
    let made = try description(json: json)
    #expect(made.validate().allSatisfy { $0.code == .unknownKind })
    #expect(InterfaceController.controller(for: made) is ScreenController)
  }

  @Test func `refuses an action that needs an input which is not shown`() throws {
    let field = #"{"kind":"field","id":"%","label":"F","input":{"name":"f"}}"#
    let send = #"{"kind":"button","id":"b","label":"B","action":{"name":"go","sends":["f"]}}"#
    func named(_ id: String) -> String { field.replacing("%", with: id) }
    // The fallback of a known kind is not shown, and may have the input of its node.
    let known = #"{"kind":"field","id":"a","label":"F","input":{"name":"f"},"fallback":\#(named("c"))}"#
    #expect(try screen(known + "," + send).validate() == [])
    let unused = #"{"kind":"text","text":"T","fallback":\#(named("c"))}"#
    expect("ACK1228", "$.root.children[1].action.sends[0]", of: try screen(unused + "," + send))
    // The fallback of an unknown kind is shown, and the children are not.
    let unknown = #"{"kind":"gadget","fallback":\#(named("c")),"children":[\#(named("d"))]}"#
    #expect(try screen(unknown + "," + send).validate().map(\.code) == [.unknownKind])
    for fallback in [#"{"kind":"spacer"}"#, #""drop""#] {
      let dropped = #"{"kind":"gadget","fallback":\#(fallback),"children":[\#(named("d"))]}"#
      #expect(try screen(dropped + "," + send).validate().map(\.code) == [.unknownKind, .lostInput])
    }
    // An input of an unknown kind is not taken in, and neither a condition nor a rule can hold by it.
    let foreign = #"{"kind":"date-picker","id":"p","label":"P","input":{"name":"f"}}"#
    #expect(try screen(foreign + "," + send).validate().map(\.code) == [.unknownKind, .lostInput])
    let waiting = #"{"kind":"button","id":"b","label":"B","enabled":{"filled":["f"]},"action":{"name":"go"}}"#
    #expect(try screen(foreign + "," + waiting).validate().map(\.code) == [.unknownKind, .lostInput])
    let again =
      #"{"kind":"field","id":"g","label":"G","input":{"name":"g","rules":[{"rule":"sameAs","name":"f"}]}}"#
    #expect(try screen(foreign + "," + again).validate().map(\.code) == [.unknownKind, .lostInput])
  }

  @Test(arguments: [
    #""schema":2"#, #""requires":{"hologram":1}"#, #""requires":{"grid":3}"#, #""schema":9,"requires":{"x":1}"#,
  ])
  func `of what needs a newer host judges nothing but whether there is a text instead`(need: String) throws {
    let broken = #""root":{"kind":"text"}"#
    let without = try description(json: "{\(need),\(broken)}").validate()
    #expect(without.allSatisfy { [.newerSchema, .unmetRequirement].contains($0.code) && $0.severity == .error })
    #expect(!without.isEmpty)
    let with = try description(json: #"{\#(need),"fallbackText":"Update the app.",\#(broken)}"#).validate()
    #expect(with.map(\.code) == without.map(\.code))
    #expect(with.allSatisfy { $0.severity == .warning })
  }

  @Test func `lists everything that is wrong, in document order, and throws its errors only`() throws {
    let made = try screen(
      #"{"kind":"gadget"},{"kind":"text"},{"kind":"button","id":"b","label":"B","action":{"name":"a","sends":["x"]}},"#
        + #"{"kind":"link","id":"l","label":"L","url":"x"}"#
    )
    #expect(
      made.validate().map { "\($0.severity) \($0.code.rawValue) \($0.path)" } == [
        "warning ACK1229 $.root.children[0].kind", "error ACK1230 $.root.children[1].text",
        "error ACK1223 $.root.children[3].url", "error ACK1219 $.root.children[2].action.sends[0]",
      ]
    )
    let error = #expect(throws: AppControllerError.self) { try made.requireValid("the test's") }
    #expect(error?.code == .invalidDescription)
    #expect(error?.diagnostics == made.validate())
    #expect(error?.what.hasSuffix("[ACK1230]; 2 more errors") == true)
    let warned = try screen(#"{"kind":"gadget"}"#)
    #expect(throws: Never.self) { try warned.requireValid("the test's") }
  }

  @Test(arguments: [(100, false), (101, true), (9_000, true)])
  func `lists a hundred and counts the rest`(count: Int, isCut: Bool) throws {
    let made = build { builder in
      builder.node("screen", "s") { builder in
        builder.set("label", "S")
        for _ in 0..<count { builder.node("text") }
      }
    }
    let found = made.validate()
    #expect(found.count == (isCut ? 101 : 100))
    #expect(found.prefix(100).allSatisfy { $0.code == .missingText })
    #expect(found[99].path == "$.root.children[99].text")
    if isCut {
      #expect(found[100].code == .more)
      #expect(found[100].path == "$")
      #expect(found[100].message == "there are \(count - 100) more diagnostics")
    }
  }

  @Test func `counts errors among what it does not list`() throws {
    let made = build { builder in
      builder.node("screen", "s") { builder in
        builder.set("label", "S")
        for _ in 0..<100 { builder.node("gadget") }
        builder.node("text")
      }
    }
    #expect(throws: AppControllerError.self) { try made.requireValid("the test's") }
    let warnings = build { builder in
      builder.node("screen", "s") { builder in
        builder.set("label", "S")
        for _ in 0..<101 { builder.node("gadget") }
      }
    }
    #expect(warnings.validate().count == 101)
    #expect(throws: Never.self) { try warnings.requireValid("the test's") }
  }

  @Test func `finds nothing wrong with 10 000 nodes`() {
    let made = build { builder in
      builder.node("screen", "s") { builder in
        builder.set("label", "S")
        for number in 0..<3_333 {
          builder.node("group") { builder in
            builder.node("field", "f\(number)") {
              $0.map("input") { $0.set("name", "n\(number)") }
              $0.set("label", "F")
            }
            builder.node("button", "b\(number)") {
              $0.map("action") { builder in
                builder.set("name", "go")
                builder.list("sends") { $0.element("n\(number)") }
              }
              $0.set("label", "B")
            }
          }
        }
      }
    }
    #expect(made.nodeCount == 10_000)
    #expect(made.validate() == [])
  }
}
