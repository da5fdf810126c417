import AppControllerKit
import AppControllerTerminal
import InterfaceGallery
import TestSupport
import Testing

@Suite struct `What line mode says of a screen` {
  private func expectEqual(_ interface: InterfaceDescription, _ state: PresentationState = .init()) throws {
    var dialogue = LineDialogue()
    let picture = try #require(ScreenPicture(of: interface, state: state))
    let found = TextReader(spoken: dialogue.show(picture)).things.filter { $0.name != "Close" }
    let expected = TextReader.expected(spoken: interface.accessibleElements(state: state))
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
  }

  @Test(arguments: Gallery.screens)
  func `is what every face says, in the same order`(screen: GalleryScreen) throws {
    try expectEqual(screen.interface)
  }

  @Test func `follows what was typed, chosen and told`() throws {
    let interface = try #require(Gallery.interface(named: "form-error"))
    try expectEqual(
      interface,
      PresentationState(
        values: [
          "name": .text("Mia"), "new-password": .secret(Secret("hunter2hunter2")), "repeat": .text("hunter2hunter2"),
          "terms": .text("true"),
        ],
        fieldErrors: ["email": "Nobody has this address", "terms": "Read them first"]))
  }
}
