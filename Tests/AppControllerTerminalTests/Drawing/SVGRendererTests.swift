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
}

private final class SVGReader: NSObject, XMLParserDelegate {
  var names: [String] = []
  var elements: Set<String> = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.insert(name)
    if let label = attributes["aria-label"] { names.append(label) }
  }
}
