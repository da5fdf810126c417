import AppControllerKit
import Foundation
import TestSupport
import Testing

private let kitty = "com.example.kitty"
private let file = "com.example.kitty.session.json"
private let lockFile = "com.example.kitty.session.lock"
private let ann = Session(subject: "ann", secret: Secret("hunter2"), attributes: ["a": "1"])
private let bob = Session(subject: "bob")

@Suite struct `File session store, damaged` {
  private let directory: TestFolder
  private let store: FileSessionStore

  init() throws {
    directory = try TestFolder(mode: 0o700)
    // Patient, because a child process of another test may hold a lock's file for a moment, until it runs its program.
    store = FileSessionStore(directory: directory.path, lockTimeout: .seconds(3600))
  }

  private func code(of body: () async throws -> SessionRecord) async -> AppControllerError.Code? {
    await #expect(throws: AppControllerError.self) { _ = try await body() }?.code
  }

  @Test func `sets a damaged file aside and never repeats a generation`() async throws {
    var last = try await store.replace(for: kitty, with: ann).generation
    for number in 1...3 {
      let damaged = try directory.text(of: file).dropLast(number)
      try directory.write(String(damaged), to: file)

      let record = try await store.load(for: kitty)
      let name = "\(file).damaged-\(number)"
      #expect(record.session == nil)
      #expect(record.generation > last)
      #expect(record.warning?.code == .sessionSetAside)
      #expect(
        record.warning?.what == "\(directory.path(of: file)) was set aside as \(name), and nobody is logged in"
      )
      #expect(record.warning?.description.contains("hunter2") == false)
      #expect(try directory.text(of: name) == damaged)
      #expect(try !directory.names().contains(file))

      // The set aside file is history: the next answer is the same, without the warning.
      #expect(try await store.load(for: kitty) == SessionRecord(generation: record.generation))
      #expect(await code { try await store.replace(for: kitty, with: bob, ifGeneration: last) } == .sessionConflict)
      let next = try await store.replace(for: kitty, with: ann, ifGeneration: record.generation)
      #expect(next.generation > record.generation && next.warning == nil)
      last = next.generation
    }
  }

  @Test func `sets a damaged file aside when it replaces it`() async throws {
    try await store.replace(for: kitty, with: ann)
    try directory.write("{", to: file)
    let record = try await store.replace(for: kitty, with: bob)
    #expect(record.generation > 2)
    #expect(record.warning?.code == .sessionSetAside)
    #expect(try await store.load(for: kitty) == SessionRecord(session: bob, generation: record.generation))
    #expect(try directory.text(of: "\(file).damaged-1") == "{")

    try directory.write("}", to: file)
    let error = await #expect(throws: AppControllerError.self) {
      try await store.replace(for: kitty, with: nil, ifGeneration: record.generation)
    }
    #expect(error?.code == .sessionConflict)
    #expect(error?.why.contains("was set aside as \(file).damaged-2") == true)
  }

  @Test func `sets another program's and another provider's file aside`() async throws {
    try await store.replace(for: "other", with: ann)
    let text = try directory.text(of: "other.session.json")
    for foreign in [text, "#!/bin/sh\n", String(repeating: " ", count: SessionFile.sizeLimit + 1)] {
      try directory.write(foreign, to: file)
      let record = try await store.load(for: kitty)
      #expect(record.session == nil && record.warning?.code == .sessionSetAside)
    }
    #expect(try directory.text(of: "\(file).damaged-1") == text)
    #expect(try directory.names().filter { $0.hasPrefix("\(file).damaged-") }.count == 3)
  }

  @Test func `sets a damaged file aside once, however many look`() async throws {
    try await store.replace(for: kitty, with: ann)
    try directory.write("{", to: file)
    let records = try await withThrowingTaskGroup { [directory] group in
      for _ in 0..<16 {
        group.addTask { try await FileSessionStore(directory: directory.path).load(for: kitty) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(records.map(\.generation)) == [2])
    #expect(records.filter { $0.warning != nil }.count == 1)
    #expect(try directory.names() == ["\(file).damaged-1", lockFile])
  }

  @Test func `goes on from the record when the counter is lost`() async throws {
    for _ in 0..<3 { try await store.replace(for: kitty, with: ann) }
    try directory.write("not a number", to: lockFile)
    #expect(try await store.replace(for: kitty, with: ann).generation == 4)
    #expect(try directory.text(of: lockFile) == "00000000000000000004\n")
    try FileManager.default.removeItem(atPath: directory.path(of: lockFile))
    #expect(try await store.replace(for: kitty, with: ann).generation == 5)
  }

  @Test func `goes on above every generation when record and counter are lost`() async throws {
    for _ in 0..<3 { try await store.replace(for: kitty, with: ann) }
    try FileManager.default.removeItem(atPath: directory.path(of: file))
    try directory.write("not a number, and longer than any number", to: lockFile)
    let record = try await store.load(for: kitty)
    #expect(record.session == nil && record.generation > 1_000_000)
    #expect(record.warning?.code == .sessionSetAside)
    #expect(try await store.load(for: kitty) == SessionRecord(generation: record.generation))
    #expect(try await store.replace(for: kitty, with: ann).generation == record.generation + 1)
  }

  @Test func `a crash before the rename changes nothing but the count`() async throws {
    try await store.replace(for: kitty, with: ann)
    try directory.write("00000000000000000002\n", to: lockFile)
    try directory.write(#"{"format":"appcont"#, to: ".\(kitty).session.tmp")
    #expect(try await store.load(for: kitty) == SessionRecord(session: ann, generation: 1))
    #expect(try await store.replace(for: kitty, with: bob, ifGeneration: 1).generation == 3)
    #expect(try directory.names() == [file, lockFile])
  }

  @Test func `a crash right after the lock file was made leaves nothing stored`() async throws {
    for leftover in ["", "\0\0\0\0"] {
      try directory.write(leftover, to: lockFile)
      #expect(try await store.load(for: kitty) == SessionRecord())
    }
    #expect(try await store.replace(for: kitty, with: ann, ifGeneration: 0).generation == 1)
  }

  @Test func `the last generation ends in an error`() async throws {
    try directory.write("00009007199254740992\n", to: lockFile)
    #expect(await code { try await store.replace(for: kitty, with: ann) } == .storeFailed)
    #expect(try await store.load(for: kitty) == SessionRecord(generation: SessionFile.generationLimit))
  }
}
