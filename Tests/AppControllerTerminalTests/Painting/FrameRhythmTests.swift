import AppControllerKit
import Testing

@testable import AppControllerTerminal

@Suite struct `The rhythm of a frame` {
  private func rows(_ frame: TerminalFrame) -> [String] { (0..<frame.grid.rows).map { frame.grid.text(ofRow: $0) } }

  private func screen(@InterfaceContentBuilder _ content: () -> some InterfaceContent) -> InterfaceDescription {
    InterfaceDescription("x", language: "en") { Screen("s", title: "S", content: content) }
  }

  @Test func `has an empty row after each field, with a hint or without`() throws {
    let fields = screen {
      TextField("a", "First")
      TextField("b", "Second").hint("A hint")
      HStack {
        TextField("c", "Third").weight(1)
        TextField("d", "Fourth").weight(1)
      }
      TextField("e", "Fifth")
    }
    let lines = rows(TerminalRenderer().render(fields, traits: TraitCollection(80, 40)))
    for label in ["Second", "Third", "Fifth"] {
      let row = try #require(lines.firstIndex { $0.contains(label) })
      #expect(lines[row - 1].allSatisfy { " │".contains($0) }, "before \(label)")
      #expect(lines[row - 2].contains { !" │".contains($0) }, "one row before \(label)")
    }
  }

  @Test func `keeps elements side by side apart, wherever the focus is`() throws {
    let fields = screen {
      HStack {
        TextField("c", "Third").weight(1)
        TextField("d", "Fourth").weight(1)
      }
    }
    let picture = try #require(ScreenPicture(of: fields))
    var interaction = InteractionState()
    interaction.focus = .node("d")
    let frame = TerminalRenderer().render(picture, traits: TraitCollection(80, 24), interaction: interaction)
    #expect(!rows(frame).contains { $0.contains("▌") })
    #expect(rows(frame).contains { $0.contains("─  ━") })
  }

  @Test func `is as wide as its text on a screen without fields`() throws {
    let line = String(repeating: "log ", count: 15) + "end"
    let log = screen { for _ in 0..<60 { Text(line) } }
    #expect(rows(TerminalRenderer().render(log, traits: TraitCollection(80, 24))).contains { $0.contains(line) })
    let form = screen {
      Text(line)
      TextField("a", "Name")
    }
    #expect(rows(TerminalRenderer().render(form, traits: TraitCollection(80, 24))).contains { $0.contains("╮") })
    #expect(!rows(TerminalRenderer().render(form, traits: TraitCollection(80, 24))).contains { $0.contains(line) })
  }

  @Test func `does not move a box when an error comes`() throws {
    let form = screen {
      TextField("a", "Name")
      TextField("b", "Place")
    }
    var picture = try #require(ScreenPicture(of: form))
    let first = TerminalRenderer().render(picture, traits: TraitCollection(80, 24))
    picture.state.fieldErrors = ["a": "Wrong", "b": "Wrong"]
    var interaction = InteractionState()
    interaction.boxTop = first.boxTop
    let second = TerminalRenderer().render(picture, traits: TraitCollection(80, 24), interaction: interaction)
    #expect(second.boxTop == first.boxTop)
    #expect(rows(second).firstIndex { $0.contains("Name") } == rows(first).firstIndex { $0.contains("Name") })
    // Where there is no room below, it moves as far as it has to.
    interaction.boxTop = 20
    let third = TerminalRenderer().render(picture, traits: TraitCollection(80, 24), interaction: interaction)
    #expect(third.viewport.count == second.viewport.count)
  }

  @Test func `fills the whole row of a table that has the focus, and marks those that open`() throws {
    let table = screen {
      Table(columns: [TableColumn("Order"), TableColumn("Price", alignment: .end)]) {
        Row("r1", action: "open") {
          Text("1042")
          Text("6.50")
        }
        Row("r2") {
          Text("0988")
          Text("24.00")
        }
      }
    }
    var interaction = InteractionState()
    interaction.focus = .node("r1")
    let picture = try #require(ScreenPicture(of: table))
    let frame = TerminalRenderer().render(picture, traits: TraitCollection(60, 24), interaction: interaction)
    let row = try #require(rows(frame).firstIndex { $0.contains("1042") })
    let text = rows(frame)[row]
    #expect(text.hasSuffix(" ›") && !rows(frame)[row + 1].contains("›"))
    let filled = (0..<60).filter { frame.grid[row, $0].style.attributes.contains(.reverse) }
    #expect(filled == Array((filled.first ?? 0)...(filled.last ?? 0)) && filled.count == text.count - 2)
  }

  @Test(arguments: [(TerminalSigns.unicode, "…", "⠋"), (.ascii, "~", "|")])
  func `says what is cut and what is under way by a sign`(signs: TerminalSigns, cut: String, spinner: String) throws {
    let name = String(repeating: "name ", count: 20)
    let interface = screen {
      Picker("c", "Names", options: (0..<9).map { .init("o\($0)", label: name + "\($0)") })
      ProgressView("Loading")
      ProgressView("")
    }
    let state = PresentationState(values: ["c": .text("o1")])
    let frame = TerminalRenderer(signs: signs).render(interface, state: state, traits: TraitCollection(60, 24))
    #expect(rows(frame).contains { $0.contains("\(cut) \(signs.down)") })
    #expect(rows(frame).contains { $0.contains("\(spinner) Loading") })
    #expect(rows(frame).count { $0.contains("under way") } == 1, "the words stand where there is no label")
  }

  @Test func `marks what is searched for`() throws {
    let interface = screen {
      List("l") {
        for name in ["Café au lait", "Tea", "Iced café"] + (0..<12).map({ "x\($0)" }) { Item(name, name, action: "a") }
      }
    }
    let picture = try #require(ScreenPicture(of: interface))
    var keys = ScreenInteraction()
    keys.show(picture)
    for scalar in "CAFE".unicodeScalars { _ = keys.handle(.character(scalar), on: picture, isBusy: false) }
    var interaction = InteractionState()
    (interaction.focus, interaction.filter) = (keys.target, keys.filter)
    let frame = TerminalRenderer().render(picture, traits: TraitCollection(60, 24), interaction: interaction)
    let marked = (0..<24).map { row in
      (0..<60).filter { frame.grid[row, $0].style.attributes.contains(.underline) }
        .map { frame.grid.text(at: CellPosition(row: row, column: $0)) }.joined()
    }
    #expect(marked.filter { !$0.isEmpty } == ["Café", "café"])
  }

  @Test(arguments: [("kitty@example.com", "kitty@example.com"), ("Search…", "Search…"), ("Mia", "for example Mia")])
  func `says that a value is an example where that is not clear`(placeholder: String, said: String) throws {
    let form = screen { TextField("a", "A", placeholder: placeholder) }
    let lines = rows(TerminalRenderer().render(form, traits: TraitCollection(80, 24)))
    #expect(lines.contains { $0.contains(" \(said) ") })
    #expect(lines.contains { $0.contains("for example") } == said.hasPrefix("for"))
  }

  @Test(arguments: [(80, "Return open   Ctrl-C leave"), (30, "Return open   Ctrl-C leave"), (22, "Return open")])
  func `keeps the main key`(columns: Int, shown: String) throws {
    let picture = try #require(ScreenPicture(of: screen { Text("x") }))
    var interaction = InteractionState()
    interaction.keys = ["Return: open", "F1: " + String(repeating: "long ", count: 20), "Ctrl-C: leave"]
    let frame = TerminalRenderer().render(picture, traits: TraitCollection(columns, 24), interaction: interaction)
    #expect(frame.grid.text(ofRow: 23).drop { $0 == " " } == shown)
  }
}
