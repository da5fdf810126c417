import AppControllerKit
import Testing

@Suite struct `A description as this version shows it` {
  private func screen(_ children: String, _ more: String = "") throws -> InterfaceDescription {
    try InterfaceDescription(
      json: Array(#"{"root":{"kind":"screen","id":"s","label":"S"\#(more),"children":[\#(children)]}}"#.utf8))
  }

  @Test func `is itself when everything is known`() {
    for known in [EveryKind.loggedOut, EveryKind.loggedIn] {
      #expect(known.resolved().arena === known.arena)
      #expect(!known.isIncomplete)
    }
  }

  /// What stands in the place of a node of unknown kind.
  @Test(arguments: [
    // Its fallback, before its children.
    (#"{"kind":"x","fallback":{"kind":"text","text":"F"},"children":[{"kind":"text","text":"C"}]}"#, "F"),
    // Nothing, when that is its fallback.
    (#"{"kind":"x","fallback":"drop","children":[{"kind":"text","text":"C"}]}"#, ""),
    // Its children.
    (#"{"kind":"x","label":"L","children":[{"kind":"text","text":"C"},{"kind":"text","text":"D"}]}"#, "C D"),
    (#"{"kind":"x","children":[{"kind":"y","children":[{"kind":"text","text":"C"}]}]}"#, "C"),
    // Its label, or its text.
    (#"{"kind":"x","label":"L","text":"T"}"#, "L"),
    (#"{"kind":"x","text":"T"}"#, "T"),
    (#"{"kind":"x","label":"","text":"T"}"#, "T"),
    (#"{"kind":"x","label":7,"text":"T"}"#, "T"),
    // Nothing, when there is nothing.
    (#"{"kind":"x"}"#, ""),
    // The fallback of an unknown fallback.
    (#"{"kind":"x","fallback":{"kind":"y","fallback":{"kind":"text","text":"G"}}}"#, "G"),
    (#"{"kind":"x","fallback":{"kind":"y","text":"T"}}"#, "T"),
    // What else there is, when the fallback shows nothing either.
    (#"{"kind":"x","fallback":{"kind":"y"},"children":[{"kind":"text","text":"C"}]}"#, "C"),
    (#"{"kind":"x","fallback":{"kind":"y"},"text":"T"}"#, "T"),
    // What is neither a node nor drop is no fallback.
    (#"{"kind":"x","fallback":"other","text":"T"}"#, "T"),
    (#"{"kind":"x","fallback":{"a":1},"text":"T"}"#, "T"),
    // The fallback of what is around it, which then is left out as a whole.
    (
      #"{"kind":"stack","fallback":{"kind":"text","text":"A"},"children":[{"kind":"text","text":"C"},{"kind":"x"}]}"#,
      "A"
    ),
    (
      #"{"kind":"stack","fallback":{"kind":"text","text":"A"},"children":[{"kind":"stack","children":[{"kind":"x"}]}]}"#,
      "A"
    ),
    (#"{"kind":"stack","fallback":"drop","children":[{"kind":"text","text":"C"},{"kind":"x"}]}"#, ""),
    (#"{"kind":"x","fallback":{"kind":"text","text":"A"},"children":[{"kind":"y"}]}"#, "A"),
    // The next one further out, when that fallback shows nothing.
    (
      #"{"kind":"stack","fallback":{"kind":"text","text":"B"},"children":["#
        + #"{"kind":"stack","fallback":{"kind":"y"},"children":[{"kind":"x"}]}]}"#,
      "B"
    ),
    // And no further, when one shows something.
    (
      #"{"kind":"stack","fallback":{"kind":"text","text":"B"},"children":["#
        + #"{"kind":"stack","fallback":{"kind":"text","text":"A"},"children":[{"kind":"x"}]}]}"#,
      "A"
    ),
    // Nothing gives way for what is shown after all.
    (
      #"{"kind":"stack","fallback":{"kind":"text","text":"A"},"children":[{"kind":"x","text":"T"},{"kind":"text","text":"C"}]}"#,
      "T C"
    ),
    (#"{"kind":"stack","fallback":{"kind":"text","text":"A"},"children":[{"kind":"x","fallback":"drop"}]}"#, ""),
    // What is hidden stays so, whatever stands in for it.
    (#"{"kind":"x","hidden":true,"text":"T"}"#, ""),
    (#"{"kind":"x","hidden":true,"children":[{"kind":"text","text":"C"}]}"#, ""),
    (#"{"kind":"x","hidden":true,"fallback":{"kind":"text","text":"F"}}"#, ""),
  ])
  func `has something in the place of what it does not know`(node: String, text: String) throws {
    let made = try screen(#"{"kind":"text","text":"<"},\#(node),{"kind":"text","text":">"}"#)
    let resolved = made.resolved()
    #expect(resolved.root.subtree.compactMap(\.text).joined(separator: " ") == "< \(text) >".replacing("  ", with: " "))
    #expect(resolved.allNodes.allSatisfy { $0.kind != nil })
    #expect(made.isIncomplete)
    #expect(!resolved.isIncomplete)
    // The text face shows the same, and the description itself keeps everything.
    let lines = TextRenderer().render(made).split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } }
    #expect(lines.joined(separator: " ") == "< \(text) >".replacing("  ", with: " "))
    #expect(try InterfaceDescription(json: Array(JSONRenderer().render(made).utf8)) == made)
  }

  @Test func `keeps ids and properties of what it knows, whatever stands around it`() throws {
    let made = try screen(
      #"{"kind":"x","id":"x","children":[{"kind":"field","id":"f","label":"F","zoom":1,"input":{"name":"f","max":null}}]},"#
        + #"{"kind":"y","id":"y","label":"Y"}"#, #","busy":true,"selected":[1,{"a":2.5}]"#
    )
    let expected = try screen(
      #"{"kind":"field","id":"f","label":"F","zoom":1,"input":{"name":"f"}},{"kind":"text","id":"y","text":"Y"}"#,
      #","busy":true,"selected":[1,{"a":2.5}]"#
    )
    #expect(made.resolved() == expected)
  }

  @Test func `has the controllers of an unknown root, in tabs when there are several`() throws {
    let one = try InterfaceDescription(
      json: Array(#"{"id":"d","root":{"kind":"x","children":[{"kind":"screen","id":"a","label":"A"}]}}"#.utf8))
    #expect(one.resolved().root.id == "a")
    #expect(one.resolved().id == "d")
    let two = try InterfaceDescription(
      json: Array(
        #"""
        {"root":{"kind":"split","children":[
          {"kind":"screen","id":"a","label":"A","children":[{"kind":"text","text":"1"}]},
          {"kind":"x","children":[{"kind":"screen","id":"b","children":[{"kind":"text","text":"2"}]}]}]}}
        """#.utf8))
    let tabs = two.resolved().root
    #expect(tabs.kind == .tabs)
    #expect(tabs.children.map(\.label) == ["A", "2"])
    #expect(tabs.children.map { $0.children.map(\.id) } == [["a"], ["b"]])
    #expect(two.validate().allSatisfy { $0.severity == .warning })
    #expect(two.resolved().validate().allSatisfy { $0.severity == .warning })
  }

  @Test(arguments: [#""schema":2"#, #""requires":{"hologram":1}"#])
  @MainActor
  func `is its fallback text when it needs a newer host`(need: String) throws {
    let made = try InterfaceDescription(
      json: Array(
        #"{"id":"d","lang":"de",\#(need),"fallbackText":"Bitte aktualisieren.","root":{"kind":"screen","id":"s","label":"S"}}"#
          .utf8))
    #expect(made.needsNewerHost)
    #expect(TextRenderer().render(made) == "== Aktualisierung nötig ==\nWarnung: Bitte aktualisieren.\n")
    let resolved = made.resolved()
    #expect(resolved.id == "d")
    #expect(resolved.language == "de")
    #expect(resolved.validate() == [])
    #expect(InterfaceController.controller(for: made) is ScreenController)
  }

  @Test func `has room for a label of the largest size`() throws {
    let label = String(repeating: #"\u001b"#, count: 512)
    let made = try screen(#"{"kind":"x"},{"kind":"group","label":"\#(label)"}"#)
    #expect(made.resolved().root.children.first?.label == String(repeating: "?", count: 512))
  }

  @Test func `is the failure of one that could not be built`() {
    let failed = build { $0.begin("screen", "s") }
    #expect(failed.resolved() == failed)
  }
}
