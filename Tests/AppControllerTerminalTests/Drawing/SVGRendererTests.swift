import AppControllerKit
import AppControllerTerminal
import Foundation
import FoundationXML
import InterfaceGallery
import TestSupport
import Testing

@Suite struct `The picture of a terminal` {
  private func picture(_ interface: InterfaceDescription, _ color: TraitCollection.Color = .dark) -> String {
    let frame = TerminalRenderer().render(interface, traits: TraitCollection(60, 0))
    return SVGRenderer(color).render(
      frame, title: interface.id, language: interface.language, elements: interface.accessibleElements()
    )
  }

  @Test(arguments: ["login", "form-error"])
  func `is as it was`(name: String) throws {
    try expectSnapshot(picture(try #require(Gallery.interface(named: name))), "\(name).svg")
  }

  @Test(arguments: Gallery.screens)
  func `is well-formed, and says what every face says, in the same order`(screen: GalleryScreen) throws {
    let svg = picture(screen.interface, .light)
    let reader = SVGReader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(try PictureReader(svg).things == PictureReader.expected(screen.interface.accessibleElements()))
    #expect(reader.elements.isSubset(of: ["svg", "title", "rect", "g", "text"]))
    #expect(!svg.contains("<script") && !svg.contains("href"))
  }

  @Test func `escapes whatever it is given`() throws {
    var frame = TerminalRenderer().render(
      InterfaceDescription("x") { Screen("s", title: "</text><script>&\"'") { Text("]]> <b> & \"") } },
      traits: TraitCollection(40, 4)
    )
    frame.cursor = CellPosition()
    let element = AccessibleElement(.button, name: "\u{1B}\"><script>\u{FFFE}\u{0}")
    let svg = SVGRenderer().render(frame, title: "<&>\u{1B}", language: "\"en", elements: [element])
    let reader = SVGReader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(!reader.elements.contains("script"))
    #expect(reader.names == ["\u{FFFD}\"><script>\u{FFFD}\u{FFFD}"])
  }

  /// A frame with a text in each row.
  private func frame(_ rows: [String]) -> TerminalFrame {
    var frame = TerminalFrame(columns: 12, rows: rows.count)
    frame.cursor = CellPosition(row: rows.count, column: 0)
    for (row, text) in rows.enumerated() { frame.grid.write(text, at: CellPosition(row: row, column: 0)) }
    return frame
  }

  @Test func `moves only what changes, and ends with the last scene`() throws {
    let scenes = [["same", "one", "a"], ["same", "two", "a"], ["same", "three", "b"]].map {
      TerminalScene(frame($0), for: .seconds(1))
    }
    let svg = SVGRenderer().render(scenes, title: "</title><script>", description: "</desc><script>&")
    let reader = SVGReader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(reader.elements == ["svg", "title", "desc", "style", "rect", "g", "text"])
    #expect(
      reader.parts == [
        "": ["same"], "s0-1": ["one"], "s1-2": ["two"], "s2-3 end": ["three", "b"], "s0-2": ["a"],
      ])
    #expect(svg.contains("@keyframes s1-2{0%{visibility:hidden}33.333%{visibility:visible}66.667%{visibility:hidden}}"))
    #expect(svg.contains("animation:3.000s step-end 3"))
    #expect(SVGRenderer().render([], title: "", description: "").hasSuffix("</svg>\n"))
  }
}

private final class SVGReader: NSObject, XMLParserDelegate {
  var names: [String] = []
  var elements: Set<String> = []
  /// The texts of the parts, by the class of each.
  var parts: [String: [String]] = [:]
  private var part: String?
  private var element = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.insert(name)
    if let label = attributes["aria-label"] { names.append(label) }
    element = name
    if name == "g" { part = attributes["class"] ?? "" }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if let part, element == "text", string != "\n" { parts[part, default: []].append(string) }
  }
}
