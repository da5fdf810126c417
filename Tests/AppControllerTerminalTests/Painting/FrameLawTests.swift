import AppControllerKit
import AppControllerTerminal
import InterfaceGallery
import Testing

@Suite struct `Every frame` {
  private static let sizes: [(Int, Int)] = [
    (1, 1), (1, 50), (2, 2), (3, 7), (5, 3), (9, 4), (10, 4), (13, 13), (20, 6), (24, 8), (40, 12), (80, 24), (132, 43),
    (200, 50), (500, 200), (500, 1),
  ]

  private static let interfaces = Gallery.screens.map(\.interface) + RandomScreen.some

  @Test(arguments: sizes, [TextDirection.leftToRight, .rightToLeft])
  func `keeps its laws at any size, wherever the focus is`(
    size: (Int, Int), direction: TextDirection
  ) throws {
    let traits = TraitCollection(size.0, size.1, direction: direction)
    // A check of each cell of a large frame takes long.
    for interface in Self.interfaces.prefix(size.0 * size.1 > 5000 ? 6 : 99) {
      guard let picture = ScreenPicture(of: interface) else { continue }
      let frame = TerminalRenderer().render(picture, traits: traits)
      try check(frame, traits)
      for region in frame.regions.filter(\.isFocusable).prefix(3) {
        var interaction = InteractionState()
        interaction.focus = region.target
        interaction.editing = region.target.nodeID.map { FieldEditing(id: $0, .text("typed 漢字 text", caret: 9)) }
        let focused = TerminalRenderer().render(picture, traits: traits, interaction: interaction)
        try check(focused, traits)
        #expect(focused.focus == region.target)
        let found = try #require(focused.regions.first { $0.target == region.target })
        #expect(focused.cursor == found.cursor, "\(region.target) is not reached at \(size) in \(interface.id)")
        #expect(focused.grid.rows > found.cursor.row && found.cursor.row >= 0)
      }
    }
  }

  private func check(_ frame: TerminalFrame, _ traits: TraitCollection) throws {
    let grid = frame.grid
    #expect(grid.columns == Int(traits.columns) && grid.rows == Int(traits.rows))
    #expect((0..<grid.rows).contains(frame.cursor.row) && (0..<grid.columns).contains(frame.cursor.column))
    #expect((0..<grid.rows).allSatisfy { isWhole($0, of: grid) })
  }

  /// Returns whether the widths of a row's characters add up, and every wide character has its second half.
  private func isWhole(_ row: Int, of grid: CellGrid) -> Bool {
    var column = 0
    while column < grid.columns {
      switch grid[row, column].width {
      case 1: column += 1
      case 2 where column + 1 < grid.columns && grid[row, column + 1].width == 0: column += 2
      case _: return false
      }
    }
    return true
  }

  @Test func `is as high as the screen when rows have no bound`() throws {
    let greeter = try #require(Gallery.interface(named: "greeter"))
    let frame = TerminalRenderer().render(greeter, traits: TraitCollection(80, 0))
    #expect(frame.lastScroll == 0)
    #expect(frame.grid.rows > 150)
    #expect(frame.grid.text(ofRow: frame.grid.rows - 3).contains(" ‹ Cancel "))
  }

  @Test func `is scrolled as asked when it does not follow the focus`() throws {
    let greeter = try #require(Gallery.interface(named: "greeter"))
    let picture = try #require(ScreenPicture(of: greeter))
    var interaction = InteractionState()
    interaction.followsFocus = false
    interaction.scroll = 10_000
    let frame = TerminalRenderer().render(picture, traits: TraitCollection(80, 24), interaction: interaction)
    #expect(frame.scroll == frame.lastScroll && frame.scroll > 100)
    interaction.scroll = -5
    #expect(TerminalRenderer().render(picture, traits: TraitCollection(80, 24), interaction: interaction).scroll == 0)
  }

  @Test func `finds what is at a place`() throws {
    let login = try #require(Gallery.interface(named: "login"))
    let frame = TerminalRenderer().render(login, traits: TraitCollection(80, 24))
    for region in frame.regions { #expect(frame.target(at: region.cursor) == region.target) }
    #expect(frame.target(at: CellPosition(row: 23, column: 79)) == nil)
  }
}
