import AppControllerKit
import AppControllerKitTesting
import Foundation
import ReadingRoom
import Testing

@MainActor
struct `the app's handlers` {
  let folder = TemporaryFolder()

  @Test func `stand around the exchange, at a login and at a logout`() async throws {
    let app = RoomUnderTest(folder: folder.path)
    try await app.start()
    app.forgetLines()

    try await app.enter("Ann")
    #expect(
      app.lines == [
        "will log in, notes at hand: 0",
        "window: the old picture covers",
        "window: Reading Room leaves for The shelf of Ann",
        "window: The shelf of Ann is installed",
        "window: the old picture goes",
        "did log in, welcome Ann",
      ])

    try await app.write("High at noon")
    app.forgetLines()
    await app.controller.logout()
    #expect(
      app.lines == [
        "will log out, drafts saved: 1",
        "window: the old picture covers",
        "window: The shelf of Ann leaves for Reading Room",
        "window: Reading Room is installed",
        "window: the old picture goes",
        "did log out, the notebook is closed",
        "provider: the token of Ann is revoked",
      ])
    #expect(app.notebook.savedCount == 0, "nothing is left of Ann in the process")
  }

  @Test func `say that somebody did log in when the transition has been seen`() async throws {
    let clock = ManualClock()
    let app = RoomUnderTest(folder: folder.path, clock: clock)
    try await app.start()
    async let login = app.controller.login(Session(subject: "Ann"))
    await clock.sleeperArrived(within: .milliseconds(300))
    #expect(app.lines.last == "window: The shelf of Ann is installed")
    clock.advance(by: .milliseconds(300))
    _ = await login
    #expect(app.lines.last == "did log in, welcome Ann")
  }

  @Test func `keep the reader logged in when drafts cannot be saved`() async throws {
    let app = RoomUnderTest(folder: folder.path)
    try await app.start()
    try await app.enter("Ann")
    try await app.write("High at noon")
    // A folder is in the place of the file.
    try FileManager.default.createDirectory(atPath: "\(folder.path)/notes.txt", withIntermediateDirectories: false)

    guard case .failed(let error) = await app.controller.logout() else {
      Issue.record("the logout did not fail")
      return
    }
    #expect(error.what.hasSuffix("[ROOM3]"))
    #expect(error.fix == "make room on the disk, or the folder writable, and log out again")
    #expect(app.controller.state == .loggedIn)
    #expect(try app.notebook.notes(of: "Ann", in: Book.all[0]) == ["High at noon"], "the draft is still there")
  }
}
