import AppControllerKit
import TestSupport
import Testing

@Suite struct `The faces of every kind` {
  @Test(arguments: [("logged-out", EveryKind.loggedOut), ("logged-in", EveryKind.loggedIn)])
  func `are as they were in text`(name: String, interface: InterfaceDescription) throws {
    try expectSnapshot(TextRenderer().render(interface), "every-kind-\(name).txt")
  }

  @Test(arguments: [("logged-out", EveryKind.loggedOut), ("logged-in", EveryKind.loggedIn)])
  func `are as they were in JSON`(name: String, interface: InterfaceDescription) throws {
    try expectSnapshot(JSONRenderer(pretty: true).render(interface), "every-kind-\(name).json")
  }

  @Test(arguments: [EveryKind.loggedOut, EveryKind.loggedIn])
  func `are the same description again when their JSON is read`(interface: InterfaceDescription) throws {
    for isPretty in [false, true] {
      let json = JSONRenderer(pretty: isPretty).render(interface)
      #expect(try description(json: json) == interface)
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
    func changes(of interface: InterfaceDescription, by state: PresentationState) -> String {
      difference(from: TextRenderer().render(interface), to: TextRenderer().render(interface, state: state))
    }
    try expectSnapshot(changes(of: EveryKind.loggedOut, by: state), "every-kind-filled.txt")
    let tabs = PresentationState(selectedItems: ["main": "me"])
    try expectSnapshot(changes(of: EveryKind.loggedIn, by: tabs), "every-kind-second-tab.txt")
  }
}
