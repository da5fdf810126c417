import AppControllerKit
import InterfaceGallery
import TestSupport
import Testing

@Suite struct `Pages` {
  @Test(arguments: Gallery.screens)
  func `of the gallery are as they were`(screen: GalleryScreen) throws {
    try expectSnapshot(HTMLRenderer().render(screen.interface).withoutStyle, "gallery-\(screen.name).html")
  }

  @Test(arguments: [("logged-out", EveryKind.loggedOut), ("logged-in", EveryKind.loggedIn)])
  func `of every kind are as they were`(name: String, interface: InterfaceDescription) throws {
    try expectSnapshot(HTMLRenderer().render(interface).withoutStyle, "every-kind-\(name).html")
  }

  @Test func `show what was typed, chosen and told`() throws {
    func changes(of interface: InterfaceDescription, by state: PresentationState) -> String {
      difference(
        from: HTMLRenderer().render(interface).withoutStyle,
        to: HTMLRenderer().render(interface, state: state).withoutStyle)
    }
    try expectSnapshot(changes(of: EveryKind.loggedOut, by: PageSamples.filled), "every-kind-filled.html.txt")
    let tabs = PresentationState(selectedItems: ["main": "me"])
    try expectSnapshot(changes(of: EveryKind.loggedIn, by: tabs), "every-kind-second-tab.html.txt")
  }

  @Test func `of a transition are as they were`() throws {
    let page = HTMLRenderer().renderTransition(from: (EveryKind.loggedOut, .init()), to: (EveryKind.loggedIn, .init()))
    try expectSnapshot(page.withoutStyle, "every-kind-transition.html")
  }
}
