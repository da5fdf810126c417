import AppControllerKit
import ReadingRoom
import Testing

@MainActor
struct `a restart` {
  let folder = TemporaryFolder()

  @Test func `finds the reader logged in, and calls no handler for it`() async throws {
    let first = RoomUnderTest(folder: folder.path)
    try await first.start()
    try await first.enter("Ann")
    first.controller.terminate()

    let second = RoomUnderTest(folder: folder.path)
    try await second.start()
    #expect(second.controller.state == .loggedIn)
    #expect(second.controller.session?.subject == "Ann")
    #expect(second.lines.last == "window: The shelf of Ann is installed")
    #expect(second.lines.allSatisfy { $0.hasPrefix("window: ") })
  }

  @Test func `finds nobody after a logout, and the notes at the next login`() async throws {
    let first = RoomUnderTest(folder: folder.path)
    try await first.start()
    try await first.enter("Ann")
    try await first.write("High at noon")
    await first.controller.logout()
    #expect(try first.notebook.notes(of: "Ann", in: Book.all[0]) == ["High at noon"])

    let second = RoomUnderTest(folder: folder.path)
    try await second.start()
    #expect(second.controller.state == .loggedOut)
    try await second.enter("Ann")
    #expect(second.lines.contains("will log in, notes at hand: 1"))
  }
}
