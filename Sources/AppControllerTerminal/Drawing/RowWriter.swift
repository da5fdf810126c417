struct RowWriter {
  /// What changes the look of a row beside its cells.
  private struct Overlay: Equatable {
    private(set) var links: [TerminalLink] = []
    private(set) var pictures: [TerminalPicture] = []

    init(_ frame: TerminalFrame?, on row: Int) {
      guard let frame, !frame.links.isEmpty || !frame.pictures.isEmpty else { return }
      links = frame.links.compactMap { link in
        link.rectangle.clipped(toRows: row..<row + 1).map { TerminalLink(rectangle: $0, url: link.url) }
      }
      pictures = frame.pictures.filter { $0.seen.contains(row) }
    }
  }

  private let frame: TerminalFrame
  /// Nil when the terminal is empty.
  private let old: TerminalFrame?
  private let grid: CellGrid
  private var overlay: Overlay
  var style: StyleWriter
  var bytes: [UInt8] = []
  /// Nil outside of links.
  private var link: String?

  /// Unchanged cells are written again where a cursor move would take as many bytes.
  private static let maximumRewrittenGap = 4

  init(_ frame: TerminalFrame, after old: TerminalFrame?, _ style: StyleWriter) {
    (self.frame, self.old, grid, self.style) = (frame, old, frame.grid, style)
    overlay = Overlay(nil, on: 0)
  }

  mutating func move(to row: Int, _ column: Int) {
    bytes += [0x1B, 0x5B]
    bytes.add(row + 1)
    if column > 0 {
      bytes.append(0x3B)
      bytes.add(column + 1)
    }
    bytes.append(0x48)
  }

  mutating func write(_ row: Int) {
    overlay = Overlay(frame, on: row)
    // An unchanged character may have become part of another link or of a picture.
    if overlay != Overlay(old, on: row) { return writeWhole(row) }
    guard let changed = changedColumns(row) else { return }
    // The terminal's rendering of an uncertain character in the old row is unknown too.
    if isDelicate(grid, row) || old.map({ isDelicate($0.grid, row) }) == true {
      writeWhole(row)
    } else {
      write(row, columns: changed)
    }
  }

  /// Nil when the rows are equal.
  private func changedColumns(_ row: Int) -> ClosedRange<Int>? {
    var (first, last) = (Int?.none, 0)
    for column in 0..<grid.columns where isChanged(row, column) {
      if first == nil { first = column }
      last = column
    }
    return first.map { $0...last }
  }

  private func isChanged(_ row: Int, _ column: Int) -> Bool {
    let cell = grid[row, column]
    guard let old else { return !cell.isBlank }
    return !grid.isSame(cell, as: old.grid[row, column], in: old.grid)
  }

  private func isDelicate(_ grid: CellGrid, _ row: Int) -> Bool {
    grid.isolates[row] != nil || (0..<grid.columns).contains { !grid[row, $0].isCertain }
  }

  /// One past the last visible cell.
  private func end(of row: Int) -> Int {
    var end = grid.columns
    while end > 0, grid[row, end - 1].isBlank { end -= 1 }
    return end
  }

  private mutating func write(_ row: Int, columns: ClosedRange<Int>) {
    let end = end(of: row)
    var column = columns.lowerBound
    // The second half of a wide character is written together with the first half.
    if grid[row, column].width == 0, column > 0 { column -= 1 }
    var position: Int?
    while column <= columns.upperBound, column < end {
      if !isChanged(row, column), grid[row, column].width > 0 {
        let next = nextChange(row, after: column, columns.upperBound)
        // A wide character of which only the second half has changed is written again.
        let start = next.map { grid[row, $0].width == 0 ? $0 - 1 : $0 } ?? end
        if start > column, start - column > Self.maximumRewrittenGap || next == nil {
          column = start
          continue
        }
      }
      if position != column { move(to: row, column) }
      column += put(row, column)
      position = column
    }
    setLink(nil)
    guard end <= columns.upperBound else { return }
    if position != end { move(to: row, end) }
    style.set(.plain, &bytes)
    bytes += TerminalSequences.eraseRest
  }

  private func nextChange(_ row: Int, after column: Int, _ last: Int) -> Int? {
    guard column < last else { return nil }
    return (column + 1...last).first { isChanged(row, $0) }
  }

  private mutating func writeWhole(_ row: Int) {
    erase(row, from: 0)
    let end = end(of: row)
    var column = 0
    let isolates = grid.isolates[row] ?? []
    while column < end {
      if column > 0, isolates.contains(where: { $0.lowerBound == column && $0.upperBound < grid.columns }) {
        bytes += TerminalSequences.beginIsolate
        move(to: row, column)
      }
      let cell = grid[row, column]
      column += put(row, column)
      if isolates.contains(where: { $0.upperBound == column && $0.lowerBound > 0 }), column < grid.columns {
        erase(row, from: column, after: TerminalSequences.endIsolate)
      }
      if !cell.isCertain, column < grid.columns { erase(row, from: column) }
    }
    setLink(nil)
  }

  /// The mark takes no cell; the cursor is moved back, because some terminals give it one.
  private mutating func erase(_ row: Int, from column: Int, after mark: [UInt8] = []) {
    setLink(nil)
    bytes += mark
    move(to: row, column)
    style.set(.plain, &bytes)
    bytes += TerminalSequences.eraseRest
  }

  private mutating func setLink(_ url: String?) {
    if url == link { return }
    if link != nil { bytes += TerminalSequences.endLink }
    link = nil
    guard let url, let sequence = TerminalSequences.beginLink(url) else { return }
    bytes += sequence
    link = url
  }

  /// Returns the number of columns that the cell takes.
  private mutating func put(_ row: Int, _ column: Int) -> Int {
    let cell = grid[row, column]
    let place = CellPosition(row: row, column: column)
    setLink(cell.isBlank ? nil : overlay.links.first { $0.rectangle.contains(place) }?.url)
    if cell.style.attributes.contains(.picture),
      let pixels = overlay.pictures.lazy.compactMap({ $0.pixels(at: place) }).first
    {
      style.put(pixels.upper, over: pixels.lower, &bytes)
      return 1
    }
    style.set(cell.style, &bytes)
    // One half of a wide character is never written without the other.
    let isWhole = cell.width == 1 || cell.width == 2 && column + 1 < grid.columns
    if isWhole { grid.append(cell, to: &bytes) } else { bytes.append(0x20) }
    return isWhole ? Int(cell.width) : 1
  }
}

/// Writes the sequences that select the style of the next characters, or nothing when the style is selected already.
struct StyleWriter {
  let colors: TerminalColors
  let palette: TerminalPalette
  private let pictureColors: TerminalColors
  private var current: CellStyle?

  init(_ colors: TerminalColors, _ palette: TerminalPalette, pictureColors: TerminalColors = .none) {
    self.colors = colors
    self.palette = palette
    self.pictureColors = pictureColors
  }

  /// Whether the terminal's own colours are selected, so that erased cells are blank.
  var isPlain: Bool { current == .plain }

  mutating func set(_ style: CellStyle, _ bytes: inout [UInt8]) {
    if style == current { return }
    current = style
    bytes += [0x1B, 0x5B]
    if style == .plain { return bytes.append(0x6D) }
    bytes.append(0x30)
    let attributes = style.attributes.union(palette.substitute(for: style.role, in: colors))
    if attributes.contains(.bold) { bytes.add(";1") }
    // Where colours cannot be mixed, text is faint once a third of it has faded. Elsewhere fading never makes text
    // faint, because terminals draw faint text very differently.
    let canMix = colors == .indexed || colors == .trueColor
    if attributes.contains(.faint) || !canMix && style.fading >= 85 { bytes.add(";2") }
    if attributes.contains(.underline) { bytes.add(";4") }
    if attributes.contains(.reverse) { bytes.add(";7") }
    setColor(style, &bytes)
    bytes.append(0x6D)
  }

  private func setColor(_ style: CellStyle, _ bytes: inout [UInt8]) {
    if style.attributes.contains(.paper) { return setPaper(&bytes) }
    switch colors {
    case .none: return
    case .sixteen:
      guard let number = palette.number(of: style.role) else { return }
      bytes.append(0x3B)
      bytes.add(number)
    case .indexed, .trueColor:
      if style.role == .normal, style.fading == 0 { return }
      bytes.add(";38")
      if colors == .indexed, style.fading == 0 {
        bytes.add(";5;")
        bytes.add(palette.index(of: style.role))
      } else {
        bytes.add(palette.color(of: style.role).mixed(with: palette.background, style.fading), colors)
      }
    }
  }
}

extension StyleWriter {
  private static let leastAlpha: UInt8 = 32

  /// A transparent pixel shows the terminal's background.
  mutating func put(_ upper: CellPicture.Pixel, over lower: CellPicture.Pixel, _ bytes: inout [UInt8]) {
    let (hasUpper, hasLower) = (upper.alpha >= Self.leastAlpha, lower.alpha >= Self.leastAlpha)
    guard hasUpper || hasLower, pictureColors == .indexed || pictureColors == .trueColor else {
      set(.plain, &bytes)
      return bytes.append(0x20)
    }
    current = nil
    bytes.add("\u{1B}[0")
    select(hasUpper ? upper : lower, ";38", &bytes)
    if hasUpper, hasLower { select(lower, ";48", &bytes) }
    bytes.append(0x6D)
    bytes.add(hasUpper ? "▀" : "▄")
  }

  private func select(_ pixel: CellPicture.Pixel, _ place: StaticString, _ bytes: inout [UInt8]) {
    var color = TerminalPalette.Color(0)
    (color.red, color.green, color.blue) = (pixel.red, pixel.green, pixel.blue)
    color = color.mixed(with: palette.background, 255 - pixel.alpha)
    bytes.add(place)
    bytes.add(color, pictureColors)
  }

  fileprivate func setPaper(_ bytes: inout [UInt8]) {
    switch colors {
    case .none: return
    case .sixteen: bytes.add(";30;107")
    case .indexed: bytes.add(";38;5;16;48;5;231")
    case .trueColor: bytes.add(";38;2;0;0;0;48;2;255;255;255")
    }
  }
}

extension [UInt8] {
  mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  fileprivate mutating func add(_ color: TerminalPalette.Color, _ colors: TerminalColors) {
    if colors == .indexed {
      add(";5;")
      return add(color.index)
    }
    add(";2")
    for part in [color.red, color.green, color.blue] {
      append(0x3B)
      add(Int(part))
    }
  }

  /// The number is not negative.
  mutating func add(_ number: Int) {
    if number >= 10 { add(number / 10) }
    append(0x30 + UInt8(number % 10))
  }
}

/// The colours that a terminal can show.
public enum TerminalColors: Sendable, Hashable, CaseIterable {
  /// None: bold, faint, underlined and reversed text only.
  case none
  /// The sixteen of the terminal's own palette.
  case sixteen
  /// A fixed palette of 256.
  case indexed
  /// Any colour.
  case trueColor

  /// Reads the colours from the environment.
  ///
  /// An unset, empty or `dumb` `TERM`, or a non-empty `NO_COLOR`, means none. `COLORTERM` and the name in `TERM`
  /// announce more than sixteen colours.
  ///
  /// - Parameter environment: The variables by their names.
  public init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    if environment["NO_COLOR"]?.isEmpty == false || ["", "dumb"].contains(term) || term.hasSuffix("-m") {
      self = .none
    } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || term.hasSuffix("-direct") {
      self = .trueColor
    } else {
      self = term.hasSuffix("-256color") ? .indexed : .sixteen
    }
  }
}
