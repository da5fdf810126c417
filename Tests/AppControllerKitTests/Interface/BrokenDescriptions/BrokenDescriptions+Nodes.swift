import AppControllerKit

// What is wrong with nodes and the values in them.
extension BrokenDescriptions {
  static let nodes = [
    BrokenDescription(
      "ACK1201", "$.root.id", #"{"id":"d","root":{"kind":"screen","id":"a b","label":"S"}}"#
    ) { InterfaceDescription("d") { Screen("a b", title: "S") {} } },
    BrokenDescription(
      "ACK1202", "$.root.id", #"{"id":"d","root":{"kind":"screen","label":"S"}}"#
    ) { InterfaceDescription("d") { Screen("", title: "S") {} } },
    BrokenDescription(
      "ACK1203", "$.root.children[0].id", screen(#"{"kind":"spacer","id":"s"}"#)
    ) { screen { Spacer().id("s") } },
    BrokenDescription(
      "ACK1204", "$.root.children[0].label", screen(button("").replacing(#""B""#, with: #""""#))
    ) { screen { Button("b", "", action: "a") } },
    BrokenDescription(
      "ACK1205", "$.root.busy", #"{"root":{"kind":"screen","id":"s","label":"S","busy":1}}"#,
      cannot: [.elements: noSuchType]),
    BrokenDescription(
      "ACK1206", "$.root.children[0].labelHidden", screen(#"{"kind":"text","labelHidden":true,"text":"T"}"#),
      severity: .warning, cannot: [.elements: "only inputs can hide a label there"]),
    BrokenDescription(
      "ACK1207", "$.root.children[0].kind", screen(#"{"kind":"screen","id":"t","label":"T"}"#)
    ) { screen { Screen("t", title: "T") {} } },
    BrokenDescription("ACK1208", "$.root.children", #"{"id":"d","root":{"kind":"tabs","id":"t"}}"#) {
      InterfaceDescription("d") { TabView("t") {} }
    },
    BrokenDescription("ACK1209", "$.root.kind", #"{"id":"d","root":{"kind":"spacer"}}"#) {
      InterfaceDescription("d") { Spacer() }
    },
    BrokenDescription(
      "ACK1210", "$.root.children[0].media.alt", screen(#"{"kind":"image","media":{"alt":"","source":"a"}}"#)
    ) { screen { Image("a", alternative: "") } },
    BrokenDescription(
      "ACK1230", "$.root.children[0].text", screen(#"{"kind":"text","text":""}"#)
    ) { screen { Text("") } },
    BrokenDescription(
      "ACK1231", "$.root.children[0].media.aspect",
      screen(#"{"kind":"image","media":{"aspect":0,"decorative":true,"source":"a"}}"#)
    ) { screen { Image(decorative: "a", aspectRatio: 0) } },
    BrokenDescription(
      "ACK1232", "$.root.children[0].input.contnet", screen(field(#","contnet":"email""#)), severity: .warning,
      cannot: [.elements: "an element's names are checked by the compiler"]),
    BrokenDescription(
      "ACK1233", "$.root.children[0].input.sparkle", screen(field(#","sparkle":"much""#)), severity: .warning,
      cannot: [.elements: "an element's names are checked by the compiler"]),
    BrokenDescription(
      "ACK1234", "$.root.children[0].input.contnet", screen(field(#","contnet":"password""#)), severity: .warning,
      cannot: [.elements: "an element's names are checked by the compiler"]),
    BrokenDescription("ACK1241", "$.root.children[0].columns", screen(#"{"columns":[],"kind":"table"}"#)) {
      screen { Table(columns: []) {} }
    },
    BrokenDescription("ACK1242", "$.root.children[0].values", screen(#"{"kind":"chart","label":"C","values":[]}"#)) {
      screen { Chart("C", values: []) }
    },
    BrokenDescription(
      "ACK1243", "$.root.children[0].secret.value",
      screen(#"{"id":"s1","kind":"secret","label":"S","secret":{"value":""}}"#)
    ) { screen { SecretText("s1", "S", value: "") } },
    BrokenDescription(
      "ACK1244", "$.root.children[0].media.asset",
      screen(#"{"kind":"image","media":{"alt":"A","asset":"a/b.png"}}"#)
    ) { screen { Image(asset: "a/b.png", alternative: "A") } },
    BrokenDescription(
      "ACK1299", "$", screen(Array(repeating: #"{"kind":"text","text":""}"#, count: 101).joined(separator: ",")),
      besides: (0..<100).map {
        BrokenDescription.Finding(severity: .error, code: "ACK1230", path: "$.root.children[\($0)].text")
      }
    ) { screen { for _ in 0..<101 { Text("") } } },
  ]

  static let values = [
    BrokenDescription(
      "ACK1211", "$.root.children[0].input", screen(#"{"kind":"field","id":"f","label":"F"}"#),
      cannot: [.elements: "an element of an input always has one"]),
    BrokenDescription(
      "ACK1212", "$.root.children[0].input.name", screen(field("").replacing(#""name":"f""#, with: #""name":"a b""#))
    ) { screen { TextField("f", "F", name: "a b") } },
    BrokenDescription(
      "ACK1213", "$.root.children[1].input.name",
      screen(field("") + "," + field("").replacing(#""id":"f""#, with: #""id":"g""#))
    ) {
      screen {
        TextField("f", "F")
        TextField("g", "F", name: "f")
      }
    },
    BrokenDescription(
      "ACK1214", "$.root.children[0].input.value", screen(field(#","content":"password","value":"x""#))
    ) { screen { TextField("f", "F", content: .password, value: "x") } },
    BrokenDescription(
      "ACK1215", "$.root.children[0].input.options",
      screen(#"{"kind":"choice","id":"c","label":"C","input":{"name":"c"}}"#)
    ) { screen { Picker("c", "C", options: []) } },
    BrokenDescription(
      "ACK1216", "$.root.children[0].input.rules[0]", screen(field(#","rules":[{"rule":"length"}]"#))
    ) { screen { TextField("f", "F").length() } },
    BrokenDescription(
      "ACK1217", "$.root.children[0].action", screen(#"{"kind":"button","id":"b","label":"B"}"#),
      cannot: [.elements: "a button always has an action"]),
    BrokenDescription(
      "ACK1218", "$.root.children[0].action.deadline", screen(button(#","deadline":0"#))
    ) { screen { Button("b", "B", action: Action("a", deadline: 0)) } },
    BrokenDescription(
      "ACK1222", "$.root.children[0].progress", screen(#"{"kind":"progress","label":"P","progress":{"value":1.5}}"#)
    ) { screen { ProgressView("P", value: 1.5) } },
    BrokenDescription(
      "ACK1223", "$.root.children[0].url", screen(#"{"kind":"link","id":"l","label":"L","url":"javascript:x"}"#)
    ) { screen { Link("l", "L", url: "javascript:x") } },
    BrokenDescription(
      "ACK1225", "$.root.children[0].style", screen(#"{"kind":"text","style":"neon","text":"T"}"#), severity: .warning
    ) { screen { Text("T", style: NodeStyle(rawValue: "neon")) } },
  ]
}
