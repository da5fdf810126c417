import AppControllerKit
import InterfaceGallery
import Testing

@testable import AppControllerTerminal

@Suite struct `The frame writer` {
  private static func frames(_ columns: Int, _ rows: Int) -> [TerminalFrame] {
    (Gallery.screens.map(\.interface) + RandomScreen.some).map {
      TerminalRenderer().render($0, traits: TraitCollection(columns, rows))
    }
  }

  private func expectSame(_ emulator: TerminalEmulator, _ frame: TerminalFrame) {
    #expect(emulator.foreign == [])
    #expect(emulator.cursor == frame.cursor)
    for row in 0..<frame.grid.rows {
      #expect(emulator.text(ofRow: row) == frame.grid.text(ofRow: row))
      let wrong = (0..<frame.grid.columns).filter { column in
        let (seen, cell) = (emulator.cells[row][column], frame.grid[row, column])
        return seen.width != Int(cell.width) || (seen.style == "") != (cell.style == .plain)
      }
      #expect(wrong == [], "row \(row)")
    }
  }

  @Test(
    arguments: [
      (80, 24, .trueColor), (80, 24, .none), (13, 5, .indexed), (13, 5, .sixteen), (1, 1, .indexed),
      (200, 50, .indexed),
    ] as [(Int, Int, TerminalColors)]
  )
  func `turns any frame into any other`(size: (Int, Int, TerminalColors)) throws {
    let frames = Self.frames(size.0, size.1)
    let colors = size.2
    let writer = FrameWriter(colors: colors, color: .dark)
    var emulator = TerminalEmulator(columns: Int(size.0), rows: Int(size.1))
    var previous: TerminalFrame?
    for frame in frames {
      emulator.receive(writer.bytes(for: frame, after: previous))
      // Without colours, a cell that has only a colour looks plain.
      if colors == .indexed || colors == .trueColor { expectSame(emulator, frame) }
      #expect(emulator.foreign == [])
      #expect((0..<frame.grid.rows).filter { emulator.text(ofRow: $0) != frame.grid.text(ofRow: $0) } == [])
      #expect(writer.bytes(for: frame, after: frame) == [])
      previous = frame
    }
  }

  @Test func `marks exactly the characters of links, whatever was there before`() throws {
    var writer = FrameWriter(colors: .indexed)
    writer.marksLinks = true
    var emulator = TerminalEmulator(columns: 80, rows: 24)
    var previous: TerminalFrame?
    for (number, var frame) in Self.frames(80, 24).enumerated() {
      frame.links = (0..<number % 4).map { link in
        let place = CellRectangle(row: (number + link * 5) % 24, column: link * 9, columns: 12, rows: 2)
        return TerminalLink(rectangle: place, url: "https://example.com/\(number % 3 + link)?\u{1B}]")
      }
      emulator.receive(writer.bytes(for: frame, after: previous))
      #expect(emulator.foreign == [])
      for row in 0..<24 {
        let wrong = (0..<80).filter { column in
          let cell = frame.grid[row, column]
          if cell.width == 0 { return false }
          let place = CellPosition(row: row, column: column)
          let url = cell.isBlank ? nil : frame.links.first { $0.rectangle.contains(place) }?.url
          return emulator.cells[row][column].link != (url ?? "").replacing("\u{1B}", with: "%1B")
        }
        #expect(wrong == [], "row \(row) of frame \(number)")
      }
      previous = frame
    }
  }

  @Test func `keeps every certain character in its place on a terminal that counts scalars`() throws {
    let frames = Self.frames(80, 24)
    let writer = FrameWriter(colors: .none)
    var emulator = TerminalEmulator(columns: 80, rows: 24, widths: .scalarByScalar)
    var previous: TerminalFrame?
    for frame in frames {
      emulator.receive(writer.bytes(for: frame, after: previous))
      for row in 0..<24 {
        let wrong = (1..<80).filter { column in
          let (cell, before) = (frame.grid[row, column], frame.grid[row, column - 1])
          // An uncertain character may have covered the cell directly after it.
          guard cell.isCertain, cell.width == 1, before.isCertain, before.width > 0 else { return false }
          return emulator.cells[row][column].text != frame.grid.text(at: CellPosition(row: row, column: column))
        }
        #expect(wrong == [], "row \(row): \(frame.grid.text(ofRow: row))")
      }
      previous = frame
    }
  }

  @Test func `writes less than 200 bytes for a key in a field`() throws {
    let login = try #require(Gallery.interface(named: "login"))
    var picture = try #require(ScreenPicture(of: login))
    picture.focusedID = "email"
    for colors in TerminalColors.allCases {
      let writer = FrameWriter(colors: colors, color: .dark, isSynchronized: true)
      var previous: TerminalFrame?
      for count in 0..<60 {
        var interaction = InteractionState()
        interaction.editing = FieldEditing(
          id: "email", .text(String(repeating: "mia@", count: 20).prefix(count).description, caret: count))
        let frame = TerminalRenderer().render(picture, traits: TraitCollection(80, 24), interaction: interaction)
        let bytes = writer.bytes(for: frame, after: previous)
        if previous != nil { #expect(bytes.count < 200 && !bytes.isEmpty, "\(bytes.count) bytes") }
        previous = frame
      }
    }
  }

  @Test func `erases everything after a change of the size, and nothing without one`() throws {
    let login = try #require(Gallery.interface(named: "login"))
    let (small, large) = (
      TerminalRenderer().render(login, traits: TraitCollection(40, 12)),
      TerminalRenderer().render(login, traits: TraitCollection(80, 24))
    )
    let writer = FrameWriter(colors: .none)
    let erase = "\u{1B}[2J"
    #expect(String(decoding: writer.bytes(for: large, after: small), as: UTF8.self).contains(erase))
    #expect(!String(decoding: writer.bytes(for: small, after: small), as: UTF8.self).contains(erase))
  }

  @Test func `writes no colour without colours`() throws {
    let writer = FrameWriter(colors: .trueColor, color: .monochrome)
    for frame in Self.frames(80, 24) {
      let text = String(decoding: writer.bytes(for: frame), as: UTF8.self)
      #expect(!text.contains("\u{1B}[0;3") && !text.contains(";38;") && !text.contains(";31m"))
    }
  }

  @Test func `begins and ends with modes that are all taken back`() {
    var emulator = TerminalEmulator(columns: 2, rows: 2)
    emulator.receive(TerminalSequences.begin)
    #expect(emulator.modes == ["?1049", "?2004"])
    emulator.receive(TerminalSequences.end)
    #expect(emulator.modes == ["?25", "?7"])
    #expect(emulator.foreign == [])
  }
}
