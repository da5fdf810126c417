public import AppControllerKit

/// Draws a frame as a picture in SVG, with nothing in it but what the terminal shows.
///
/// The picture is a function of the arguments alone. It loads nothing and runs nothing. The text is text: it can be
/// selected, and its runs are as wide as their cells in any font. What the picture says is there a second time for
/// somebody who does not see it, with roles and names.
public struct SVGRenderer: Sendable {
  /// Which colours the picture has.
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
  ///   - frame: What the terminal shows.
  ///   - title: What the picture is called.
  ///   - language: The language of its text as a BCP 47 tag.
  ///   - elements: What the frame says, for somebody who does not see it.
  /// - Returns: The document.
  public func render(
    _ frame: TerminalFrame, title: String, language: String = "und", elements: [AccessibleElement] = []
  ) -> String {
    var writer = SVGWriter(palette: palette)
    writer.begin(columns: frame.grid.columns, rows: frame.grid.rows, title: title, language: language)
    for row in 0..<frame.grid.rows { writer.add(row, of: frame.grid) }
    writer.endDrawing()
    let seen = frame.regions.filter { $0.rectangle.row >= 0 && $0.rectangle.row + $0.rectangle.rows <= frame.grid.rows }
    let places = Dictionary(seen.map { ($0.target, $0.rectangle) }) { first, _ in first }
    for element in elements { writer.add(element, at: element.id.flatMap { places[.node($0)] }) }
    writer.end()
    return writer.text
  }
}
