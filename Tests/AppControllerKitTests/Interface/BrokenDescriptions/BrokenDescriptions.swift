import AppControllerKit

/// One smallest broken description for each code that a diagnostic can have.
enum BrokenDescriptions {
  static let all = structure + limits + nodes + values + references + hosts + advice + texts

  static let noSuchCall = "no element makes unpaired calls"
  static let noSuchType = "an element takes no value of another type"
  static let noSuchKind = "there is an element for each known kind, and for no other"
  static let onlyText = "only a text has this form"

  /// A screen without properties besides its own, and with children.
  static func screen(_ children: String = "", _ properties: String = "") -> String {
    #"{"id":"d","lang":"en","root":{"kind":"screen","id":"s","label":"S"\#(properties),"children":[\#(children)]}}"#
  }

  /// The same, written with the elements.
  static func screen<Content: InterfaceContent>(
    primaryAction: String? = nil, @InterfaceContentBuilder _ content: () -> Content
  ) -> InterfaceDescription {
    InterfaceDescription("d", language: "en") {
      Screen("s", title: "S", primaryAction: primaryAction) { content() }
    }
  }

  static func field(_ input: String, label: String = "F") -> String {
    #"{"kind":"field","id":"f","label":"\#(label)","input":{"name":"f"\#(input)}}"#
  }

  static func button(_ action: String) -> String {
    #"{"kind":"button","id":"b","label":"B","action":{"name":"a"\#(action)}}"#
  }
}

// MARK: - What ends the building

extension BrokenDescriptions {
  private static let structure = [
    BrokenDescription(
      "ACK1101", "$.root", #"{"root":{}}"#, cannot: [.elements: "an element has a kind"]),
    BrokenDescription(
      "ACK1102", "$",
      calls: [
        .set("id", .text("d")), .begin("screen", id: "a"), .set("label", .text("A")), .end, .begin("screen", id: "b"),
      ],
      cannot: [.json: "an object has one root, and a second is a property that is set twice"]
    ) {
      InterfaceDescription("d") {
        Screen("a", title: "A") {}
        Screen("b", title: "B") {}
      }
    },
    BrokenDescription(
      "ACK1103", "$", calls: [.set("id", .text("d"))],
      cannot: [.json: "a text without a root is a storyboard, whose interfaces can lack one"]
    ) { InterfaceDescription("d") {} },
    BrokenDescription(
      "ACK1104", "$", calls: [.end], cannot: [.json: "a text that is not balanced is no JSON", .elements: noSuchCall]),
    BrokenDescription(
      "ACK1105", "$.root.fallback",
      calls: [
        .set("id", .text("d")), .begin("screen", id: "s"), .open(.map, "fallback"), .begin("spacer", id: ""), .end,
        .begin("spacer", id: ""),
      ],
      cannot: [.json: "a member has one value, and an object without a kind is a map"]
    ) {
      InterfaceDescription("d") {
        Screen("s", title: "S") {}.fallback {
          Spacer()
          Spacer()
        }
      }
    },
    BrokenDescription(
      "ACK1106", "$.root",
      calls: [.begin("screen", id: "s"), .begin("spacer", id: ""), .end, .set("label", .text("S"))],
      cannot: [.json: "members have no order", .elements: noSuchCall]),
    BrokenDescription(
      "ACK1107", "$.root.label",
      calls: [.begin("screen", id: "s"), .set("label", .text("S")), .set("label", .text("S"))],
      json: #"{"root":{"kind":"screen","id":"s","label":"S","label":"S"}}"#,
      cannot: [.elements: "an argument has one value"]),
    BrokenDescription(
      "ACK1108", "$.root.children[0].action.payload", screen(button(#","payload":{"":"x"}"#))
    ) { screen { Button("b", "B", action: Action("a", payload: ["": "x"])) } },
    BrokenDescription(
      "ACK1109", "$.root.label", calls: [.begin("screen", id: "s"), .set("label", .text([0xFF]))],
      cannot: [.json: "such a text is no JSON", .elements: "a Swift string is always valid"]),
    BrokenDescription(
      "ACK1110", "$.root.children[0].progress.value",
      calls: [
        .set("id", .text("d")), .begin("screen", id: "s"), .begin("progress", id: ""), .open(.map, "progress"),
        .set("value", .scalar(.double(.nan))),
      ],
      cannot: [.json: "JSON has no such number"]
    ) { screen { ProgressView("P", value: .nan) } },
    BrokenDescription(
      "ACK1111", "$.root.busy", calls: [.form(.withBoolean2)],
      cannot: [.builder: "a Bool is one of two", .json: "JSON has two booleans", .elements: "a Bool is one of two"]),
    BrokenDescription(
      "ACK1112", "$.root.label", calls: [.begin("screen", id: "s"), .lostText("label", length: 1)],
      cannot: [.builder: "a Span has its bytes", .json: "a text is there or not", .elements: "a string has its bytes"]),
    BrokenDescription(
      "ACK1114", "$", calls: [.form(.withoutPointer)],
      cannot: [
        .builder: "it makes the form", .json: "a text has a layout of its own",
        .elements: "the kit lends it, and counts right",
      ]),
  ]

  private static let deepCondition = (0..<17).reduce(Condition.never) { condition, _ in .not(condition) }

  private static let limits = [
    BrokenDescription(
      "ACK1120", "$.root", screen(Array(repeating: #"{"kind":"spacer"}"#, count: 10_000).joined(separator: ","))
    ) { screen { for _ in 0..<10_000 { Spacer() } } },
    BrokenDescription(
      "ACK1121", "$.root" + String(repeating: ".children[0]", count: 63),
      #"{"root":"# + String(repeating: #"{"kind":"stack","children":["#, count: 64) + #"{"kind":"spacer"}"#
        + String(repeating: "]}", count: 64) + "}",
      cannot: [.elements: "each level of elements is a level of types, and nobody writes 65"]),
    BrokenDescription(
      "ACK1122", "$.root.children[0].action.sends",
      screen(button(#","sends":[\#(Array(repeating: #""f""#, count: 100_000).joined(separator: ","))]"#))
    ) { screen { Button("b", "B", action: Action("a", sends: Array(repeating: "f", count: 100_000))) } },
    BrokenDescription(
      "ACK1123", "$.root.children[0].enabled" + String(repeating: ".not", count: 16),
      screen(
        #"{"kind":"text","enabled":"# + String(repeating: #"{"not":"#, count: 17) + "false"
          + String(repeating: "}", count: 18))
    ) { screen { Text("T").enabled(when: deepCondition) } },
    BrokenDescription(
      "ACK1124", "$.root.children[0].label", screen(button("").replacing(#""B""#, with: #""\#(text(513))""#))
    ) { screen { Button("b", text(513), action: "a") } },
    BrokenDescription(
      "ACK1125", "$.root", #"{"id":"d","root":{"kind":"screen","id":"\#(text(65))","label":"S"}}"#
    ) { InterfaceDescription("d") { Screen(text(65), title: "S") {} } },
    BrokenDescription(
      "ACK1126", "$.root.children[63].text",
      screen(Array(repeating: #"{"kind":"text","text":"\#(text(16 << 10))"}"#, count: 64).joined(separator: ","))
    ) { screen { for _ in 0..<64 { Text(text(16 << 10)) } } },
  ]

  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }
}
