import Testing

@testable import AppControllerTerminal

@Suite struct `The width of a character` {
  private func cells(_ text: String) -> [Cell] {
    var (pool, cells) = (ClusterPool(), [Cell]())
    CellReader.read(text, .plain, &pool) { piece in
      if case .cell(let cell) = piece { cells.append(cell) }
    }
    return cells
  }

  @Test(
    arguments: [
      ("a", 1, true), ("漢", 2, true), ("😀", 2, true), ("é", 1, true), ("e\u{301}", 1, true), ("ｱ", 1, true),
      ("Ａ", 2, true), ("Ω", 1, true), ("·", 1, true), ("한", 2, true), ("ع", 1, true), ("€", 1, true), ("─", 1, true),
      ("👨‍👩‍👧", 2, false), ("🇫🇷", 2, false), ("🇫", 1, false), ("👍🏽", 2, false), ("❤️", 2, false), ("1️⃣", 2, false),
      ("\u{301}", 1, false), ("ᄒ\u{1161}\u{11AB}", 2, false), ("\u{0378}", 1, false),
    ] as [(String, Int, Bool)]
  )
  func `is as the table and its rules say`(text: String, width: Int, isCertain: Bool) {
    let cells = cells(text)
    #expect(cells.map { Int($0.width) } == [width])
    #expect(cells.map(\.isCertain) == [isCertain])
  }

  @Test(arguments: ["\u{200B}", "\u{AD}", "\u{2060}", "\u{200D}"])
  func `is nothing where nothing is seen`(text: String) {
    #expect(cells(text).isEmpty)
    #expect(cells("a\(text)b").count == 2)
  }

  @Test(arguments: [
    "\u{1B}", "\u{9B}", "\r", "\t", "\u{7F}", "\u{0}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{FEFF}", "\u{200F}",
    "\u{61C}",
    "\u{FFFE}", "\u{E0001}", "\u{FFF9}",
  ])
  func `is never that of what drives a terminal`(text: String) {
    for cell in cells("a\(text)b") + cells("漢\(text)字") {
      #expect(cell.scalar.map(CellReader.isHarmless) ?? true)
    }
    #expect(cells("a\(text)b").compactMap(\.scalar).contains("\u{FFFD}") || text == "\r")
  }

  @Test func `has a bound of scalars, in a time that grows with the text alone`() {
    let stacked = cells("a" + String(repeating: "\u{301}\u{323}", count: 4000))
    #expect(stacked.count == 1 && stacked[0].width == 1 && !stacked[0].isCertain)
  }

  @Test func `comes from tables in order, whose runs do not overlap`() {
    for table in [CellWidth.zeroWidth, CellWidth.wide] {
      #expect(table.count.isMultiple(of: 2) && table.count > 100)
      #expect(zip(table, table.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }
}
