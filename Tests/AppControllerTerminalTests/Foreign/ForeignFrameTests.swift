import AppControllerKit
import AppControllerTerminal
import ForeignInterfaces
import Testing

@Suite struct `A foreign screen in a terminal` {
  // The cells of a table stand side by side, and are read by a test of tables.
  @Test(arguments: ForeignSample.carried.filter { !$0.hasTable })
  func `says what every face says, in the same order`(sample: ForeignSample) throws {
    let imported = try #require(sample.imported)
    for variant in imported.variants {
      let interface = try variant.readableInFrames()
      let frame = TerminalRenderer().render(interface, state: imported.state, traits: TraitCollection(59, 0))
      let found = FrameReader(frame).things.comparable
      let elements = interface.accessibleElements(state: imported.state).flatMap(\.asSeen)
      let expected = `What a frame says`().expected(elements).comparable
      #expect(found.count == expected.count, "found \(found), and not \(expected)")
      for (found, expected) in zip(found, expected) where found != expected {
        Issue.record("the frame says \(found), and every face \(expected)")
        break
      }
    }
  }

  @Test(arguments: ForeignSample.carried)
  func `has the whole name of everything`(sample: ForeignSample) throws {
    let imported = try #require(sample.imported)
    let interface = try imported.description.inOneColumn()
    let frame = TerminalRenderer().render(interface, state: imported.state, traits: TraitCollection(59, 0))
    let seen = (0..<frame.grid.rows).map { frame.grid.text(ofRow: $0).letters }.joined()
    // A tab bar takes one row, which cuts long names; the name of the bar itself is not shown, and that of a row is its
    // cells.
    let others: [AccessibleRole] = [.tabList, .tab, .row]
    let elements = interface.accessibleElements(state: imported.state).withoutFoldedOptions
    for element in elements where !others.contains(element.role) {
      #expect(seen.contains(element.name.letters), "\(element)")
    }
  }

  @Test(arguments: ForeignSample.carried, [(1, 1), (20, 6), (80, 24), (500, 200)] as [(Int, Int)])
  func `is drawn in any size`(sample: ForeignSample, size: (Int, Int)) throws {
    let interface = try #require(sample.imported).description
    let frame = TerminalRenderer().render(interface, traits: TraitCollection(size.0, size.1))
    #expect(frame.grid.columns == Int(size.0) && frame.grid.rows == Int(size.1))
  }
}

extension ForeignSample {
  fileprivate var hasTable: Bool { imported?.description.allNodes.contains { $0.kind == .table } == true }
}

extension AccessibleElement {
  /// The elements that the frame reader finds for one element: a second line is a text of its own, except in an input.
  fileprivate var asSeen: [AccessibleElement] {
    switch role {
    case .textInput, .multilineTextInput, .emailInput, .passwordInput, .numberInput, .spinButton, .dateInput,
      .timeInput,
      .dateTimeInput, .urlInput, .searchInput, .checkBox, .radioGroup:
      return [self]
    case .main, .dialog, .region, .form, .group, .list, .listItem, .table, .row, .figure, .tabList, .tab, .heading,
      .paragraph, .code, .image,
      .progressIndicator, .alert, .status, .radioButton, .button, .link:
      guard let hint else { return [self] }
      return [self, AccessibleElement(.paragraph, name: hint)]
    }
  }
}

extension [FrameReader.Thing] {
  /// The elements in a comparable form: consecutive texts are joined, because a long word is broken anywhere.
  fileprivate var comparable: [FrameReader.Thing] {
    var things: [FrameReader.Thing] = []
    for var thing in self {
      thing.name = thing.name.letters
      thing.hint = thing.hint?.letters
      if thing.role == "paragraph", let last = things.indices.last, things[last].role == "paragraph" {
        things[last].name += thing.name
      } else {
        things.append(thing)
      }
    }
    return things
  }
}

extension String {
  fileprivate var letters: String { filter { !$0.isWhitespace } }
}
