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
    let page = HTMLRenderer().render(EveryKind.loggedOut, state: PageSamples.filled)
    try expectSnapshot(page.withoutStyle, "every-kind-logged-out-filled.html")
    let tabs = PresentationState(selectedItems: ["main": "me"])
    let second = HTMLRenderer().render(EveryKind.loggedIn, state: tabs)
    try expectSnapshot(second.withoutStyle, "every-kind-logged-in-second-tab.html")
  }

  @Test func `of a transition are as they were`() throws {
    let page = HTMLRenderer().renderTransition(from: (EveryKind.loggedOut, .init()), to: (EveryKind.loggedIn, .init()))
    try expectSnapshot(page.withoutStyle, "every-kind-transition.html")
  }
}
