import AppControllerKit
import InterfaceGallery
import TestSupport
import Testing

@Suite struct `A page` {
  @Test(arguments: PageSamples.all.indices)
  func `says what the interface says, in the same order`(sample: Int) throws {
    let (name, interface, state) = PageSamples.all[sample]
    let page = try PageReader.read(HTMLRenderer().render(interface, state: state))
    let model = interface.accessibleElements(state: state)
    #expect(page == model, "\(name):\n\(difference(from: model.lines, to: page.lines))")
  }

  /// Hardly any of these is valid; a page is well-formed all the same.
  @Test(arguments: 0..<Effort.cases(100))
  func `says what any description says, valid or not`(seed: Int) throws {
    let interface = RandomDescription(seed: seed).description
    let page = try PageReader.read(HTMLRenderer().render(interface))
    // A link that leads where no link may lead is left without its URL.
    let model = interface.accessibleElements().map { element in
      var element = element
      if element.role == .link, element.states.contains(.disabled) || !element.isLinkOfPage { element.value = nil }
      return element
    }
    #expect(page == model, "\(difference(from: model.lines, to: page.lines))")
  }
}

extension AccessibleElement {
  /// Whether the URL is the one of those in random descriptions that may be followed.
  fileprivate var isLinkOfPage: Bool { value == "https://example.com/" }
}

extension [AccessibleElement] {
  /// The elements on a line each.
  fileprivate var lines: String { map { "\($0) #\($0.id ?? "")" }.joined(separator: "\n") }
}
