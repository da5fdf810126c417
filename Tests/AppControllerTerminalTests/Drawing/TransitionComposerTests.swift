import InterfaceGallery
import Testing

@testable import AppControllerKit
@testable import AppControllerTerminal

@Suite struct `A transition in a terminal` {
  private func grid(_ name: String, _ columns: Int = 80) throws -> CellGrid {
    TerminalRenderer().render(try #require(Gallery.interface(named: name)), traits: TraitCollection(columns, 24)).grid
  }

  private func grid(_ rows: [String], columns: Int) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: rows.count)
    for (row, text) in rows.enumerated() {
      var column = 0
      var pool = grid.pool
      var cells: [Cell] = []
      CellReader.read(text, .plain, &pool) { if case .cell(let cell) = $0 { cells.append(cell) } }
      grid.pool = pool
      for cell in cells {
        grid[row, column] = cell
        if cell.width == 2 { grid[row, column + 1] = .continuation(.plain) }
        column += Int(cell.width)
      }
    }
    return grid
  }

  private func texts(_ grid: CellGrid) -> [String] { (0..<grid.rows).map { grid.text(ofRow: $0) } }

  @Test(arguments: AppController.Configuration.Style.allCases, TerminalColors.allCases)
  func `begins with the old picture, ends with the new one, and is a function of its arguments`(
    style: AppController.Configuration.Style, colors: TerminalColors
  ) throws {
    let (old, new) = (try grid("login"), try grid("feed"))
    let configuration = AppController.Configuration(style: style)
    let composer = TransitionComposer(colors: colors)
    #expect(composer.compose(old, new, at: configuration.frame(at: .seconds(1))) == new)
    if style != .none { #expect(texts(composer.compose(old, new, at: configuration.frame(at: .zero))) == texts(old)) }
    for step in 0..<18 {
      let frame = configuration.frame(at: .milliseconds(step * 33))
      let grid = composer.compose(old, new, at: frame)
      #expect(grid == composer.compose(old, new, at: frame))
      for row in 0..<grid.rows { #expect((0..<80).reduce(0) { $0 + Int(grid[row, $1].width) } == 80) }
    }
  }

  @Test func `dissolves by steps: each colour as far as it can`() {
    let (old, new) = (grid(["aaaa"], columns: 4), grid(["bbbb"], columns: 4))
    func row(_ colors: TerminalColors, _ old: CellGrid, _ new: CellGrid, _ progress: Double) -> CellGrid {
      TransitionComposer(colors: colors).compose(
        old, new, at: TransitionFrame(oldOpacity: 1 - progress, newOpacity: progress)
      )
    }
    #expect(row(.trueColor, old, new, 0.25)[0, 0].style.fading == 128)
    #expect(texts(row(.trueColor, old, new, 0.25)) == ["aaaa"])
    #expect(texts(row(.indexed, old, new, 0.5)) == [""])
    #expect(texts(row(.trueColor, old, new, 0.75)) == ["bbbb"])
    #expect(
      [0.1, 0.25, 0.45, 0.55, 0.75, 0.95].map { row(.sixteen, old, new, $0)[0, 0].style.fading } == [
        0, 128, 0, 0, 128, 0,
      ])
    #expect(
      [0.1, 0.25, 0.45, 0.55, 0.75, 0.95].map { texts(row(.sixteen, old, new, $0))[0] } == [
        "aaaa", "aaaa", "", "", "bbbb", "bbbb",
      ])
    let large = (
      grid([String(repeating: "a", count: 400)], columns: 400), grid([String(repeating: "b", count: 400)], columns: 400)
    )
    for progress in [0.25, 0.5, 0.75] {
      let gone = texts(row(.none, large.0, large.1, progress))[0].utf8.count { $0 == UInt8(ascii: "b") }
      #expect(abs(Double(gone) / 400 - progress) < 0.1)
    }
  }

  @Test func `leaves no half of a wide character, wherever cells go over one by one`() {
    let (old, new) = (grid(["漢字漢字漢字漢字"], columns: 16), grid(["a한국bc한국de한f"], columns: 16))
    for step in 1..<10 {
      let moment = TransitionFrame(oldOpacity: 1 - Double(step) / 10, newOpacity: Double(step) / 10)
      let row = TransitionComposer(colors: .none).compose(old, new, at: moment)
      for column in 0..<16 where row[0, column].width != 1 {
        let isFirst = row[0, column].width == 2
        let other = isFirst ? column + 1 : column - 1
        #expect((0..<16).contains(other) && row[0, other].width == (isFirst ? 0 : 2))
      }
    }
  }

  @Test func `keeps what is the same in both as it is`() throws {
    let (old, new) = (grid(["same old"], columns: 8), grid(["same new"], columns: 8))
    let half = TransitionComposer(colors: .trueColor).compose(
      old, new, at: TransitionFrame(oldOpacity: 0.6, newOpacity: 0.4))
    #expect((0..<5).allSatisfy { half[0, $0].style == .plain })
    #expect(half[0, 5].style.fading > 0)
  }

  @Test func `slides by whole columns, and a wide character that is cut is a space`() {
    let (old, new) = (grid(["漢字漢字"], columns: 8), grid(["x한국y"], columns: 8))
    func slid(_ offset: Double, isMirrored: Bool = false) -> [String] {
      var frame = TransitionFrame(oldOpacity: 1)
      frame.trailingOffset = offset
      return texts(TransitionComposer(colors: .none, isMirrored: isMirrored).compose(old, new, at: frame))
    }
    #expect(slid(1) == ["漢字漢字"])
    // The square of the offset, so that it is slower near its place: 8 * 0.36 = 3 columns.
    #expect(slid(0.6) == ["漢 x한국"])
    #expect(slid(0.5) == ["漢x한국y"])
    #expect(slid(-0.5) == [" 국y  字"])
    #expect(slid(0.5, isMirrored: true) == slid(-0.5))
    #expect(slid(0) == ["x한국y"])
  }

  @Test func `survives pictures of other sizes, clusters and numbers that are none`() throws {
    let (old, new) = (grid(["👩‍👩‍👧a", "👍🏽"], columns: 4), grid(["b👨‍👩‍👧", "c", "d"], columns: 3))
    for value in [-Double.infinity, -3, 0.5, 7, .infinity] {
      var frame = TransitionFrame(oldOpacity: value, newOpacity: 1 - value)
      for colors in TerminalColors.allCases {
        let composer = TransitionComposer(colors: colors)
        #expect(composer.compose(old, new, at: frame).columns == 3)
        frame.bottomOffset = value
        #expect(composer.compose(new, old, at: frame).columns == 4)
        frame.bottomOffset = 0
      }
    }
  }
}
