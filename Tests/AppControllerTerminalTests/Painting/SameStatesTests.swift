import AppControllerKit
import AppControllerTerminal
import TestSupport
import Testing

/// For any values, a control can be used in all faces or in none.
@Suite struct `What can be used` {
  private static let form = InterfaceDescription("form", language: "en") {
    Screen("form", title: "Form", primaryAction: "all") {
      TextField("a", "First")
      SecureField("b", "Second")
      Toggle("c", "Third")
      Picker("d", "Fourth", options: [.init("x", label: "An option")], isMultiple: true)
      Button("all", "All", action: "go").enabled(when: .filled("a", "b", "c", "d"))
      Button("both", "Both", action: "go").enabled(when: .filled("a", "b"))
      Button("none", "None", action: "go").enabled(when: .not(.filled("a")))
      Link("link", "Help", url: "https://example.com/help").enabled(when: .filled("c"))
      TextField("e", "Fifth").enabled(when: .filled("d"))
      List("Items") { Item("item", "Sixth", action: "go").enabled(when: .filled("b")) }
    }
  }

  @Test(arguments: 0..<16)
  func `is the same in every face, for every subset of what is filled`(subset: Int) throws {
    let values: [(String, InputValue)] = [
      ("a", .text("typed")), ("b", .secret(Secret("canary"))), ("c", .text("true")), ("d", .plain(["x"])),
    ]
    var state = PresentationState()
    for (index, (name, value)) in values.enumerated() where subset & 1 << index != 0 { state.values[name] = value }
    let elements = Self.form.accessibleElements(state: state)
    #expect(elements.filter { $0.states.contains(.disabled) }.count > 0)

    let text = TextReader(TextRenderer().render(Self.form, state: state)).things
    #expect(text == TextReader.expected(elements))
    var dialogue = LineDialogue()
    let picture = try #require(ScreenPicture(of: Self.form, state: state))
    #expect(TextReader(spoken: dialogue.show(picture)).things == TextReader.expected(spoken: elements))
    let frame = TerminalRenderer().render(Self.form, state: state, traits: TraitCollection(81, 0))
    #expect(FrameReader(frame).things == `What a frame says`().expected(elements))
    let drawing = SVGRenderer().render(frame, title: "form", elements: elements)
    #expect(try PictureReader(drawing).things == PictureReader.expected(elements))
  }
}
