import AppControllerKit
import Testing

@Suite struct `A page with inputs of every sort` {
  private func page(_ content: some InterfaceElement) -> String {
    HTMLRenderer().render(InterfaceDescription("d") { Screen("s", title: "S") { content } })
  }

  @Test func `has a box for several lines that keeps the first empty one`() throws {
    let field = TextField("f", "F", value: "\n<b>\nx", lines: 5)
    let written = page(field)
    #expect(written.contains("<textarea"))
    #expect(written.contains(" rows=\"5\">\n\n&lt;b&gt;\nx</textarea>"))
    #expect(!written.contains("<input type=\"text\""))
    let elements = try PageReader.read(written)
    #expect(elements.last?.role == .multilineTextInput && elements.last?.value == "\n<b>\nx")
  }

  @Test func `has the browser's own fields for days, times and bounded numbers`() {
    #expect(page(TextField("f", "F", content: .date).range(min: "2026-05-01")).contains("<input type=\"date\""))
    #expect(page(TextField("f", "F", content: .date).range(min: "2026-05-01")).contains(" min=\"2026-05-01\""))
    #expect(page(TextField("f", "F", content: .time)).contains("<input type=\"time\""))
    #expect(page(TextField("f", "F", content: .dateTime)).contains("<input type=\"datetime-local\""))
    let number = page(TextField("f", "F", content: .number).range(min: "1", max: "9"))
    #expect(number.contains("<input type=\"number\"") && number.contains(" min=\"1\" max=\"9\" step=\"any\""))
    #expect(page(TextField("f", "F", content: .number)).contains("<input type=\"text\" class=\"number\""))
  }

  @Test func `names what has no label to see`() throws {
    let field = page(TextField("f", "Quantity").labelHidden())
    #expect(field.contains(" aria-label=\"Quantity\"") && !field.contains("<label"))
    let choice = page(Picker("c", "Size", options: [.init("S")]).labelHidden())
    #expect(choice.contains(" aria-label=\"Size\"") && !choice.contains("<legend"))
    for written in [field, choice, page(Toggle("t", "On").labelHidden())] {
      #expect(try PageReader.read(written).contains { ["Quantity", "Size", "On"].contains($0.name) })
    }
  }

  @Test func `gives children of a row their shares`() {
    let row = page(
      HStack {
        Text("Wide").weight(3); Text("Narrow")
      })
    #expect(row.contains("<div class=\"share share-3\">\n<p class=\"text\""))
    #expect(row.ranges(of: "class=\"share").count == 1)
    #expect(page(HStack { Text("Gone").weight(3).hidden() }).ranges(of: "class=\"share").isEmpty)
  }

  @Test(arguments: Icon.allCases)
  func `draws an icon that nobody hears`(icon: Icon) throws {
    let written = page(Button("b", "Go", action: "go").icon(icon))
    #expect(written.contains(" aria-hidden=\"true\"><path d=\"M"))
    #expect(try PageReader.read(written).last == AccessibleElement(.button, id: "b", name: "Go", level: 1))
  }
}
