import AppControllerKit
import Testing

@MainActor
@Suite struct `A face refuses` {
  private static let json = """
    {"id": "s", "schema": 1, "interfaces": {"d": {"lang": "en", "root": {"kind": "screen", "id": "s", "label": "S", \
    "children": [
      {"kind": "field", "id": "name", "label": "Name", "input": {"name": "name"}},
      {"kind": "button", "id": "copy", "label": "Copy", "enabled": {"filled": ["name"]},
       "action": {"name": "copy", "scope": "host", "payload": {"text": "t"}}},
      {"kind": "toggle", "id": "terms", "label": "Terms", "input": {"name": "terms"}, "enabled": {"filled": ["name"]}},
      {"kind": "link", "id": "page", "label": "Page", "url": "https://example.com", "enabled": {"filled": ["name"]}}
    ]}}}}
    """

  @Test(arguments: [("copy", [FaceRequest.copy("t")]), ("terms", []), ("page", [.open("https://example.com")])])
  func `to press what is not enabled`(id: String, requests: [FaceRequest]) async throws {
    let provider = try StoryboardProvider(
      storyboard: Storyboard(json: Array(Self.json.utf8)), loggedOutInterfaceID: "d", loggedInInterfaceID: "d")
    let controller = AppController(interfaceProvider: provider)
    let window = InterfaceWindow()
    try await controller.installRootInterface(in: window)
    let face = Face(of: controller)
    let node = try #require(face.snapshot.front?[id])
    let refused = await face.perform(.press(node.id))
    #expect(refused.requests == [])
    #expect(refused.messages.map(\.error?.code) == [.noSuchAction])
    #expect(face.snapshot.front?["terms"]?.value == .text("false"))

    let name = try #require(face.snapshot.front?["name"])
    await face.perform(.enter(.text("Ada"), into: name.id))
    #expect(await face.perform(.press(node.id)) == FaceReply(requests: requests))
    #expect(face.snapshot.front?["terms"]?.value == .text(id == "terms" ? "true" : "false"))
  }
}
