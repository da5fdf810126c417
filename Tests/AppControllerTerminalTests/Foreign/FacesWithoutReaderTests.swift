import AppControllerKit
import ForeignInterfaces
import Foundation
import FoundationXML
import Testing

@testable import AppControllerTerminal

/// The faces that nothing reads back yet: text, line mode and pictures.
///
/// A reader for one of them takes its case out of ``said(by:of:_:)`` and compares what it reads with the elements, as the
/// tests of pages and of frames do.
@Suite struct `A foreign screen in a face without a reader` {
  enum Face: CaseIterable {
    case text, lines, picture
  }

  /// Everything that a face says, as one text.
  private func said(
    by face: Face, of interface: InterfaceDescription, _ state: PresentationState
  ) throws -> String {
    switch face {
    case .text: return TextRenderer().render(interface, state: state)
    case .lines:
      var dialogue = LineDialogue()
      let picture = try #require(ScreenPicture(of: interface, state: state))
      return dialogue.show(picture).joined(separator: "\n")
    case .picture:
      let frame = TerminalRenderer().render(interface, state: state, traits: TraitCollection(81, 0))
      let elements = interface.accessibleElements(state: state)
      let svg = SVGRenderer().render(frame, title: interface.id, language: interface.language, elements: elements)
      let reader = LabelReader()
      let parser = XMLParser(data: Data(svg.utf8))
      parser.delegate = reader
      #expect(parser.parse())
      #expect(svg.displayableLines == svg, "there is a control character in the picture")
      return reader.labels.joined(separator: "\n")
    }
  }

  @Test(arguments: ForeignSample.carried, Face.allCases)
  func `has the name of every element, and no control character`(sample: ForeignSample, face: Face) throws {
    let imported = try #require(sample.imported)
    for interface in imported.variants {
      let said = try said(by: face, of: interface, imported.state)
      #expect(said.displayableLines == said)
      let words = said.onOneLine
      let elements = interface.accessibleElements(state: imported.state)
      // Line mode says the layer on top, and not what it covers.
      let start = face == .lines ? elements.lastIndex { $0.role == .dialog } ?? 0 : 0
      for element in elements[start...] { #expect(words.contains(element.name.onOneLine), "\(element)") }
    }
  }
}

extension String {
  fileprivate var onOneLine: String { split { $0.isWhitespace }.joined(separator: " ") }
}

private final class LabelReader: NSObject, XMLParserDelegate {
  var labels: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    if let label = attributes["aria-label"] { labels.append(label) }
  }
}
