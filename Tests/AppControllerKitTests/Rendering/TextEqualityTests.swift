import AppControllerKit
import InterfaceGallery
import TestSupport
import Testing

@Suite struct `A plain text` {
  @Test(arguments: PageSamples.all.indices)
  func `says what the interface says, in the same order`(sample: Int) {
    let (name, interface, state) = PageSamples.all[sample]
    let found = TextReader(TextRenderer().render(interface, state: state)).things
    let expected = TextReader.expected(interface.accessibleElements(state: state, tabs: .all))
    #expect(found == expected, "\(name):\n\(difference(from: "\(expected)", to: "\(found)"))")
    for (found, expected) in zip(found, expected) where found != expected {
      Issue.record("\(found) instead of \(expected)")
    }
  }
}
