import AppControllerKit
import InterfaceGallery
import Testing

@testable import AppControllerTerminal

@Suite struct `The look of a frame` {
  private func rows(_ frame: TerminalFrame) -> [String] { (0..<frame.grid.rows).map { frame.grid.text(ofRow: $0) } }

  @Test(arguments: [(80, 24, true), (60, 16, true), (59, 24, false), (80, 15, false), (120, 40, true), (40, 12, false)])
  func `has a form in a box in the middle where there is room`(columns: Int, rows: Int, isBoxed: Bool) throws {
    let login = try #require(Gallery.interface(named: "login"))
    let frame = TerminalRenderer().render(login, traits: TraitCollection(columns, rows))
    let lines = self.rows(frame)
    #expect(lines.contains { $0.contains("╭─ Welcome to Kitty ─") } == isBoxed)
    guard isBoxed, let first = lines.firstIndex(where: { $0.contains("╭") }) else { return }
    let left = lines[first].prefix { $0 == " " }.count
    #expect(abs(2 * left - (columns - 48)) <= 1)
    let last = try #require(lines.firstIndex { $0.contains("╰") })
    #expect(first <= rows - 1 - last && (rows < 20 || first > 0))
    for row in lines[first...last] { #expect(row.count == left + 48) }
  }

  @Test func `has a list as a page`() throws {
    let products = try #require(Gallery.interface(named: "products"))
    let frame = TerminalRenderer().render(products, traits: TraitCollection(120, 40))
    #expect(!rows(frame).contains { $0.contains("╭") })
    #expect(rows(frame).contains { $0.hasPrefix(String(repeating: " ", count: 22) + "Feather wand") && $0.count == 98 })
  }

  /// A list with many orders, the twentieth of which is open.
  private func orders(_ direction: TextDirection = .leftToRight, hint: String = "") -> InterfaceDescription {
    InterfaceDescription("x", language: "en", direction: direction) {
      NavigationStack {
        Screen("orders", title: "Orders", initialFocus: "o20") {
          List("All orders") { for number in 1...60 { Item("o\(number)", "Order \(number)", action: "open") } }
        }
        Screen("order", title: "Assam, 1 kg") {
          Text("On its way")
          Button("track", "Track", action: "track")
        }
        .hint(hint)
      }
    }
  }

  @Test(arguments: [TextDirection.leftToRight, .rightToLeft])
  func `has a list beside what was opened from it where there is room`(_ direction: TextDirection) throws {
    let frame = TerminalRenderer().render(orders(direction), traits: TraitCollection(120, 24))
    let lines = rows(frame)
    let opened = try #require(lines.first { $0.contains("Order 20") })
    let isMirrored = direction == .rightToLeft
    #expect(opened.contains(isMirrored ? "▐" : "▌"), "it has a mark")
    let detail = try #require(lines.first { $0.contains("On its way") })
    let line = try #require(detail.firstIndex(of: "│"))
    let text = try #require(detail.firstRange(of: "On its way"))
    #expect((text.lowerBound > line) != isMirrored)
    #expect(detail[(isMirrored ? line : detail.startIndex)...].contains("Order "), "both stand beside each other")
    #expect(lines.contains { $0.contains("Back: Orders") } && lines.contains { $0.contains("Assam, 1 kg") })
    // Only what is in front can have the focus, and a click beside it goes back.
    #expect(frame.regions.compactMap(\.target.nodeID) == ["track"])
    let row = try #require(lines.firstIndex(of: opened))
    let column = isMirrored ? 100 : 10
    #expect(frame.target(at: CellPosition(row: row, column: column)) == .back)
    #expect(frame.target(at: CellPosition(row: row, column: 120 - column)) == nil)
  }

  @Test(arguments: [(119, 24, ""), (120, 19, ""), (120, 24, String(repeating: "What this is about. ", count: 60))])
  func `has only what is in front where there is no room for both`(_ columns: Int, _ count: Int, _ hint: String)
    throws
  {
    let frame = TerminalRenderer().render(orders(hint: hint), traits: TraitCollection(columns, count))
    #expect(!rows(frame).contains { $0.contains("Order 2") })
    #expect(frame.viewport.lowerBound < count)
  }

  @Test func `has a layer over the screen that it covers, which is muted and has no targets`() throws {
    let interface = InterfaceDescription("x") {
      Screen("below", title: "Below") {
        Button("no", "Not now", style: .primary, action: "no")
        for number in 0..<6 { Text("Line \(number)") }
        Sheet { Screen("layer", title: "Layer") { Button("yes", "Yes", action: "yes") } }
      }
    }
    let frame = TerminalRenderer().render(interface, traits: TraitCollection(80, 24))
    let below = try #require(rows(frame).firstIndex { $0.contains("─ Below ─") })
    let layer = try #require(rows(frame).firstIndex { $0.contains("─ Layer ─") && $0.contains("─ × Close ─╮") })
    #expect(below < layer)
    for column in 0..<80 where !frame.grid[below, column].isBlank { #expect(frame.grid[below, column].style == .muted) }
    #expect(frame.regions.map(\.target) == [.close, .node("yes")])
  }

  @Test func `tells buttons and the focus apart without colours`() throws {
    let interface = InterfaceDescription("x") {
      Screen("s", title: "S") {
        Button("a", "A", style: .primary, action: "a")
        Button("b", "B", action: "b")
        Button("c", "C", style: .destructive, action: "c")
        Button("d", "D", style: .cancel, action: "d")
      }
    }
    let picture = try #require(ScreenPicture(of: interface))
    var looks: Set<String> = []
    for focus in [nil, "a", "b", "c", "d"] as [String?] {
      var interaction = InteractionState()
      interaction.focus = focus.map(TerminalTarget.node)
      let frame = TerminalRenderer().render(picture, traits: TraitCollection(80, 24), interaction: interaction)
      let row = try #require(rows(frame).first { $0.contains("× C") })
      #expect(row.contains("× C") && row.contains("‹ D"))
      looks.insert(String(decoding: FrameWriter(colors: .none).bytes(for: frame), as: UTF8.self))
      if let label = ["a": "A", "b": "B", "c": "× C", "d": "‹ D"][focus ?? ""] {
        #expect(row.contains("▐ \(label) ▌"))
      }
    }
    #expect(looks.count == 5)
  }

  @Test func `shows of many tabs those around the one that has the focus`() throws {
    let interface = InterfaceDescription("x") {
      TabView("bar", selection: "t0") {
        for number in 0..<20 { Tab("t\(number)", "Tab \(number)") { Screen("s\(number)", title: "S") { Text("x") } } }
      }
    }
    let picture = try #require(ScreenPicture(of: interface))
    for number in 0..<20 {
      var interaction = InteractionState()
      interaction.focus = .tab(of: "bar", "t\(number)")
      let frame = TerminalRenderer().render(picture, traits: TraitCollection(40, 24), interaction: interaction)
      let row = frame.grid.text(ofRow: 0)
      #expect(row.contains("Tab \(number)"))
      #expect(row.contains("‹") == (number > 3) && row.contains("›") == (number < 19), "\(number): \(row)")
      #expect(frame.regions.contains { $0.target == interaction.focus })
    }
  }

  @Test func `is of ASCII alone where the locale is not UTF-8`() throws {
    #expect(TerminalSigns(environment: ["LANG": "C"]) == .ascii)
    #expect(TerminalSigns(environment: [:]) == .ascii)
    #expect(TerminalSigns(environment: ["LC_ALL": "C", "LANG": "en_GB.UTF-8"]) == .ascii)
    #expect(TerminalSigns(environment: ["LC_ALL": "", "LANG": "en_GB.utf8", "TERM": "xterm"]) == .unicode)
    #expect(TerminalSigns(environment: ["LC_CTYPE": "C.UTF-8", "TERM": "linux"]) == .console)
    let login = try #require(Gallery.interface(named: "login"))
    for (columns, rows) in [(80, 24), (40, 12), (20, 6)] {
      let frame = TerminalRenderer(signs: .ascii).render(login, traits: TraitCollection(columns, rows))
      #expect(self.rows(frame).allSatisfy { $0.allSatisfy(\.isASCII) })
    }
  }

  @Test func `isolates each text from right to left, and comes back to its place behind the mark`() throws {
    let interface = InterfaceDescription("x") {
      Screen("s", title: "Title") { TextField("name", "البريد").required() }
    }
    let frame = TerminalRenderer().render(
      interface, traits: TraitCollection(40, 24, direction: .rightToLeft))
    let row = try #require(rows(frame).firstIndex { $0.contains("البريد") })
    let isolates = try #require(frame.grid.isolates[row])
    #expect(isolates.count == 1 && isolates[0].count == 6)
    let text = String(decoding: FrameWriter(colors: .none).bytes(for: frame), as: UTF8.self)
    let column = isolates[0].lowerBound + 1
    #expect(text.contains("\u{2068}\u{1B}[\(row + 1);\(column)H"))
    #expect(text.contains("\u{2069}\u{1B}[\(row + 1);\(column + 6)H"))
    #expect(text.unicodeScalars.count { $0 == "\u{2068}" } == text.unicodeScalars.count { $0 == "\u{2069}" })
  }
}
