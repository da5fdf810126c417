import AppControllerKit
import AppControllerTerminal
import InterfaceGallery
import TestSupport
import Testing

@Suite struct `The gallery in a terminal` {
  @Test(arguments: Gallery.screens, [(80, 24), (20, 6)] as [(Int, Int)])
  func `is drawn as it was`(screen: GalleryScreen, size: (Int, Int)) throws {
    let frame = TerminalRenderer().render(screen.interface, traits: TraitCollection(size.0, size.1))
    try expectSnapshot(frame.transcript, "\(screen.name)-\(size.0)x\(size.1).txt")
  }

  @Test(arguments: ["login", "feed", "tab-bar", "form-error", "loading"])
  func `is drawn from right to left as it was`(name: String) throws {
    let interface = try #require(Gallery.interface(named: name))
    let frame = TerminalRenderer().render(interface, traits: TraitCollection(40, 24, direction: .rightToLeft))
    try expectSnapshot(frame.transcript, "\(name)-rtl.txt")
  }

  @Test func `shows what was typed, chosen, told, and what is under way`() throws {
    let login = try #require(Gallery.interface(named: "login"))
    let state = PresentationState(
      values: ["email": .text("mia@example.com"), "password": .secret(Secret("hunter2hunter2"))],
      fieldErrors: ["password": "The password is not right"]
    )
    var picture = try #require(ScreenPicture(of: login, state: state))
    picture.focusedID = "password"
    var interaction = InteractionState()
    interaction.editing = FieldEditing(id: "password", .secret(count: 3, caret: 1))
    interaction.busyID = "sign-in"
    interaction.tick = 1
    interaction.keys = ["Tab: next", "Ctrl-C: leave"]
    let frame = TerminalRenderer().render(picture, traits: TraitCollection(60, 24), interaction: interaction)
    try expectSnapshot(frame.transcript, "login-busy-60x24.txt")
    #expect(!frame.transcript.contains("hunter"))
  }
}
