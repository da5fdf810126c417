import AppControllerKit
import AppControllerKitTesting
import ReadingRoom
import Testing

@MainActor
struct `the reading room's provider` {
  let folder = TemporaryFolder()

  @Test(arguments: ProviderContract.rules)
  func `keeps the contract`(rule: ProviderContract.Rule) async throws {
    let values: InputValues = ["reader": .text("Ann"), "card": .secret(Secret("12340")), "note": .text("High")]
    try await rule.check(values: values, session: Session(subject: "Ann")) { [folder] in
      ReadingRoomProvider(notebook: Notebook(folder: folder.path))
    }
  }

  @Test(arguments: ["12345", "1234", "0"])
  func `lets nobody in without a card`(card: String) async throws {
    let app = RoomUnderTest(folder: folder.path)
    try await app.start()
    try await app.enter("Ann", card: card)
    #expect(app.controller.state == .loggedOut)
    #expect(app.window.text.contains("This is no library card"))
  }

  @Test func `shows what was noted`() async throws {
    let app = RoomUnderTest(folder: folder.path)
    try await app.start()
    try await app.enter("Ann")
    try await app.write("High at noon")
    #expect(app.window.text.contains("High at noon"))
  }

  @Test func `explains which books there are`() async throws {
    let app = RoomUnderTest(folder: folder.path)
    try await app.start()
    try await app.enter("Ann")
    let error = await #expect(throws: AppControllerError.self) {
      _ = try await app.controller.perform(nodeID: "tides", payload: ["book": "stars"])
    }
    #expect(error?.what.contains("there is no book \"stars\"") == true)
  }
}
