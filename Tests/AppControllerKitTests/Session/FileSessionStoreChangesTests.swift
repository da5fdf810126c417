import AppControllerKit
import AppControllerKitTesting
import Foundation
import TestSupport
import Testing

/// What really happens in a folder; the test moves the clock of the store that looks.
@Suite struct `A file store that is followed` {
  private let folder: TestFolder
  private let path: String
  private let clock = ManualClock()
  /// Another store, which changes what the one that looks follows; it waits for a lock in real time.
  private let other: FileSessionStore

  init() throws {
    folder = try TestFolder(mode: 0o700)
    path = folder.path(of: "state/sessions")
    other = FileSessionStore(directory: path, lockTimeout: .seconds(3600))
  }

  /// A store on the folder that looks each time the clock is moved.
  private func makeStore() -> FileSessionStore { FileSessionStore(directory: path, clock: clock) }

  /// Lets the store look once.
  private func look() async {
    await clock.sleeperArrived()
    clock.advance(by: .seconds(1))
  }

  @Test func `tells of a change by another store, in a folder that is made only then`() async throws {
    let store = makeStore()
    var changes = try #require(try store.changes(for: "test")).makeAsyncIterator()
    await look()
    try await other.replace(for: "test", with: .kitty)
    await look()
    #expect(await changes.next() == 1)
  }

  @Test func `tells of each change, or of the last of several`() async throws {
    let store = makeStore()
    try await other.replace(for: "test", with: .kitty)
    var changes = try #require(try store.changes(for: "test")).makeAsyncIterator()
    for number: UInt64 in 1...3 {
      for _ in 1...5 { try await other.replace(for: "test", with: nil) }
      await look()
      #expect(await changes.next() == 1 + 5 * number)
    }
  }

  @Test func `tells nothing of another provider`() async throws {
    let store = makeStore()
    try await other.replace(for: "test", with: .kitty)
    var changes = try #require(try store.changes(for: "test")).makeAsyncIterator()
    for _ in 0..<5 { try await other.replace(for: "test.other", with: .kitty) }
    await look()
    try await other.replace(for: "test", with: nil)
    await look()
    #expect(await changes.next() == 2)
  }

  @Test(arguments: ["removed", "moved away"])
  func `goes on when the folder was`(_ way: String) async throws {
    let store = makeStore()
    for _ in 0..<5 { try await other.replace(for: "test", with: .kitty) }
    let changes = try store.changes(for: "test")
    var iterator = try #require(changes).makeAsyncIterator()
    if way == "removed" {
      try FileManager.default.removeItem(atPath: folder.path(of: "state"))
    } else {
      try FileManager.default.moveItem(atPath: path, toPath: folder.path(of: "state/elsewhere"))
    }
    await look()
    #expect(await iterator.next() == .some(nil))
    try await other.replace(for: "test", with: .dog)
    await look()
    #expect(await iterator.next() == 1)
    try await other.replace(for: "test", with: nil)
    await look()
    #expect(await iterator.next() == 2)
  }

  @Test func `refuses the name of no provider`() throws {
    let error = #expect(throws: AppControllerError.self) {
      try FileSessionStore(directory: path).changes(for: "../test")
    }
    #expect(error?.code == .storeFailed)
  }

  @MainActor
  @Test func `leads an app after another process`() async throws {
    let window = InterfaceWindow()
    let provider = RecordingProvider()
    let controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: makeStore())
    try await controller.installRootInterface(in: window)
    var states: [AppController.State] = []
    var events = controller.events.makeAsyncIterator()
    for session in [Session.kitty, .dog, nil] {
      try await other.replace(for: "test", with: session)
      await look()
      while let event = await events.next() {
        guard case .completed(let report) = event.kind else { continue }
        states.append(report.state)
        break
      }
      #expect(controller.session == session)
    }
    #expect(states == [.loggedIn, .loggedIn, .loggedOut])
    controller.terminate()
  }
}
