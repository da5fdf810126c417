import AppControllerKit
import Testing

@Suite struct `The text renderer` {
  private func render(_ nodes: String, state: PresentationState = .init()) throws -> String {
    let made = try description(
      json: #"{"root":{"kind":"screen","id":"s","label":"S","children":[\#(nodes)]}}"#
    )
    return TextRenderer().render(made, state: state)
  }

  @Test(arguments: [
    ("escape", "\u{1B}[31m"), ("C1", "\u{9B}31m"), ("carriage return", "\r"), ("tab", "\t"), ("delete", "\u{7F}"),
    ("override", "\u{202E}"), ("isolate", "\u{2066}"), ("line separator", "\u{2028}"), ("byte order mark", "\u{FEFF}"),
  ])
  func `lets nothing through that drives a terminal, whoever typed it`(name: String, text: String) throws {
    let field = #"{"kind":"field","id":"f","label":"F","input":{"name":"f"}}"#
    let state = PresentationState(values: ["f": .text("a\(text)b")], fieldErrors: ["f": "c\(text)d"])
    let shown = try render(field, state: state)
    let rest = text.unicodeScalars.dropFirst().map(String.init).joined()
    #expect(shown == "== S ==\nF: a\u{FFFD}\(rest)b\n  ! c\u{FFFD}\(rest)d\n")
  }

  @Test func `shows a value of several lines at one depth, and a label on one line`() throws {
    #expect(
      try render(#"{"kind":"group","label":"G\n[ fake ]","children":[{"kind":"text","text":"one\ntwo"}]}"#)
        == "== S ==\nG?[ fake ]:\n  one\n  two\n"
    )
  }

  @Test func `never shows a secret`() throws {
    let field = #"{"kind":"field","id":"f","label":"F","input":{"name":"f","content":"password"}}"#
    for value in [InputValue.secret(Secret("hunter2")), .text("hunter2")] {
      let shown = try render(field, state: PresentationState(values: ["f": value]))
      #expect(shown == "== S ==\nF: ________ (secret)\n")
    }
  }

  @Test func `shows a condition as it is with the values`() throws {
    let nodes =
      #"{"kind":"field","id":"f","label":"F","input":{"name":"f"}},"#
      + #"{"kind":"button","id":"b","label":"B","action":{"name":"a"},"enabled":{"filled":["f"]}}"#
    #expect(try render(nodes) == "== S ==\nF: ________\n[ B ] (disabled)\n")
    #expect(try render(nodes, state: .init(values: ["f": .text("x")])) == "== S ==\nF: x\n[ B ]\n")
    #expect(try render(nodes, state: .init(values: ["f": .text("")])) == "== S ==\nF: ________\n[ B ] (disabled)\n")
  }

  @Test(arguments: [
    (#"{"value":0.5}"#, "50 %"), (#"{"value":1,"total":3}"#, "33 %"), (#"{"value":2}"#, "100 %"),
    (#"{"value":1e308,"total":1e-308}"#, "100 %"), (#"{"value":-1e308,"total":-5}"#, "0 %"), ("{}", "under way"),
    (#"{"deadline":1e300}"#, "under way, 16666666:40 left"), (#"{"deadline":-1e300}"#, "under way, 0:00 left"),
  ])
  func `shows any progress, valid or not`(progress: String, shown: String) throws {
    #expect(try render(#"{"kind":"progress","label":"P","progress":\#(progress)}"#) == "== S ==\nP: \(shown)\n")
  }

  @Test func `shows nothing of what is hidden`() throws {
    #expect(
      try render(#"{"kind":"group","hidden":true,"label":"G","children":[{"kind":"text","text":"T"}]}"#) == "== S ==\n"
    )
  }

  @Test func `draws the deepest and the largest description`() {
    let deep = build { builder in
      for _ in 0..<63 { builder.begin("group") }
      builder.node("text") { $0.set("text", "bottom") }
      for _ in 0..<63 { builder.end() }
    }
    #expect(TextRenderer().render(deep) == "bottom\n")
    let large = build { builder in
      builder.node("stack") { builder in
        for number in 1..<10_000 { builder.node("text") { $0.set("text", "\(number)") } }
      }
    }
    #expect(TextRenderer().render(large).split(separator: "\n").count == 9_999)
    #expect(JSONRenderer().render(large).utf8.count > 9_999 * 20)
  }

  @Test func `draws an interface that could not be built as nothing`() {
    let broken = build { $0.begin("screen") }
    #expect(TextRenderer().render(broken) == "")
    #expect(JSONRenderer().render(broken) == #"{"root":{"kind":"spacer"}}"#)
  }
}
