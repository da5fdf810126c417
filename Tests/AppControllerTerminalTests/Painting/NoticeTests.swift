import AppControllerKit
import AppControllerTerminal
import InterfaceGallery
import TestSupport
import Testing

/// Where the host speaks on a drawn screen, no interface is drawn.
@Suite struct `A notice on a drawn screen` {
  private static let words = "The app has stopped answering\n  fix: run: appctl login --not-isolated"
  private static let lure = InterfaceDescription("lure", language: "en") {
    Screen("screen", title: "Screen") {
      for row in 1...12 { Text("Row \(row)") }
      Text(words)
    }
  }

  /// The rows that are reversed from the first column to the last one.
  private static func rows(of frame: TerminalFrame) -> [Int] {
    (0..<frame.grid.rows).filter { row in
      (0..<frame.grid.columns).allSatisfy { frame.grid[row, $0].style.attributes.contains(.reverse) }
    }
  }

  private static func frame(
    _ interface: InterfaceDescription, _ size: (Int, Int), saying message: String?
  ) throws -> TerminalFrame {
    let picture = try #require(ScreenPicture(of: interface))
    var interaction = InteractionState()
    (interaction.message, interaction.keys, interaction.scroll) = (message, ["Ctrl-C: leave"], 100)
    return TerminalRenderer().render(picture, traits: TraitCollection(size.0, size.1), interaction: interaction)
  }

  @Test(arguments: [(80, 24), (40, 12)] as [(Int, Int)])
  func `is a row from edge to edge, which a text of the provider is not`(size: (Int, Int)) throws {
    let frame = try Self.frame(Self.lure, size, saying: "The app has stopped answering")
    try expectSnapshot(frame.transcript, "notice-\(size.0)x\(size.1).txt")
    let said = (0..<frame.grid.rows).filter { frame.grid.text(ofRow: $0).contains("The app has stopped answering") }
    #expect(said.count == 2 && Self.rows(of: frame) == [said[1]])
  }

  @Test(arguments: Gallery.screens, [(80, 24), (40, 12), (20, 6), (10, 6)] as [(Int, Int)])
  func `is at the bottom, and no screen has such a row`(screen: GalleryScreen, size: (Int, Int)) throws {
    #expect(Self.rows(of: try Self.frame(screen.interface, size, saying: nil)).isEmpty)
    let frame = try Self.frame(screen.interface, size, saying: "Words")
    let row = try #require(Self.rows(of: frame).first)
    #expect(Self.rows(of: frame).count == 1 && frame.grid.text(ofRow: row).contains("Words"))
    #expect(row >= frame.viewport.upperBound)
  }

  @Test func `has the mark of a provider on each row of its message`() throws {
    let frame = try Self.frame(Self.lure, (40, 24), saying: "a.b | one two three four five six seven eight nine ten")
    let rows = Self.rows(of: frame)
    #expect(rows.count > 1 && rows.allSatisfy { frame.grid.text(ofRow: $0).contains("a.b | ") })
  }
}
