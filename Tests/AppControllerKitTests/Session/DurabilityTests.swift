import AppControllerKit
import Foundation
import TestSupport
import Testing

private let kitty = "com.example.kitty"
private let file = "com.example.kitty.session.json"
private let lockFile = "com.example.kitty.session.lock"
private let temporaryFile = ".com.example.kitty.session.tmp"
private let formerFile = ".com.example.kitty.session.old"
private let ann = Session(subject: "ann", secret: Secret("hunter2"))

/// What a crash leaves; `Tests/Durability/run` makes the crashes themselves.
@Suite struct `File session store, after a crash` {
  private let directory: TestFolder
  private let store: FileSessionStore

  init() throws {
    directory = try TestFolder(mode: 0o700)
    store = FileSessionStore(directory: directory.path, lockTimeout: .seconds(3600))
  }

  @Test(arguments: [temporaryFile, formerFile])
  func `a load sweeps away what may hold a secret`(name: String) async throws {
    try await store.replace(for: kitty, with: nil)
    try directory.write("hunter2", to: name)
    #expect(try await store.load(for: kitty) == SessionRecord(generation: 1))
    #expect(try directory.names() == [file, lockFile])
  }

  @Test func `a load leaves the temporary files of a change alone that is under way`() async throws {
    try await store.replace(for: kitty, with: ann)
    try directory.write("hunter2", to: temporaryFile)
    let lock = try await directory.lockAsAnotherProcess(lockFile)
    #expect(try await store.load(for: kitty).session == ann)
    #expect(try directory.names().contains(temporaryFile))
    _ = consume lock
  }

  @Test(arguments: ["0", "0000000000", "00000000000000000001", "00000000000000000001?", "00000000000000000007?"])
  func `a first change that never was is no logout`(counter: String) async throws {
    try directory.write(counter, to: lockFile)
    #expect(try await store.load(for: kitty) == SessionRecord())
    let record = try await store.replace(for: kitty, with: ann, ifGeneration: 0)
    // A generation that was begun may have been seen.
    #expect(record.generation == (counter.hasSuffix("7?") ? 8 : counter.hasSuffix("?") ? 2 : 1))
    #expect(try directory.text(of: lockFile) == "0000000000000000000\(record.generation)\n")
  }

  @Test func `a first change that was completed stays one without its file`() async throws {
    try await store.replace(for: kitty, with: nil)
    try FileManager.default.removeItem(atPath: directory.path(of: file))
    #expect(try await store.load(for: kitty) == SessionRecord(generation: 1))
  }

  @Test func `a first record goes on though its counter was cut off`() async throws {
    try await store.replace(for: kitty, with: ann)
    try directory.write("00000000000000000001?", to: lockFile)
    #expect(try await store.load(for: kitty) == SessionRecord(session: ann, generation: 1))
    #expect(try await store.replace(for: kitty, with: nil).generation == 2)
    #expect(try directory.text(of: lockFile) == "00000000000000000002\n")
  }

  // MARK: When it was stored

  @Test func `a record says when it was stored, across stores`() async throws {
    let before = Timestamp.now
    let saved = try await store.replace(for: kitty, with: ann)
    let savedAt = try #require(saved.savedAt)
    #expect((before...Timestamp.now).contains(savedAt))
    #expect(try await FileSessionStore(directory: directory.path).load(for: kitty).savedAt == savedAt)
    #expect(try directory.text(of: file).contains(#""savedAt":\#(savedAt.secondsSince1970),"#))
  }

  @Test func `a file that does not say when it was stored is read`() async throws {
    try directory.write(
      #"{"format":"appcontroller-session","generation":4,"provider":"com.example.kitty","session":null,"version":1}"#,
      to: file)
    let record = try await store.load(for: kitty)
    #expect(record == SessionRecord(generation: 4) && record.savedAt == nil)
  }

  @Test(arguments: ["null", #""1""#, "1.5", "[]", "9223372036854775808"])
  func `a file that says it wrongly is foreign`(savedAt: String) async throws {
    let text =
      #"{"format":"appcontroller-session","generation":4,"provider":"com.example.kitty","savedAt":\#(savedAt),"#
      + #""session":null,"version":1}"#
    try directory.write(text, to: file)
    #expect(try await store.load(for: kitty).warning?.code == .sessionSetAside)
  }
}
