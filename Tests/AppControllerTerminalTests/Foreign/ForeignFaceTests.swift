import AppControllerKit
import AppControllerTerminal
import ForeignInterfaces
import TestSupport
import Testing

/// Foreign screens, without the texts that the readers of these faces would take for marks.
@Suite struct `A foreign screen in every face` {
  @Test(arguments: ForeignSample.carried)
  func `is the same plain text`(sample: ForeignSample) throws {
    let imported = try #require(sample.imported)
    for variant in imported.variants {
      let interface = try variant.readableInFrames()
      let found = TextReader(TextRenderer().render(interface, state: imported.state)).things
      expect(found, TextReader.expected(interface.accessibleElements(state: imported.state, tabs: .all)))
    }
  }

  @Test(arguments: ForeignSample.carried)
  func `is the same in lines`(sample: ForeignSample) throws {
    let imported = try #require(sample.imported)
    for variant in imported.variants {
      let interface = try variant.readableInFrames()
      var dialogue = LineDialogue()
      let picture = try #require(ScreenPicture(of: interface, state: imported.state))
      let found = TextReader(spoken: dialogue.show(picture)).things.filter { $0.name != "Close" }
      expect(found, TextReader.expected(spoken: interface.accessibleElements(state: imported.state)))
    }
  }

  @Test(arguments: ForeignSample.carried)
  func `is the same picture`(sample: ForeignSample) throws {
    let imported = try #require(sample.imported)
    for interface in imported.variants {
      let frame = TerminalRenderer().render(interface, state: imported.state, traits: TraitCollection(81, 0))
      let elements = interface.accessibleElements(state: imported.state)
      let text = SVGRenderer().render(frame, title: interface.id, language: interface.language, elements: elements)
      #expect(text.displayableLines == text)
      let picture = try PictureReader(text)
      expect(picture.things, PictureReader.expected(elements))
      // Another test proves that the frame says what the elements say.
      let rows = (0..<frame.grid.rows).map { frame.grid.text(ofRow: $0) }.joined()
      #expect(picture.seen == rows.filter { !" ─━│┃╭╮╰╯▌▐┄".contains($0) })
    }
  }

  @Test(arguments: ForeignSample.carried)
  func `has no control character in any text`(sample: ForeignSample) throws {
    let imported = try #require(sample.imported)
    for interface in imported.variants {
      let text = TextRenderer().render(interface, state: imported.state)
      #expect(text.displayableLines == text)
      var dialogue = LineDialogue()
      let lines = dialogue.show(try #require(ScreenPicture(of: interface, state: imported.state)))
      #expect(lines.map(\.displayable) == lines)
    }
  }

  private func expect<Thing: Equatable>(_ found: [Thing], _ expected: [Thing]) {
    #expect(found.count == expected.count, "found \(found), and not \(expected)")
    for (found, expected) in zip(found, expected) where found != expected {
      Issue.record("the face says \(found), and every face \(expected)")
      break
    }
  }
}
