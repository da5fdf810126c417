import AppControllerKitTesting
import Foundation
import Testing

@testable import AppControllerKit

/// What really happens in a folder; each test waits for what is told, and for nothing else.
@Suite struct `A file store that is followed` {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var path: String { folder.path(of: "state/sessions") }

  /// A store on the folder that looks at once.
  private func makeStore() -> FileSessionStore {
    FileSessionStore(directory: path, lockTimeout: .seconds(3600), lookInterval: .milliseconds(1))
  }

  /// The generations that are told, up to the one that is waited for.
  private func told(_ changes: AsyncStream<UInt64?>?, upTo last: UInt64) async throws -> [UInt64?] {
    var told: [UInt64?] = []
    for await generation in try #require(changes) {
      told.append(generation)
      if generation == last { break }
    }
    return told
  }

  @Test func `tells of a change by another store, in a folder that is made only then`() async throws {
    let store = makeStore()
    let changes = try store.changes(for: "test")
    let other = FileSessionStore(directory: path)
    try await other.replace(for: "test", with: .kitty)
    #expect(try await told(changes, upTo: 1).last == 1)
  }

  @Test func `tells of each change, or of the last of several`() async throws {
    let store = makeStore()
    try await store.replace(for: "test", with: .kitty)
    let changes = try store.changes(for: "test")
    let other = FileSessionStore(directory: path)
    for _ in 0..<20 { try await other.replace(for: "test", with: nil) }
    let generations = try await told(changes, upTo: 21).compactMap(\.self)
    #expect(generations == generations.sorted() && generations.last == 21)
  }

  @Test func `tells nothing of another provider`() async throws {
    let store = makeStore()
    try await store.replace(for: "test", with: .kitty)
    let changes = try store.changes(for: "test")
    for _ in 0..<5 { try await store.replace(for: "test.other", with: .kitty) }
    try await store.replace(for: "test", with: nil)
    #expect(try await told(changes, upTo: 2).allSatisfy { $0 == 2 })
  }

  @Test(arguments: ["removed", "moved away"])
  func `goes on when the folder was`(_ way: String) async throws {
    let store = makeStore()
    for _ in 0..<5 { try await store.replace(for: "test", with: .kitty) }
    let changes = try store.changes(for: "test")
    var iterator = try #require(changes).makeAsyncIterator()
    if way == "removed" {
      try FileManager.default.removeItem(atPath: folder.path(of: "state"))
    } else {
      try FileManager.default.moveItem(atPath: path, toPath: folder.path(of: "state/elsewhere"))
    }
    #expect(await iterator.next() == .some(nil))
    try await store.replace(for: "test", with: .dog)
    while let generation = await iterator.next(), generation != 1 {}
    try await store.replace(for: "test", with: nil)
    while let generation = await iterator.next(), generation != 2 {}
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
    let other = FileSessionStore(directory: path)
    var states: [AppController.State] = []
    var events = controller.events.makeAsyncIterator()
    for session in [Session.kitty, .dog, nil] {
      try await other.replace(for: "test", with: session)
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
