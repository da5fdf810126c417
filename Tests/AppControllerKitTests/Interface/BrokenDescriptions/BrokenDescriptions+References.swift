import AppControllerKit

// What refers to something that is not there, and what a host is too old for.
extension BrokenDescriptions {
  static let references = [
    BrokenDescription(
      "ACK1219", "$.root.children[0].action.sends[0]", screen(button(#","sends":["x"]"#))
    ) { screen { Button("b", "B", action: Action("a", sends: ["x"])) } },
    BrokenDescription(
      "ACK1220", "$.root.children[0].action.payload.text",
      screen(button(#","scope":"host""#).replacing(#""name":"a""#, with: #""name":"copy""#))
    ) { screen { Button("b", "B", action: .host(.copy)) } },
    BrokenDescription(
      "ACK1221", "$.root.children[0].enabled.checked",
      screen(#"{"kind":"button","id":"b","label":"B","action":{"name":"a"},"enabled":{"checked":"x"}}"#)
    ) { screen { Button("b", "B", action: "a").enabled(when: .checked("x")) } },
    BrokenDescription("ACK1224", "$.root.primaryAction", screen("", #","primaryAction":"x""#)) {
      screen(primaryAction: "x") {}
    },
  ]

  static let hosts = [
    BrokenDescription(
      "ACK1226", "$.schema", #"{"schema":2,"root":{"kind":"screen","id":"s","label":"S"}}"#,
      cannot: [.elements: "the elements are those of this version"]),
    BrokenDescription(
      "ACK1227", "$.requires.hologram",
      #"{"id":"d","requires":{"hologram":1},"root":{"kind":"screen","id":"s","label":"S"}}"#
    ) { InterfaceDescription("d", requires: ["hologram": 1]) { Screen("s", title: "S") {} } },
    BrokenDescription(
      "ACK1228", "$.root.children[1].action.sends[0]",
      screen(#"{"kind":"gadget","input":{"name":"x"}},"# + button(#","sends":["x"]"#)),
      besides: [.init(severity: .warning, code: "ACK1229", path: "$.root.children[0].kind")],
      cannot: [.elements: noSuchKind]),
    BrokenDescription(
      "ACK1229", "$.root.children[0].kind", screen(#"{"kind":"gadget"}"#), severity: .warning,
      cannot: [.elements: noSuchKind]),
  ]

  private static let noBuilder: [BrokenDescription.Way: String] = [
    .builder: onlyText, .elements: onlyText, .c: onlyText,
  ]

  private static let aScreen = #"{"root":{"kind":"screen","id":"s","label":"S"}}"#

  /// A storyboard with one interface, whose button does something that only the host does.
  private static func storyboard(_ name: String, _ payload: String) -> String {
    #"{"id":"s","lang":"en","interfaces":{"a":{"root":{"kind":"screen","id":"s","label":"S","children":["#
      + #"{"kind":"button","id":"b","label":"B","action":{"name":"\#(name)","scope":"host","payload":{\#(payload)}}}]}},"#
      + #""t":{"root":{"kind":"tabs","id":"t","children":["#
      + #"{"kind":"item","id":"i","label":"I","children":[{"kind":"screen","id":"s","label":"S"}]}]}}}}"#
  }

  static let texts = [
    BrokenDescription("ACK1002", "$", "{", cannot: noBuilder),
    BrokenDescription("ACK1113", "$.root", #"{"root":1}"#, cannot: noBuilder),
    BrokenDescription(
      "ACK1401", "$.id", #"{"id":"a b","lang":"en","interfaces":{"a":\#(aScreen)}}"#, cannot: noBuilder),
    BrokenDescription("ACK1402", "$.interfaces", #"{"id":"s","lang":"en","interfaces":{}}"#, cannot: noBuilder),
    BrokenDescription(
      "ACK1403", "$.interfaces.a b", #"{"id":"s","lang":"en","interfaces":{"a b":\#(aScreen)}}"#, cannot: noBuilder),
    BrokenDescription(
      "ACK1404", "$.interfaces.a.root.children[0].action.payload.screen", storyboard("present", #""screen":"x""#),
      cannot: noBuilder),
    BrokenDescription(
      "ACK1405", "$.interfaces.a.root.children[0].action.payload.screen", storyboard("push", #""screen":"t""#),
      cannot: noBuilder),
    BrokenDescription(
      "ACK1406", "$.interfaces.a.root.children[0].action.payload", storyboard("select", #""item":"x","tabs":"t""#),
      cannot: noBuilder),
  ]
}
