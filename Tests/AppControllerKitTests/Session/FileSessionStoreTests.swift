import AppControllerKit
import Foundation
import TestSupport
import Testing

private let kitty = "com.example.kitty"
private let file = "com.example.kitty.session.json"
private let lockFile = "com.example.kitty.session.lock"
private let ann = Session(subject: "ann", secret: Secret("hunter2"), attributes: ["a": "1"])
private let bob = Session(subject: "bob")

@Suite struct `Every session store` {
  private let directory: TestFolder

  init() throws { directory = try TestFolder(mode: 0o700) }

  private var stores: [any SessionStore] {
    [InMemorySessionStore(), FileSessionStore(directory: directory.path(of: "state"))]
  }

  @Test func `counts every change and remembers a logout`() async throws {
    for store in stores {
      #expect(try await store.load(for: kitty) == SessionRecord())
      #expect(try await store.replace(for: kitty, with: ann, ifGeneration: 0).generation == 1)
      #expect(try await store.load(for: kitty) == SessionRecord(session: ann, generation: 1))
      #expect(try await store.replace(for: kitty, with: bob, ifGeneration: nil).generation == 2)
      #expect(
        try await store.replace(for: kitty, with: nil, ifGeneration: 2) == SessionRecord(session: nil, generation: 3)
      )
      #expect(try await store.load(for: kitty) == SessionRecord(session: nil, generation: 3))
      #expect(try await store.replace(for: kitty, with: nil, ifGeneration: nil).generation == 4)
      #expect(try await store.replace(for: kitty, with: ann, ifGeneration: 4).generation == 5)
      #expect(try await store.load(for: "other") == SessionRecord())
      #expect(try await store.replace(for: "other", with: nil, ifGeneration: 0).generation == 1)
    }
  }

  @Test func `refuses a change that builds on another generation`() async throws {
    for store in stores {
      _ = try await store.replace(for: kitty, with: ann, ifGeneration: nil)
      for (session, generation) in [(bob, 0), (nil, 2)] as [(Session?, UInt64)] {
        let error = await #expect(throws: AppControllerError.self) {
          try await store.replace(for: kitty, with: session, ifGeneration: generation)
        }
        #expect(error?.code == .sessionConflict)
        #expect(error?.what == "the session of \(kitty) is stored with generation 1, not \(generation)")
      }
      #expect(try await store.load(for: kitty) == SessionRecord(session: ann, generation: 1))
    }
  }

  @Test(arguments: ["", ".", "..", ".hidden", "a/b", "a b", "é", "a\0", "../x", String(repeating: "x", count: 65)])
  func `refuses an id that breaks the rule`(id: String) async throws {
    for store in stores {
      let load = await #expect(throws: AppControllerError.self) { try await store.load(for: id) }
      let replace = await #expect(throws: AppControllerError.self) {
        try await store.replace(for: id, with: ann, ifGeneration: nil)
      }
      #expect(load?.code == .storeFailed && replace?.code == .storeFailed)
    }
    #expect(try directory.names() == [])
  }

  @Test func `refuses a session that breaks a rule`() async throws {
    for store in stores {
      for session in [
        Session(subject: ""), Session(subject: "a\u{1B}b"), Session(subject: "a", displayName: "\u{202E}b"),
      ] {
        let error = await #expect(throws: AppControllerError.self) {
          try await store.replace(for: kitty, with: session, ifGeneration: nil)
        }
        #expect(error?.code == .invalidSession)
      }
      #expect(try await store.load(for: kitty) == SessionRecord())
    }
    #expect(try directory.names() == [])
  }

  @Test func `lets one of many that build on one generation win`() async throws {
    for store in stores {
      let winners = await withTaskGroup { group in
        for number in 0..<16 {
          group.addTask {
            let session = Session(subject: "\(number)")
            return try? await store.replace(for: kitty, with: session, ifGeneration: 0)
          }
        }
        return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
      }
      #expect(winners.count == 1)
      #expect(try await store.load(for: kitty) == winners.first)
    }
  }
}

@Suite struct `File session store` {
  private let directory: TestFolder
  private let store: FileSessionStore

  init() throws {
    directory = try TestFolder(mode: 0o700)
    // Patient, because stores that race wait for each other.
    store = FileSessionStore(directory: directory.path, lockTimeout: .seconds(3600))
  }

  private func code(of body: () async throws -> SessionRecord) async -> AppControllerError.Code? {
    await #expect(throws: AppControllerError.self) { _ = try await body() }?.code
  }

  // MARK: The folder and its files

  @Test func `creates nothing when it loads`() async throws {
    #expect(try await store.load(for: kitty) == SessionRecord())
    let missing = FileSessionStore(directory: directory.path(of: "a/b"))
    #expect(try await missing.load(for: kitty) == SessionRecord())
    #expect(try directory.names() == [])
  }

  @Test(arguments: ["a/b/c", "a//b/./c/", "a/b/c///"])
  func `makes the folders it needs, for the owner only`(path: String) async throws {
    let store = FileSessionStore(directory: directory.path(of: path))
    try await store.replace(for: kitty, with: ann)
    for folder in ["a", "a/b", "a/b/c"] { #expect(try directory.mode(of: folder) == 0o700) }
    #expect(try directory.names(in: "a/b/c") == [file, lockFile])
    for name in [file, lockFile] { #expect(try directory.mode(of: "a/b/c/\(name)") == 0o600) }
    #expect(try await store.load(for: kitty).session == ann)
  }

  @Test func `another store on the folder reads the same`() async throws {
    try await store.replace(for: kitty, with: ann)
    let other = FileSessionStore(directory: directory.path)
    let record = try await other.load(for: kitty)
    #expect(record == SessionRecord(session: ann, generation: 1))
    let savedAt = try #require(record.savedAt?.secondsSince1970)
    #expect(
      try directory.text(of: file) == #"{"format":"appcontroller-session","generation":1,"#
        + #""provider":"com.example.kitty","savedAt":\#(savedAt),"session":{"attributes":{"a":"1"},"displayName":"","#
        + #""secretIn":"file.7","subject":"ann"},"version":1}"# + "\nhunter2"
    )
    #expect(try directory.text(of: lockFile) == "00000000000000000001\n")
  }

  @Test func `an erased session is nowhere in the folder`() async throws {
    // As a crash in the middle of a login leaves it.
    try directory.write("hunter2", to: ".\(kitty).session.tmp")
    try await store.replace(for: kitty, with: ann)
    try directory.write("hunter2", to: ".\(kitty).session.tmp")
    try await store.replace(for: kitty, with: nil)
    for name in try directory.names() { #expect(try !directory.text(of: name).contains("hunter2")) }
    #expect(try directory.names() == [file, lockFile])
  }

  @Test(arguments: ["", "a\0b"])
  func `refuses what is no path`(path: String) async throws {
    let store = FileSessionStore(directory: path)
    #expect(await code { try await store.load(for: kitty) } == .storeFailed)
    #expect(await code { try await store.replace(for: kitty, with: ann) } == .storeFailed)
  }

  @Test func `explains what the system refuses`() async throws {
    try directory.write("", to: "occupied")
    let store = FileSessionStore(directory: directory.path(of: "occupied/state"))
    let error = await #expect(throws: AppControllerError.self) { try await store.replace(for: kitty, with: ann) }
    #expect(error?.code == .storeFailed)
    #expect(error?.what == "cannot open \(directory.path(of: "occupied/state"))")
    #expect(error?.why == "the system says: Not a directory")
    #expect(error?.fix == "move away what stands there, or use another folder")
  }

  // MARK: Trust

  @Test func `refuses a file that others can read, untouched`() async throws {
    for mode in [0o604, 0o640, 0o620, 0o601] {
      try await store.replace(for: kitty, with: ann)
      let text = try directory.text(of: file)
      try directory.setMode(mode, of: file)
      let error = await #expect(throws: AppControllerError.self) { try await store.load(for: kitty) }
      #expect(error?.code == .storeUnsafe)
      #expect(
        error?.what == "\(directory.path(of: file)) is not safe to use: "
          + "found the mode 0\(String(mode, radix: 8)), expected no more than 0600"
      )
      #expect(await code { try await store.replace(for: kitty, with: nil) } == .storeUnsafe)
      #expect(try directory.mode(of: file) == mode)
      #expect(try directory.text(of: file) == text)
      try directory.setMode(0o600, of: file)
    }
  }

  @Test(arguments: [file, lockFile])
  func `refuses a symbolic link, untouched`(name: String) async throws {
    try await store.replace(for: kitty, with: ann)
    let target = try TestFolder(mode: 0o700)
    try FileManager.default.moveItem(atPath: directory.path(of: name), toPath: target.path(of: "target"))
    let text = try target.text(of: "target")
    for destination in [target.path(of: "target"), target.path(of: "missing")] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path(of: name),
        withDestinationPath: destination
      )
      let error = await #expect(throws: AppControllerError.self) { try await store.replace(for: kitty, with: bob) }
      #expect(error?.code == .storeUnsafe)
      #expect(
        error?.what == "\(directory.path(of: name)) is not safe to use: "
          + "found a symbolic link, expected a regular file"
      )
      if name == file { #expect(await code { try await store.load(for: kitty) } == .storeUnsafe) }
      try FileManager.default.removeItem(atPath: directory.path(of: name))
    }
    #expect(try target.text(of: "target") == text)
    #expect(try target.names() == ["target"])
  }

  @Test(arguments: [file, lockFile])
  func `refuses a folder or a pipe in the file's place`(name: String) async throws {
    try FileManager.default.createDirectory(atPath: directory.path(of: name), withIntermediateDirectories: false)
    #expect(await code { try await store.replace(for: kitty, with: ann) } == .storeUnsafe)
    try FileManager.default.removeItem(atPath: directory.path(of: name))
    #expect(unsafe mkfifo(directory.path(of: name), 0o600) == 0)
    #expect(await code { try await store.replace(for: kitty, with: ann) } == .storeUnsafe)
    #expect(try directory.names().contains(name))
  }

  @Test func `refuses a folder that others can write`() async throws {
    for mode in [0o770, 0o707, 0o1777] {
      try directory.setMode(mode, of: "")
      #expect(await code { try await store.load(for: kitty) } == .storeUnsafe)
      #expect(await code { try await store.replace(for: kitty, with: ann) } == .storeUnsafe)
    }
    try directory.setMode(0o755, of: "")
    try await store.replace(for: kitty, with: ann)
  }

  @Test func `refuses a newer version, untouched`() async throws {
    let text = #"{"format":"appcontroller-session","version":2}"#
    try directory.write(text, to: file)
    let error = await #expect(throws: AppControllerError.self) { try await store.load(for: kitty) }
    #expect(error?.code == .storeFailed)
    #expect(error?.what == "\(directory.path(of: file)) has version 2, and the highest that can be read is 1")
    #expect(await code { try await store.replace(for: kitty, with: nil) } == .storeFailed)
    #expect(try directory.text(of: file) == text)
  }

  // MARK: Other processes

  @Test func `does not wait forever for a lock`() async throws {
    try await store.replace(for: kitty, with: ann)
    do {
      let lock = try await directory.lockAsAnotherProcess(lockFile)
      let impatient = FileSessionStore(directory: directory.path, lockTimeout: .zero)
      let error = await #expect(throws: AppControllerError.self) { try await impatient.replace(for: kitty, with: bob) }
      #expect(error?.code == .storeFailed)
      #expect(error?.why == "another process holds the lock")
      // Reading an intact file needs no lock, and another provider has another one.
      #expect(try await store.load(for: kitty).session == ann)
      try await store.replace(for: "other", with: bob)
      _ = consume lock
    }
    #expect(try await store.replace(for: kitty, with: bob).generation == 2)
  }

  @Test func `gives a lock up although a child that has not started its program has the file open`() async throws {
    let impatient = FileSessionStore(directory: directory.path, lockTimeout: .zero)
    let turn = try #require(try await impatient.renewalTurn(for: kitty))
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let name = directory.path(of: "\(kitty).session.renewal")
    let file = files.first {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == name
    }
    let inherited = dup(try #require(file.flatMap { Int32($0) }))
    defer { close(inherited) }
    turn.end()
    #expect(try await impatient.renewalTurn(for: kitty) != nil)
  }

  @Test func `a cancelled task stops waiting for a lock`() async throws {
    try await store.replace(for: kitty, with: ann)
    let lock = try await directory.lockAsAnotherProcess(lockFile)
    let patient = FileSessionStore(directory: directory.path, lockTimeout: .seconds(3600))
    let task = Task { try await patient.replace(for: kitty, with: bob) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await store.load(for: kitty).session == ann)
    _ = consume lock
  }

  @Test func `two stores that race keep the last acknowledged change`() async throws {
    let stores = [store, FileSessionStore(directory: directory.path, lockTimeout: .seconds(3600))]
    let acknowledged = try await withThrowingTaskGroup { group in
      for number in 0..<60 {
        let store = stores[number % 2]
        group.addTask {
          let session = number % 3 == 0 ? nil : Session(subject: "\(number)", secret: Secret("s"))
          let record = try await store.replace(for: kitty, with: session)
          // Whatever is loaded afterwards is this change or a later one, and whole.
          #expect(try await stores[(number + 1) % 2].load(for: kitty).generation >= record.generation)
          return record
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(acknowledged.map(\.generation)) == Set(1...60))
    let last = acknowledged.max { $0.generation < $1.generation }
    #expect(try await store.load(for: kitty) == last)
    #expect(try directory.names() == [file, lockFile])
  }

  @Test func `no increment by compare-and-swap is lost`() async throws {
    let stores = [store, FileSessionStore(directory: directory.path, lockTimeout: .seconds(3600))]
    try await withThrowingTaskGroup { group in
      for number in 0..<6 {
        let store = stores[number % 2]
        group.addTask {
          for _ in 0..<5 {
            while true {
              let record = try await store.load(for: kitty)
              let count = record.session?.attributes["count"].flatMap { Int($0) } ?? 0
              let session = Session(subject: "s", attributes: ["count": "\(count + 1)"])
              do {
                try await store.replace(for: kitty, with: session, ifGeneration: record.generation)
                break
              } catch let error as AppControllerError where error.code == .sessionConflict {
                continue
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let record = try await store.load(for: kitty)
    #expect(record.session?.attributes == ["count": "30"])
    #expect(record.generation == 30)
  }
}
