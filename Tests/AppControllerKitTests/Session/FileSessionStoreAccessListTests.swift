import AppControllerKit
import Foundation
import TestSupport
import Testing

private let kitty = "com.example.kitty"
private let record = "com.example.kitty.session.json"
private let lock = "com.example.kitty.session.lock"
private let ann = Session(subject: "ann", secret: Secret("hunter2"))
/// A number that no user and no group of a machine has.
private let mallory: UInt32 = 4711

@Suite struct `File session store, with access lists` {
  private let directory: TestFolder
  private let store: FileSessionStore

  init() throws {
    directory = try TestFolder(mode: 0o700)
    store = FileSessionStore(directory: directory.path, lockTimeout: .seconds(3600))
  }

  @Test(arguments: [
    (record, AccessListEntries(user: (mallory, 4)), "the user 4711"),
    (record, AccessListEntries(group: (mallory, 4)), "the group 4711"),
    (lock, AccessListEntries(user: (mallory, 2)), "the user 4711"),
    ("", AccessListEntries(user: (mallory, 2)), "the user 4711"),
    ("", AccessListEntries(group: (mallory, 7)), "the group 4711"),
    ("", AccessListEntries(user: (0, 7), owningGroup: 7), "the group of the file"),
  ])
  func `what a list opens to others is refused, and the fix closes it`(
    _ name: String, _ list: AccessListEntries, _ who: String
  ) async throws {
    try await store.replace(for: kitty, with: ann)
    try list.set(on: directory.path(of: name))
    let error = await #expect(throws: AppControllerError.self) { try await store.replace(for: kitty, with: nil) }
    #expect(error?.code == .storeUnsafe)
    #expect(error?.what.contains("found an access list by which \(who) may do more") == true, "\(error?.what ?? "")")
    let command = try #require(error?.fix.components(separatedBy: "then run: ").last)
    #expect(try Program.run(["/bin/sh", "-c", command]).status == 0)
    #expect(try await store.load(for: kitty).session?.subject == "ann")
  }

  @Test(arguments: [
    ("", AccessListEntries(user: (mallory, 5))), ("", AccessListEntries(user: (mallory, 7), mask: 5)),
    ("", AccessListEntries(user: (geteuid(), 7))), (record, AccessListEntries(user: (mallory, 7), mask: 0)),
    (record, AccessListEntries(user: (0, 7))),
  ])
  func `what a list opens to nobody else is used`(_ name: String, _ list: AccessListEntries) async throws {
    try await store.replace(for: kitty, with: ann)
    try list.set(on: directory.path(of: name))
    #expect(try await store.load(for: kitty).session?.subject == "ann")
  }

  @Test func `what is made in a folder whose list is for new files is nobody else's`() async throws {
    for name in ["", "below"] {
      let path = directory.path(of: name)
      if !name.isEmpty { _ = try FileSystem.makeFolder(path) }
      try AccessListEntries(user: (mallory, 7), owningGroup: 7, others: 7).set(on: directory.path, isDefault: true)
      try await FileSessionStore(directory: path).replace(for: kitty, with: ann)
    }
    _ = try FileSystem.makeFolder(directory.path(of: "made/below"))
    for name in [record, lock, "below/\(record)", "made", "made/below"] {
      let grants = AccessList.ofEntry(directory.path(of: name))?.grants ?? []
      #expect(grants.allSatisfy { $0.permissions == 0 }, "\(name)")
      #expect(try directory.mode(of: name).map { $0 & 0o077 } == 0, "\(name)")
    }
  }
}
