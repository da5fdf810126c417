import AppControllerKit
import AppControllerTerminal
import InterfaceGallery
import Testing

@Suite struct `A frame with inputs of every sort` {
  private func rows(
    _ columns: Int = 40, state: PresentationState = .init(), interaction: InteractionState = .init(),
    @InterfaceContentBuilder _ content: () -> some InterfaceContent
  ) throws -> [String] {
    let interface = InterfaceDescription("d") { Screen("s", title: "S") { content() } }
    let picture = try #require(ScreenPicture(of: interface, state: state))
    let frame = TerminalRenderer().render(picture, traits: TraitCollection(columns, 0), interaction: interaction)
    return (0..<frame.grid.rows).map { row in
      frame.grid.text(ofRow: row).replacing(/\s+$/, with: "")
    }.filter { !$0.isEmpty && !$0.contains("──") }
  }

  @Test func `gives the rest of a row to the shares`() throws {
    let found = try rows(41) {
      HStack {
        Text("Assam").weight(3)
        Text("18.50")
        Text("each").weight(1)
      }
    }
    // Of 38 columns 5 are the price's and 4 the gaps, so that 29 are shared.
    #expect(found.contains(" Assam" + String(repeating: " ", count: 18) + "18.50  each"))
  }

  @Test func `puts shares below one another where they are too narrow`() throws {
    let found = try rows(18) {
      HStack {
        Text("First").weight(1); Text("Second").weight(1)
      }
    }
    #expect(found.suffix(2) == ["First", "Second"])
  }

  @Test func `draws no label that is hidden, but what else is said of the input`() throws {
    let found = try rows {
      TextField("f", "Quantity", value: "2").labelHidden()
      TextField("g", "Other").labelHidden().required()
      Picker("c", "Size", options: [.init("S")]).labelHidden()
      Toggle("t", "On").labelHidden()
    }
    #expect(!found.contains { ["Quantity", "Other", "Size", "On"].contains(where: $0.contains) })
    #expect(found.contains { $0.contains("required") })
  }

  @Test func `shows the lines around the caret`() throws {
    var interaction = InteractionState()
    interaction.focus = .node("f")
    interaction.editing = FieldEditing(id: "f", .text("one\ntwo\nthree\nfour", caret: 18))
    let found = try rows(interaction: interaction) { TextField("f", "F", lines: 2) }
    #expect(found.filter { $0.contains("│") }.map { $0.filter(\.isLetter) } == ["three", "four"])
    interaction.editing = FieldEditing(id: "f", .text("one\ntwo\nthree\nfour", caret: 0))
    let start = try rows(interaction: interaction) { TextField("f", "F", lines: 2) }
    #expect(start.filter { $0.contains("│") }.map { $0.filter(\.isLetter) } == ["one", "two"])
  }

  @Test func `closes a group, and opens it`() throws {
    func found(_ state: PresentationState = .init()) throws -> [String] {
      try rows(state: state) {
        DisclosureGroup("more", "More") { Text("Inside") }
        Text("After")
      }
    }
    #expect(try found().suffix(2) == [" ▸ More", " After"])
    #expect(try found(.init(openGroups: ["more": true])).suffix(3) == [" ▾ More", "   Inside", " After"])
  }

  @Test func `says the form and the bounds of a value`() throws {
    let found = try rows {
      TextField("d", "Day", content: .date).range(min: "2026-05-01")
      TextField("n", "Guests", content: .number).range(min: "1", max: "9")
    }
    #expect(found.contains("   such as 2026-05-12, from 2026-05-01"))
    #expect(found.contains("   1 to 9"))
  }

  @Test func `marks a button that asks first`() throws {
    let found = try rows {
      Button("b", "Delete", style: .destructive, action: Action("delete").confirmed("Delete it?")).icon(.delete)
    }
    #expect(found.last == " [ × Delete… ]")
  }

  @Test(arguments: Icon.allCases)
  func `has a narrow character for an icon`(icon: Icon) {
    let scalars = Array(icon.glyph.unicodeScalars)
    #expect(scalars.count == 1 && CellWidth.of(scalars[0]).cells == 1, "\(icon)")
    #expect(!scalars[0].properties.isEmojiPresentation)
    #expect(!scalars[0].properties.isEmoji || scalars[0].isASCII, "\(icon) may be drawn as an emoji")
  }
}
