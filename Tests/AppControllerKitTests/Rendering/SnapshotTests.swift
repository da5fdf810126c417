import AppControllerKit
import Testing

@Suite struct `The faces of the gallery` {
  @Test(arguments: [("logged-out", Gallery.loggedOut), ("logged-in", Gallery.loggedIn)])
  func `are as they were in text`(name: String, gallery: InterfaceDescription) throws {
    try expectSnapshot(TextRenderer().render(gallery), "gallery-\(name).txt")
  }

  @Test(arguments: [("logged-out", Gallery.loggedOut), ("logged-in", Gallery.loggedIn)])
  func `are as they were in JSON`(name: String, gallery: InterfaceDescription) throws {
    try expectSnapshot(JSONRenderer(pretty: true).render(gallery), "gallery-\(name).json")
  }

  @Test(arguments: [Gallery.loggedOut, Gallery.loggedIn])
  func `are the same description again when their JSON is read`(gallery: InterfaceDescription) throws {
    for isPretty in [false, true] {
      let json = JSONRenderer(pretty: isPretty).render(gallery)
      #expect(try description(json: json) == gallery)
      #expect(JSONRenderer(pretty: isPretty).render(try description(json: json)) == json)
    }
  }

  @Test func `show what was typed, chosen and told`() throws {
    let state = PresentationState(
      values: [
        "email": .text("mia@example.com"), "password": .secret(Secret("hunter2")), "terms": .text("true"),
        "plan": .text("paid"), "news": .plain(["never"]),
      ],
      fieldErrors: ["again": "Does not match"]
    )
    try expectSnapshot(TextRenderer().render(Gallery.loggedOut, state: state), "gallery-logged-out-filled.txt")
    let tabs = PresentationState(selectedItems: ["main": "me"])
    try expectSnapshot(TextRenderer().render(Gallery.loggedIn, state: tabs), "gallery-logged-in-second-tab.txt")
  }
}
