import AppControllerKit

// What breaks no rule, and is advised against.
extension BrokenDescriptions {
  private static func advice(
    _ code: String, _ path: String, _ json: String, _ elements: @escaping @Sendable () -> InterfaceDescription
  ) -> BrokenDescription {
    BrokenDescription(code, path, json, severity: .warning, isAdvice: true, elements: elements)
  }

  private static func link(_ id: String, _ label: String, _ url: String) -> String {
    #"{"kind":"link","id":"\#(id)","label":"\#(label)","url":"\#(url)"}"#
  }

  private static func button(_ id: String, style: String, more: String = "") -> String {
    #"{"kind":"button","id":"\#(id)","label":"\#(id)","action":{"name":"a"\#(more)},"style":"\#(style)"}"#
  }

  private static let sent = button("b", style: "plain", more: #","sends":["f"]"#)

  private static let required = #","rules":[{"rule":"required"}]"#

  static let advice = [
    advice(
      "ACK1301", "$.root.children[0].input.placeholder", screen(field(#","placeholder":"F""#) + "," + sent)
    ) {
      screen {
        TextField("f", "F", placeholder: "F")
        Button("b", "b", action: Action("a", sends: ["f"]))
      }
    },
    advice(
      "ACK1302", "$.root.children[0].media.alt", screen(#"{"kind":"image","media":{"alt":"a.png","source":"a"}}"#)
    ) { screen { Image("a", alternative: "a.png") } },
    advice(
      "ACK1303", "$.root.primaryAction", screen(button("b", style: "destructive"), #","primaryAction":"b""#)
    ) { screen(primaryAction: "b") { Button("b", "b", style: .destructive, action: "a") } },
    advice(
      "ACK1304", "$.root.children[1].label",
      screen(link("k", "L", "https://a.example") + "," + link("l", "L", "https://b.example"))
    ) {
      screen {
        Link("k", "L", url: "https://a.example")
        Link("l", "L", url: "https://b.example")
      }
    },
    advice(
      "ACK1305", "$.root.children[1].action.validates",
      screen(field(required) + "," + button("b", style: "cancel", more: #","sends":["f"]"#))
    ) {
      screen {
        TextField("f", "F").required()
        Button("b", "b", style: .cancel, action: Action("a", sends: ["f"]))
      }
    },
    advice("ACK1306", "$.root.primaryAction", screen(field("") + "," + sent + "," + button("c", style: "plain"))) {
      screen {
        TextField("f", "F")
        Button("b", "b", action: Action("a", sends: ["f"]))
        Button("c", "c", action: "a")
      }
    },
    advice(
      "ACK1307", "$.root.primaryAction",
      screen(button("b", style: "plain") + "," + button("c", style: "primary"), #","primaryAction":"b""#)
    ) {
      screen(primaryAction: "b") {
        Button("b", "b", action: "a")
        Button("c", "c", style: .primary, action: "a")
      }
    },
    advice("ACK1308", "$.root.children[0].label", screen(link("l", "here", "https://a.example"))) {
      screen { Link("l", "here", url: "https://a.example") }
    },
    advice("ACK1309", "$.lang", #"{"id":"d","root":{"kind":"screen","id":"s","label":"S"}}"#) {
      InterfaceDescription("d") { Screen("s", title: "S") {} }
    },
    advice(
      "ACK1310", "$.root.children[0].live", screen(#"{"kind":"banner","live":"off","severity":"error","text":"E"}"#)
    ) { screen { Banner(.error, "E").live(.off) } },
    advice("ACK1311", "$.root.children[0].text", screen(#"{"kind":"text","text":" "}"#)) { screen { Text(" ") } },
    advice(
      "ACK1312", "$.root.children[0].input.content",
      screen(
        #"{"kind":"field","id":"email","label":"F","input":{"name":"email"}},"#
          + button("b", style: "plain", more: #","sends":["email"]"#))
    ) {
      screen {
        TextField("email", "F")
        Button("b", "b", action: Action("a", sends: ["email"]))
      }
    },
    advice(
      "ACK1313", "$.root.children[1].style",
      screen(Array(repeating: #"{"kind":"text","style":"title","text":"T"}"#, count: 2).joined(separator: ","))
    ) {
      screen {
        Text("T", style: .title)
        Text("T", style: .title)
      }
    },
    advice("ACK1314", "$.root.children[0].input.name", screen(field("") + "," + button("b", style: "plain"))) {
      screen {
        TextField("f", "F")
        Button("b", "b", action: "a")
      }
    },
  ]
}
