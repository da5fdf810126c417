public import AppControllerKit

/// Draws a frame as an SVG picture of exactly what the terminal shows.
///
/// The picture is a function of the arguments alone. It loads nothing and runs nothing. Its text can be selected, and
/// each run is as wide as its cells in any font. Roles and names repeat the content for people who do not see the
/// picture.
public struct SVGRenderer: Sendable {
  /// The colours of the picture.
  public var palette: TerminalPalette

  /// Makes a renderer.
  ///
  /// - Parameter color: Whether the picture is light or dark.
  public init(_ color: TraitCollection.Color = .unspecified) {
    palette = TerminalPalette(color)
  }

  /// The picture of a frame, ending in a line feed.
  ///
  /// - Parameters:
  ///   - frame: The frame that the terminal shows.
  ///   - title: The title of the picture.
  ///   - language: The language of its text as a BCP 47 tag.
  ///   - elements: The content of the frame for people who do not see it.
  /// - Returns: The document.
  public func render(
    _ frame: TerminalFrame, title: String, language: String = "und", elements: [AccessibleElement] = []
  ) -> String {
    var writer = SVGWriter(palette: palette)
    writer.begin(columns: frame.grid.columns, rows: frame.grid.rows, title: title, language: language)
    for row in 0..<frame.grid.rows { writer.add(row, of: frame.grid) }
    for picture in frame.pictures { writer.add(picture) }
    writer.endPart()
    let seen = frame.regions.filter { $0.rectangle.row >= 0 && $0.rectangle.row + $0.rectangle.rows <= frame.grid.rows }
    let places = Dictionary(seen.map { ($0.target, $0.rectangle) }) { first, _ in first }
    for element in elements { writer.add(element, at: element.id.flatMap { places[.node($0)] }) }
    writer.end()
    return writer.text
  }
}

/// Writes the parts of a picture, and escapes all text in it.
struct SVGWriter {
  let palette: TerminalPalette
  private var bytes: [UInt8] = []

  /// In tenths of a pixel, because whole numbers look the same everywhere.
  private static let cell = (width: 84, height: 180)
  private static let base = 135
  private static let margin = 100

  init(palette: TerminalPalette) {
    self.palette = palette
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// With a description, the picture is an image with this description, animated by a style sheet.
  mutating func begin(
    columns: Int, rows: Int, title: String, description: String? = nil, language: String, style: String = ""
  ) {
    let (width, height) = (
      columns * Self.cell.width + 2 * Self.margin, rows * Self.cell.height + 2 * Self.margin
    )
    bytes.add("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    bytes.add(
      description == nil ? " role=\"group\" aria-labelledby=\"title\"" : " role=\"img\" aria-labelledby=\"title\"")
    if description != nil { bytes.add(" aria-describedby=\"description\"") }
    if language != "und" { attribute(" lang", language) }
    bytes.add(" viewBox=\"0 0 ")
    length(width)
    bytes.add(" ")
    length(height)
    measure("\" width", width)
    measure("\" height", height)
    bytes.add("\" font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\">\n")
    bytes.add("<title id=\"title\">")
    escape(title)
    bytes.add("</title>\n")
    if let description {
      bytes.add("<desc id=\"description\">")
      escape(description)
      bytes.add("</desc>\n")
    }
    if !style.isEmpty { bytes += "<style>\n\(style)</style>\n".utf8 }
    bytes.add("<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"")
    color(palette.background)
    bytes.add("\"/>\n<g aria-hidden=\"true\">\n")
  }

  mutating func beginPart(class name: String? = nil) {
    bytes.add("<g")
    if let name { attribute(" class", name) }
    bytes.add(">\n")
  }

  mutating func endPart() { bytes.add("</g>\n") }

  mutating func end() { bytes.add("</svg>\n") }

  mutating func add(_ row: Int, of grid: CellGrid) {
    var column = 0
    while column < grid.columns {
      let first = grid[row, column]
      var (end, isBlank) = (column, true)
      while end < grid.columns, grid[row, end].style == first.style {
        isBlank = isBlank && grid[row, end].scalar == " "
        end += 1
        // A run ends beside an uncertain character, so that a font with another width misplaces only this character.
        if !first.isCertain || end < grid.columns && !grid[row, end].isCertain { break }
      }
      while end < grid.columns, grid[row, end].width == 0 { end += 1 }
      let isSeen = !first.style.attributes.isDisjoint(with: [.reverse, .underline, .paper])
      if !isBlank || isSeen { add(row, column..<end, of: grid, first.style) }
      column = end
    }
  }

  private mutating func add(_ row: Int, _ columns: Range<Int>, of grid: CellGrid, _ style: CellStyle) {
    let (x, y) = (Self.margin + columns.lowerBound * Self.cell.width, Self.margin + row * Self.cell.height)
    let width = columns.count * Self.cell.width
    if style.attributes.contains(.paper) { return addPaper(row, columns, of: grid, x, y) }
    var foreground = palette.color(of: style.role).mixed(with: palette.background, style.fading)
    if style.attributes.contains(.faint) { foreground = foreground.mixed(with: palette.background, 80) }
    if style.attributes.contains(.reverse) {
      rectangle(x, y, width, Self.cell.height, foreground)
      foreground = palette.background
    } else if style.attributes.contains(.underline) {
      rectangle(x, y + Self.cell.height - 20, width, 8, foreground)
    }
    var column = columns.lowerBound
    while column < columns.upperBound {
      let first = grid[row, column].scalar
      var end = column + 1
      while end < columns.upperBound, grid[row, end].scalar == first { end += 1 }
      if let first { draw(first, row, column..<end, foreground) }
      column = end
    }
    // Programs that draw SVG collapse several spaces into one, so a text ends before them.
    var start = columns.lowerBound
    while let first = (start..<columns.upperBound).first(where: { !isBlank($0, row, grid) }) {
      var end = first + 1
      while end < columns.upperBound,
        !isBlank(end, row, grid) || end + 1 < columns.upperBound && !isBlank(end + 1, row, grid)
      {
        end += 1
      }
      add(row, first..<end, of: grid, foreground, isBold: style.attributes.contains(.bold))
      start = end
    }
  }

  mutating func add(_ picture: TerminalPicture) {
    let (cells, size) = (picture.rectangle, Self.cell)
    bytes.add("<svg")
    measure(" x", Self.margin + cells.column * size.width)
    measure("\" y", Self.margin + picture.seen.lowerBound * size.height)
    measure("\" width", cells.columns * size.width)
    measure("\" height", picture.seen.count * size.height)
    bytes.add("\"><image preserveAspectRatio=\"none\" y=\"")
    let above = (picture.seen.lowerBound - cells.row) * size.height
    if above > 0 { bytes.add("-") }
    length(above)
    measure("\" width", cells.columns * size.width)
    measure("\" height", cells.rows * size.height)
    bytes.add("\" href=\"")
    bytes += Array(picture.picture.image.source.utf8)
    bytes.add("\"/></svg>\n")
  }

  /// Draws rectangles, because a font may leave gaps between rows.
  private mutating func addPaper(_ row: Int, _ columns: Range<Int>, of grid: CellGrid, _ x: Int, _ y: Int) {
    // Each rectangle extends a little below its row and is covered by the next one, because SVG viewers leave seams.
    let (width, height) = (Self.cell.width, Self.cell.height + 5)
    rectangle(x, y, columns.count * width, height, TerminalPalette.Color(0xFFFFFF))
    for column in columns {
      let left = Self.margin + column * width
      switch grid[row, column].scalar {
      case "█"?: rectangle(left, y, width, height, TerminalPalette.Color(0))
      case "▀"?: rectangle(left, y, width, Self.cell.height / 2, TerminalPalette.Color(0))
      case "▄"?:
        rectangle(left, y + Self.cell.height / 2, width, height - Self.cell.height / 2, TerminalPalette.Color(0))
      default: continue
      }
    }
  }

  /// Whether a cell is drawn without text.
  private func isBlank(_ column: Int, _ row: Int, _ grid: CellGrid) -> Bool {
    let scalar = grid[row, column].scalar
    return scalar == " " && grid[row, column].width != 0 || scalar.map { Self.strokes(of: $0) != nil } ?? false
  }

  /// Draws rectangles, so that lines have no gaps, whatever the font.
  private mutating func draw(_ sign: Unicode.Scalar, _ row: Int, _ columns: Range<Int>, _ color: TerminalPalette.Color)
  {
    guard let strokes = Self.strokes(of: sign) else { return }
    for stroke in strokes {
      // Strokes that span the whole width of their cells are joined into one rectangle.
      let isLong = stroke.width == Self.cell.width
      for column in isLong ? columns.lowerBound..<columns.lowerBound + 1 : columns {
        rectangle(
          Self.margin + column * Self.cell.width + stroke.x, Self.margin + row * Self.cell.height + stroke.y,
          isLong ? columns.count * stroke.width : stroke.width, stroke.height, color)
      }
    }
  }

  private typealias Stroke = (x: Int, y: Int, width: Int, height: Int)

  /// Nil for a sign that is written as text.
  private static func strokes(of sign: Unicode.Scalar) -> [Stroke]? {
    let (width, height) = cell
    return switch sign {
    case "─": [(0, 84, width, 12)]
    case "━": [(0, 78, width, 24)]
    case "┄": [(4, 84, 20, 12), (32, 84, 20, 12), (60, 84, 20, 12)]
    case "│": [(36, 0, 12, height)]
    case "┃": [(30, 0, 24, height)]
    case "╭": [(36, 84, 48, 12), (36, 84, 12, height - 84)]
    case "╮": [(0, 84, 48, 12), (36, 84, 12, height - 84)]
    case "╰": [(36, 84, 48, 12), (36, 0, 12, 96)]
    case "╯": [(0, 84, 48, 12), (36, 0, 12, 96)]
    case "▌": [(0, 0, 42, height)]
    case "▐": [(42, 0, 42, height)]
    case _: nil
    }
  }

  mutating func addCursor(_ position: CellPosition) {
    rectangle(
      Self.margin + position.column * Self.cell.width - 4, Self.margin + position.row * Self.cell.height + 10, 12,
      Self.cell.height - 20, palette.color(of: .accent))
  }

  /// The text neither begins nor ends with a space, and has no two spaces in sequence.
  private mutating func add(
    _ row: Int, _ columns: Range<Int>, of grid: CellGrid, _ color: TerminalPalette.Color, isBold: Bool
  ) {
    bytes.add("<text")
    measure(" x", Self.margin + columns.lowerBound * Self.cell.width)
    measure("\" y", Self.margin + row * Self.cell.height + Self.base)
    measure("\" textLength", columns.count * Self.cell.width)
    bytes.add("\" lengthAdjust=\"spacingAndGlyphs\" fill=\"")
    self.color(color)
    bytes.add(isBold ? "\" font-weight=\"bold\">" : "\">")
    for column in columns {
      var text: [UInt8] = []
      grid.append(grid[row, column], to: &text)
      escape(text)
    }
    bytes.add("</text>\n")
  }

  private mutating func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ fill: TerminalPalette.Color) {
    bytes.add("<rect")
    measure(" x", x)
    measure("\" y", y)
    measure("\" width", width)
    measure("\" height", height)
    bytes.add("\" fill=\"")
    color(fill)
    bytes.add("\"/>\n")
  }
}

// MARK: - Accessible elements

extension SVGWriter {
  /// The element is invisible; over its region, if it has one, the pointer shows its name.
  mutating func add(_ element: AccessibleElement, at place: CellRectangle?) {
    bytes.add("<g role=\"")
    escape(element.role.svgName)
    bytes.add("\"")
    attribute(" aria-label", element.name)
    if let hint = element.hint { attribute(" aria-description", hint) }
    if element.states.contains(.expanded) { bytes.add(" aria-expanded=\"true\"") }
    if element.states.contains(.collapsed) { bytes.add(" aria-expanded=\"false\"") }
    if let minimum = element.minimum { attribute(" aria-valuemin", minimum) }
    if let maximum = element.maximum { attribute(" aria-valuemax", maximum) }
    // ARIA has no attributes for the others.
    for state in element.states.subtracting([.expanded, .collapsed, .pressable, .asksFirst]).names {
      bytes.add(" aria-")
      escape(state)
      bytes.add("=\"true\"")
    }
    guard let place else {
      return bytes.add("/>\n")
    }
    bytes.add("><title>")
    escape(element.name)
    bytes.add("</title><rect fill=\"none\" pointer-events=\"all\"")
    measure(" x", Self.margin + place.column * Self.cell.width)
    measure("\" y", Self.margin + place.row * Self.cell.height)
    measure("\" width", place.columns * Self.cell.width)
    measure("\" height", place.rows * Self.cell.height)
    bytes.add("\"/></g>\n")
  }

  // MARK: - Parts

  private mutating func attribute(_ name: StaticString, _ value: String) {
    bytes.add(name)
    bytes.add("=\"")
    escape(value)
    bytes.add("\"")
  }

  /// Leaves out the closing quotation mark.
  private mutating func measure(_ name: StaticString, _ tenths: Int) {
    bytes.add(name)
    bytes.add("=\"")
    length(tenths)
  }

  private mutating func length(_ tenths: Int) {
    bytes.add(max(0, tenths) / 10)
    if tenths % 10 > 0 {
      bytes.add(".")
      bytes.add(tenths % 10)
    }
  }

  private mutating func color(_ color: TerminalPalette.Color) {
    bytes.add("#")
    for part in [color.red, color.green, color.blue] {
      for digit in [part >> 4, part & 15] { bytes.append(digit + (digit < 10 ? 0x30 : 0x57)) }
    }
  }

  private mutating func escape(_ text: String) {
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        bytes.add("&#10;")
      } else if CellReader.isHarmless(scalar) || (0xE0020...0xE007F).contains(scalar.value) {
        escape(UTF8.encode(scalar) ?? .init())
      } else {
        bytes.add("\u{FFFD}")
      }
    }
  }

  private mutating func escape(_ text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): bytes.add("&amp;")
      case UInt8(ascii: "<"): bytes.add("&lt;")
      case UInt8(ascii: ">"): bytes.add("&gt;")
      case UInt8(ascii: "\""): bytes.add("&quot;")
      case _: bytes.append(byte)
      }
    }
  }
}

extension AccessibleRole {
  /// The ARIA name of the role.
  fileprivate var svgName: String {
    switch self {
    case .main, .dialog, .region, .form, .group, .list, .tab, .table, .row, .figure, .heading, .paragraph, .code,
      .alert, .status, .button, .link, .listItem, .tabList, .checkBox, .radioGroup, .spinButton:
      rawValue.lowercased()
    case .image: "img"
    case .progressIndicator: "progressbar"
    case .textInput, .multilineTextInput, .emailInput, .passwordInput, .urlInput, .dateInput, .timeInput,
      .dateTimeInput:
      "textbox"
    case .numberInput: "spinbutton"
    case .searchInput: "searchbox"
    case .radioButton: "radio"
    }
  }
}
