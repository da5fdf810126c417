import AppControllerKit
import ForeignInterfaces
import TestSupport
import Testing

@Suite struct `A foreign screen` {
  @Test(arguments: ForeignSample.carried)
  func `is the same page to whoever reads it`(sample: ForeignSample) throws {
    let imported = try #require(sample.imported)
    for interface in imported.variants {
      let page = HTMLRenderer().render(interface, state: imported.state)
      let found = try PageReader.read(page)
      // A link that cannot be followed now is left without its URL.
      let expected = interface.accessibleElements(state: imported.state).map { element in
        var element = element
        if element.role == .link, element.states.contains(.disabled) { element.value = nil }
        return element
      }
      #expect(found == expected, "\(difference(from: expected.text, to: found.text))")
      #expect(HTMLRenderer().render(interface, state: imported.state) == page)
    }
  }

  @Test(arguments: ForeignSample.carried)
  func `is the same interface when its JSON is read back`(sample: ForeignSample) throws {
    for interface in try #require(sample.imported).variants {
      let text = JSONRenderer().render(interface)
      let again = try InterfaceDescription(json: Array(text.utf8))
      #expect(again == interface)
      #expect(again.accessibleElements() == interface.accessibleElements())
      #expect(JSONRenderer().render(again) == text)
    }
  }
}

extension [AccessibleElement] {
  fileprivate var text: String { map { "\($0) #\($0.id ?? "")" }.joined(separator: "\n") }
}
