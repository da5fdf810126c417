import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@testable import AppControllerTerminal

@Suite struct `A table on a terminal` {
  private static let orders = screen {
    Table("Orders", columns: [.init("Order"), .init("What", weight: 1), .init("Price", alignment: .end)]) {
      Row("o1", "Order 1042", action: "open") {
        Text("#1042")
        Text("Assam, 100 g")
        Text("18.50")
      }
      Row("o2", "Order 0731", action: "open") {
        Text("#0731")
        Text("Assam, 1 kg")
        Text("120.00")
      }
    }
  }

  private static func screen(@InterfaceContentBuilder _ content: () -> some InterfaceContent) -> InterfaceDescription {
    InterfaceDescription("d") { Screen("s", title: "S", content: content) }
  }

  private func rows(_ interface: InterfaceDescription, columns: Int) -> [String] {
    let frame = TerminalRenderer().render(interface, traits: TraitCollection(columns, 0))
    return (0..<frame.grid.rows).map { frame.grid.text(ofRow: $0).trimmed }.filter { !$0.isEmpty }
  }

  @Test func `has its columns side by side, the numbers at the end`() {
    let rows = rows(Self.orders, columns: 40)
    let table = rows[2...].prefix(5).map { row in String(row.drop { $0 == ">" || $0 == " " }) }
    #expect(
      table == [
        "Orders", "Order  What                   Price", String(repeating: "┄", count: 37),
        "#1042  Assam, 100 g           18.50 ›", "#0731  Assam, 1 kg           120.00 ›",
      ])
  }

  @Test func `folds the columns from the last on that do not fit`() {
    let rows = rows(Self.orders, columns: 20).map { $0.drop { $0 == ">" || $0 == " " } }
    let start = rows.firstIndex { $0.hasPrefix("#1042") } ?? 0
    #expect(rows[start...].prefix(4) == ["#1042  Assam, 100 g", "Price: 18.50", "#0731  Assam, 1 kg", "Price: 120.00"])
  }

  @Test(arguments: [1, 2, 5, 9, 12, 20, 40, 80, 200])
  func `never is wider than the room`(room: Int) {
    let columns: [TableColumn] = [
      .init("A"), .init("B", weight: 3), .init("C", alignment: .end), .init("D", weight: 12), .init("E"),
    ]
    for natural in [[1, 1, 1, 1, 1], [32, 400, 3, 7, 90], [5, 8, 8, 8, 5]] {
      let layout = TableLayout(columns, natural: natural, room: room)
      #expect(!layout.widths.isEmpty && layout.widths.allSatisfy { $0 > 0 })
      let used = layout.widths.reduce(0, +) + 2 * (layout.widths.count - 1)
      #expect(used <= room)
      // What has a weight takes all that is left.
      if layout.widths.count > 1, used < room { #expect(layout.widths.count < 2) }
    }
  }

  @Test func `is one stop of Tab, whose rows the arrows reach`() throws {
    let picture = try #require(ScreenPicture(of: Self.orders))
    var interaction = ScreenInteraction()
    interaction.show(picture)
    #expect(interaction.target == .node("o1"))
    #expect(interaction.handle(.down, on: picture, isBusy: false) == [.focus(.node("o2"))])
    #expect(interaction.handle(.enter, on: picture, isBusy: false) == [.press(nodeID: "o2")])
    #expect(interaction.handle(.tab, on: picture, isBusy: false).isEmpty || interaction.target == .node("o2"))
  }

  @Test func `is measured once for all its rows`() throws {
    let large = Self.screen {
      Table(columns: [.init("A"), .init("B")]) {
        for number in 0..<1_000 {
          Row {
            Text("\(number)"); Text(String(repeating: "x", count: number % 30))
          }
        }
      }
    }
    let renderer = TerminalRenderer()
    _ = renderer.render(large, traits: TraitCollection(80, 24))
    let table = try #require(large.resolved().allNodes.first { $0.kind == .table })
    #expect(renderer.widths.take(table) == [3, 29, 0])
  }
}

@Suite struct `A chart on a terminal` {
  private func text(_ chart: Chart, columns: Int = 60) -> String {
    let interface = InterfaceDescription("d") { Screen("s", title: "S") { chart } }
    return TerminalRenderer().render(interface, traits: TraitCollection(columns, 0)).transcript
  }

  @Test func `is a line of heights`() {
    let text = text(Chart("Per week", style: .line, values: [2, 4, 7, 11, 3]))
    #expect(text.contains("▁▃▅█▂  min 2, max 11, last 3"))
  }

  @Test func `is bars with names and numbers`() {
    let text = text(Chart("Spent", values: [4, 2, 0, 1.5], labels: ["May", "June", "July", "August"], unit: "€"))
    let bars = ["May    ", "June   ", "July   ", "August "].map { name in
      let row = text.split(separator: "\n").first { $0.contains(name) } ?? ""
      return 2 * row.count { $0 == "█" } + row.count { $0 == "▌" }
    }
    #expect(bars[0] > 40 && bars[1] == bars[0] / 2 && bars[2] == 0 && abs(8 * bars[3] - 3 * bars[0]) <= 4)
    for number in ["█ 4 €", " 2 €", "July   0 €", " 1.5 €"] { #expect(text.contains(number)) }
  }

  @Test(arguments: [[0], [5, 5], [-1, 1], [1e308, -1e308], [0.1], Array(repeating: 1, count: 64)] as [[Double]])
  func `has a place for every number`(values: [Double]) {
    for style in [NodeStyle.bar, .line] {
      for columns in [1, 12, 80] { _ = text(Chart("C", style: style, values: values), columns: columns) }
    }
    #expect(ChartLine.text(of: values).count == values.count)
  }
}

@Suite struct `A QR code on a terminal` {
  private static func interface(_ url: String = "https://example.com/device?code=WDJB-MJHT") -> InterfaceDescription {
    InterfaceDescription("d") {
      Screen("s", title: "S") { Code("WDJB-MJHT", label: "Code", qrCode: url) }
    }
  }

  /// Reads the modules of the half blocks in a frame.
  private func modules(of frame: TerminalFrame) -> [[Bool]] {
    (0..<frame.grid.rows).flatMap { row -> [[Bool]] in
      let cells = (0..<frame.grid.columns).map { frame.grid[row, $0] }.filter { $0.style.attributes.contains(.paper) }
      if cells.isEmpty { return [] }
      return [cells.map { ["█", "▀"].contains($0.scalar) }, cells.map { ["█", "▄"].contains($0.scalar) }]
    }
  }

  @Test(arguments: [0, 20, 40, 100])
  func `is drawn whole, with a quiet zone of two modules`(length: Int) throws {
    let url = "https://example.com/" + String(repeating: "a", count: length)
    let code = try #require(QRCode(url))
    let frame = TerminalRenderer().render(Self.interface(url), traits: TraitCollection(80, 40))
    let found = modules(of: frame)
    let wanted = (-2..<code.size + 2).map { row in (-2..<code.size + 2).map { code[row, $0] } }
    #expect(Array(found.prefix(code.size + 4)) == wanted)
    // The last row of cells has a half that is light.
    #expect(found.dropFirst(code.size + 4).allSatisfy { !$0.contains(true) })
    #expect(frame.transcript.contains("WDJB-MJHT"))
  }

  @Test(arguments: [(24, 40, true), (80, 12, true), (80, 40, false)])
  func `is its URL where it would not be whole, and where it cannot be black on white`(
    columns: Int, rows: Int, isDrawn: Bool
  ) {
    let renderer = TerminalRenderer(showsQRCodes: isDrawn)
    let frame = renderer.render(Self.interface(), traits: TraitCollection(columns, rows))
    #expect(modules(of: frame).isEmpty)
    #expect(frame.transcript.filter { !$0.isWhitespace && $0 != "|" }.contains("example.com/device"))
  }

  @Test(arguments: [(TerminalColors.sixteen, "30;107"), (.indexed, "48;5;231"), (.trueColor, "48;2;255;255;255")])
  func `is black on white in every palette`(colors: TerminalColors, sequence: String) throws {
    for color in [TraitCollection.Color.light, .dark] {
      var (writer, bytes) = (StyleWriter(colors, TerminalPalette(color)), [UInt8]())
      writer.set(CellStyle(.paper), &bytes)
      #expect(String(decoding: bytes, as: UTF8.self).contains(sequence))
    }
  }
}

@Suite struct `A secret` {
  private static let interface = InterfaceDescription("d") {
    Screen("s", title: "S") {
      SecretText("rc", "Recovery code", value: "canary-1")
      Button("b", "Back", action: "back")
    }
  }

  @Test func `is dots of one number on a terminal, and its text when it is asked for`() throws {
    var state = InteractionState()
    let snapshot = FaceSnapshot(of: Self.interface, traits: TraitCollection(60, 12))
    #expect(TerminalRenderer().render(snapshot, interaction: state).transcript.contains("Recovery code: ••••••••"))
    state.revealedID = "rc"
    #expect(TerminalRenderer().render(snapshot, interaction: state).transcript.contains("Recovery code: canary-1"))
    let picture = try #require(ScreenPicture(of: Self.interface))
    var interaction = ScreenInteraction()
    interaction.show(picture)
    #expect(interaction.handle(.enter, on: picture, isBusy: false) == [.reveal(nodeID: "rc")])
    #expect(interaction.keyHelp(on: picture, in: nil, isBusy: false, .english).first == "Return: show or hide")
  }

  @Test func `is in no picture`() {
    let frame = TerminalRenderer().render(Self.interface, traits: TraitCollection(80, 0))
    let picture = SVGRenderer().render(
      frame, title: "S", elements: Self.interface.accessibleElements())
    #expect(!picture.contains("canary"))
  }

  @Test func `is said in line mode after the word, and not before`() throws {
    var dialogue = LineDialogue()
    let lines = dialogue.show(try #require(ScreenPicture(of: Self.interface)))
    #expect(lines == ["== S ==", "1. Recovery code: hidden", "2. Back, button"])
    for word in ["", "no", "1"] {
      #expect(dialogue.take(Secret("1")).lines == [])
      #expect(dialogue.prompt == ("Enter show to hear Recovery code: ", false))
      #expect(dialogue.take(Secret(word)).lines == [])
    }
    _ = dialogue.take(Secret("recovery code"))
    #expect(dialogue.take(Secret("Show")).lines == ["Recovery code: canary-1"])
    #expect(dialogue.prompt.text == "Choose 1 to 2, q to leave: ")
  }
}

extension String {
  fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
