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
  private(set) var text = ""

  /// In tenths of a pixel, because whole numbers look the same everywhere.
  private static let cell = (width: 84, height: 180)
  private static let base = 135
  private static let margin = 100

  init(palette: TerminalPalette) { self.palette = palette }

  /// With a description, the picture is an image with this description, animated by a style sheet.
  mutating func begin(
    columns: Int, rows: Int, title: String, description: String? = nil, language: String, style: String = ""
  ) {
    let width = Self.length(columns * Self.cell.width + 2 * Self.margin)
    let height = Self.length(rows * Self.cell.height + 2 * Self.margin)
    text += #"<svg xmlns="http://www.w3.org/2000/svg""#
    attribute("role", description == nil ? "group" : "img")
    attribute("aria-labelledby", "title")
    attribute("aria-describedby", description == nil ? nil : "description")
    attribute("lang", language == "und" ? nil : language)
    text += #" viewBox="0 0 \#(width) \#(height)" width="\#(width)" height="\#(height)""#
    text += #" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">"#
    text += "\n<title id=\"title\">\(Self.escaped(title))</title>\n"
    if let description { text += "<desc id=\"description\">\(Self.escaped(description))</desc>\n" }
    if !style.isEmpty { text += "<style>\n\(style)</style>\n" }
    text += #"<rect width="100%" height="100%" rx="6" fill="\#(palette.background.hexadecimal)"/>"#
    text += "\n<g aria-hidden=\"true\">\n"
  }

  mutating func beginPart(class name: String? = nil) {
    text += "<g"
    attribute("class", name)
    text += ">\n"
  }

  mutating func endPart() { text += "</g>\n" }

  mutating func end() { text += "</svg>\n" }

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
    let (cells, seen) = (picture.rectangle, picture.seen)
    let visible = CellRectangle(row: seen.lowerBound, column: cells.column, columns: cells.columns, rows: seen.count)
    let above = (seen.lowerBound - cells.row) * Self.cell.height
    text += #"<svg\#(Self.place(of: visible))><image preserveAspectRatio="none" y="\#(above > 0 ? "-" : "")"#
    text += Self.length(above) + #"" width="\#(Self.length(cells.columns * Self.cell.width))""#
    text += #" height="\#(Self.length(cells.rows * Self.cell.height))" href="\#(picture.picture.image.source)"/></svg>"#
    text += "\n"
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
    let characters = columns.map { Self.escaped(grid.text(at: CellPosition(row: row, column: $0))) }.joined()
    let (x, y) = (Self.margin + columns.lowerBound * Self.cell.width, Self.margin + row * Self.cell.height + Self.base)
    text += #"<text x="\#(Self.length(x))" y="\#(Self.length(y))""#
    text += #" textLength="\#(Self.length(columns.count * Self.cell.width))" lengthAdjust="spacingAndGlyphs""#
    text += #" fill="\#(color.hexadecimal)"\#(isBold ? #" font-weight="bold""# : "")>\#(characters)</text>"#
    text += "\n"
  }

  private mutating func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ fill: TerminalPalette.Color) {
    text += "<rect\(Self.place(x, y, width, height)) fill=\"\(fill.hexadecimal)\"/>\n"
  }
}

// MARK: - Accessible elements

extension SVGWriter {
  /// The element is invisible; over its region, if it has one, the pointer shows its name.
  mutating func add(_ element: AccessibleElement, at place: CellRectangle?) {
    text += "<g"
    attribute("role", element.role.svgName)
    attribute("aria-label", element.name)
    attribute("aria-description", element.hint)
    if element.states.contains(.expanded) { attribute("aria-expanded", "true") }
    if element.states.contains(.collapsed) { attribute("aria-expanded", "false") }
    attribute("aria-valuemin", element.minimum)
    attribute("aria-valuemax", element.maximum)
    // ARIA has no attributes for the others.
    for state in element.states.subtracting([.expanded, .collapsed, .pressable, .asksFirst]).names {
      attribute("aria-\(state)", "true")
    }
    guard let place else { return text += "/>\n" }
    text += "><title>\(Self.escaped(element.name))</title>"
    text += #"<rect fill="none" pointer-events="all"\#(Self.place(of: place))/></g>"# + "\n"
  }

  // MARK: - Parts

  private mutating func attribute(_ name: String, _ value: String?) {
    if let value { text += " \(name)=\"\(Self.escaped(value))\"" }
  }

  private static func place(of cells: CellRectangle) -> String {
    place(
      margin + cells.column * cell.width, margin + cells.row * cell.height, cells.columns * cell.width,
      cells.rows * cell.height)
  }

  private static func place(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    #" x="\#(length(x))" y="\#(length(y))" width="\#(length(width))" height="\#(length(height))""#
  }

  private static func length(_ tenths: Int) -> String {
    let (pixels, rest) = max(0, tenths).quotientAndRemainder(dividingBy: 10)
    return rest == 0 ? "\(pixels)" : "\(pixels).\(rest)"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": escaped += "&#10;"
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case _ where CellReader.isHarmless(scalar) || (0xE0020...0xE007F).contains(scalar.value):
        escaped.unicodeScalars.append(scalar)
      case _: escaped += "\u{FFFD}"
      }
    }
    return escaped
  }
}

extension TerminalPalette.Color {
  fileprivate var hexadecimal: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
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
