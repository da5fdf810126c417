import AppControllerKit
import Foundation
import TestSupport
import Testing

private let kitty = "com.example.kitty"
private let file = "com.example.kitty.session.json"
private let canary = "canary-0f8b"
private let ann = Session(subject: "ann", secret: Secret(canary), attributes: ["a": "1"])
private let bob = Session(subject: "bob", secret: Secret("bob's"))

@Suite struct `File session store with a vault` {
  private let folder: TestFolder
  private let vault = MemoryVault()
  private let store: FileSessionStore

  init() throws {
    folder = try TestFolder(mode: 0o700)
    store = FileSessionStore(directory: folder.path, secrets: .vault(vault))
  }

  private func code(of body: () async throws -> SessionRecord) async -> AppControllerError.Code? {
    await #expect(throws: AppControllerError.self) { _ = try await body() }?.code
  }

  // MARK: Where the secret is

  @Test func `the secret is in the vault and in no file, the rest is in the file`() async throws {
    #expect(try await store.replace(for: kitty, with: ann) == SessionRecord(session: ann, generation: 1))
    #expect(Array(vault.secrets.values) == [canary])
    #expect(try !folder.everything().contains(canary))
    #expect(try folder.text(of: file).contains(#""subject":"ann""#))
    #expect(try await store.load(for: kitty) == SessionRecord(session: ann, generation: 1))

    // The check above would see it.
    try await FileSessionStore(directory: folder.path, secrets: .file).replace(for: kitty, with: ann)
    #expect(try folder.everything().contains(canary))
  }

  @Test func `a new secret takes the place of the old one, a logout erases it`() async throws {
    try await store.replace(for: kitty, with: ann)
    try await store.replace(for: kitty, with: bob, ifGeneration: 1)
    #expect(Array(vault.secrets.values) == ["bob's"])
    #expect(try await store.load(for: kitty) == SessionRecord(session: bob, generation: 2))
    #expect(try folder.marks() == 1)
    #expect(try await store.replace(for: kitty, with: nil, ifGeneration: 2) == SessionRecord(generation: 3))
    #expect(vault.secrets == [:])
    #expect(try folder.marks() == 0)
  }

  @Test func `the next session moves the secret to where the store puts secrets`() async throws {
    let plain = FileSessionStore(directory: folder.path, secrets: .file, otherVaults: [vault])
    try await plain.replace(for: kitty, with: ann)
    #expect(try await plain.vaultName(for: kitty) == nil)
    try await store.replace(for: kitty, with: ann)
    #expect(try await plain.vaultName(for: kitty) == "memory-vault")
    #expect(try !folder.everything().contains(canary))
    try await plain.replace(for: kitty, with: ann)
    #expect(vault.secrets == [:])
    #expect(try folder.everything().contains(canary))

    let other = MemoryVault("other")
    try await store.replace(for: kitty, with: ann)
    let mover = FileSessionStore(directory: folder.path, secrets: .vault(other), otherVaults: [vault])
    try await mover.replace(for: kitty, with: ann)
    #expect(vault.secrets == [:])
    #expect(Array(other.secrets.values) == [canary])
  }

  @Test func `without a place a secret stays where it is, and never comes down into the file`() async throws {
    let unchanged = FileSessionStore(directory: folder.path, otherVaults: [vault])
    try await unchanged.replace(for: kitty, with: ann)
    #expect(try folder.everything().contains(canary))
    try await store.replace(for: kitty, with: ann)
    try await unchanged.replace(for: kitty, with: bob)
    #expect(Array(vault.secrets.values) == ["bob's"])

    let ignorant = FileSessionStore(directory: folder.path)
    #expect(await code { try await ignorant.replace(for: kitty, with: ann) } == .unknownVault)
    #expect(try await unchanged.load(for: kitty).session == bob)
    #expect(try !folder.everything().contains(canary))
  }

  @Test func `no secret and an empty one need no vault`() async throws {
    vault.setFaults { $0.put = fault(.vaultFailed) }
    for session in [Session(subject: "ann"), Session(subject: "ann", secret: Secret(""))] {
      try await store.replace(for: kitty, with: session)
      #expect(try await store.load(for: kitty).session == session)
    }
    #expect(try folder.marks() == 0)
  }

  @Test func `two folders with one provider and one vault leave each other alone`() async throws {
    let elsewhere = try TestFolder(mode: 0o700)
    let other = FileSessionStore(directory: elsewhere.path, secrets: .vault(vault))
    try await store.replace(for: kitty, with: ann)
    try await other.replace(for: kitty, with: bob)
    #expect(try await store.load(for: kitty).session == ann)
    try await store.replace(for: kitty, with: nil)
    #expect(try await other.load(for: kitty).session == bob)
  }

  @Test func `two providers of which one has the other's marks in its id leave each other alone`() async throws {
    let confusing = "\(kitty).session.secret.memory-vault"
    try await store.replace(for: confusing, with: ann)
    try await store.replace(for: kitty, with: bob)
    try await store.replace(for: kitty, with: nil)
    #expect(try await store.load(for: confusing).session == ann)
    try await store.replace(for: confusing, with: nil)
    #expect(vault.secrets == [:])
    #expect(try folder.marks() == 0)
  }

  // MARK: What goes wrong

  @Test func `a change that builds on another generation puts nothing into the vault`() async throws {
    try await store.replace(for: kitty, with: ann)
    let before = vault.secrets
    #expect(await code { try await store.replace(for: kitty, with: bob, ifGeneration: 7) } == .sessionConflict)
    #expect(vault.secrets == before)
    #expect(try folder.marks() == 1)
  }

  @Test func `a vault that cannot be reached refuses the login, and nothing has changed`() async throws {
    try await store.replace(for: kitty, with: ann)
    let names = try folder.names()
    vault.setFaults { $0.put = fault(.vaultUnavailable) }
    #expect(await code { try await store.replace(for: kitty, with: bob) } == .vaultUnavailable)
    #expect(try folder.names() == names)
    #expect(try await store.load(for: kitty) == SessionRecord(session: ann, generation: 1))
  }

  @Test func `a put that failed and kept the secret all the same is made good by the next change`() async throws {
    try await store.replace(for: kitty, with: ann)
    vault.setFaults {
      $0.put = fault(.vaultTimedOut)
      $0.keepsBeforeFailing = true
    }
    #expect(await code { try await store.replace(for: kitty, with: bob) } == .vaultTimedOut)
    #expect(try await store.load(for: kitty).session == ann)
    #expect(vault.secrets.count == 2)
    vault.heal()
    try await store.replace(for: kitty, with: ann)
    #expect(Array(vault.secrets.values) == [canary])
    #expect(try folder.marks() == 1)
  }

  @Test func `a record that cannot be written leaves the old one, and no secret over`() async throws {
    try await store.replace(for: kitty, with: ann)
    let quotes = String(repeating: "\"", count: 1024)
    var session = bob
    for number in 10..<74 { session.attributes["\(number)" + quotes.dropLast(2)] = quotes }
    #expect(await code { try await store.replace(for: kitty, with: session) } == .invalidSession)
    #expect(Array(vault.secrets.values) == [canary])
    #expect(try folder.marks() == 1)
    #expect(try await store.load(for: kitty) == SessionRecord(session: ann, generation: 1))
  }

  @Test func `a disk that fails leaves both secrets to the next change, because it may have either record`()
    async throws
  {
    try await store.replace(for: kitty, with: ann)
    let obstacle = "\(folder.path)/.\(kitty).session.tmp"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    #expect(await code { try await store.replace(for: kitty, with: bob) } == .storeFailed)
    #expect(try await store.load(for: kitty) == SessionRecord(session: ann, generation: 1))
    #expect(Set(vault.secrets.values) == [canary, "bob's"])
    try FileManager.default.removeItem(atPath: obstacle)
    try await store.replace(for: kitty, with: bob)
    #expect(Array(vault.secrets.values) == ["bob's"])
    #expect(try folder.marks() == 1)
  }

  @Test func `a vault that is out of reach is an error and no logout`() async throws {
    try await store.replace(for: kitty, with: ann)
    vault.setFaults { $0.lookup = fault(.vaultUnavailable) }
    #expect(await code { try await store.load(for: kitty) } == .vaultUnavailable)
    vault.heal()
    #expect(try await store.load(for: kitty) == SessionRecord(session: ann, generation: 1))
    #expect(await code { try await FileSessionStore(directory: folder.path).load(for: kitty) } == .unknownVault)
  }

  @Test func `a vault that lost the secret, or has another, means that nobody is logged in`() async throws {
    for found in [nil, Secret([0xFF, 0xFE].span)] as [Secret?] {
      let generation = try await store.replace(for: kitty, with: ann).generation
      let text = try folder.text(of: file)
      vault.replaceAll(with: found)
      for _ in 0..<2 {
        let record = try await store.load(for: kitty)
        #expect(record.session == nil && record.generation == generation)
        #expect(record.warning?.code == .secretLost)
        #expect(try folder.text(of: file) == text)
      }
      let next = try await store.replace(for: kitty, with: bob, ifGeneration: generation)
      #expect(next.warning == nil)
      #expect(try await store.load(for: kitty) == next)
    }
  }

  @Test func `a logout works whatever has become of the vault, and the secret goes when it is back`() async throws {
    try await store.replace(for: kitty, with: ann)
    vault.setFaults { $0.erase = fault(.vaultFailed) }
    let record = try await store.replace(for: kitty, with: nil)
    #expect(record.session == nil && record.warning?.code == .secretLeftBehind)
    #expect(record.warning?.why == "the vault is out of order")
    #expect(try await store.load(for: kitty) == SessionRecord(generation: 2))

    // A store without the vault can neither erase the secret nor forget it.
    let ignorant = FileSessionStore(directory: folder.path)
    #expect(try await ignorant.replace(for: kitty, with: nil).warning?.code == .secretLeftBehind)
    #expect(Array(vault.secrets.values) == [canary])
    vault.heal()
    #expect(try await store.replace(for: kitty, with: nil).warning == nil)
    #expect(vault.secrets == [:])
    #expect(try folder.marks() == 0)
  }

  @Test func `a logout erases the secret even if its task is cancelled`() async throws {
    try await store.replace(for: kitty, with: ann)
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await store.replace(for: kitty, with: nil)
    }
    #expect(try await task.value.warning == nil)
    #expect(vault.secrets == [:])
  }

  @Test func `a session that another process replaces while its secret is looked up is no lost one`() async throws {
    try await store.replace(for: kitty, with: ann)
    let other = FileSessionStore(directory: folder.path, secrets: .vault(vault))
    vault.setFaults { $0.beforeLookup = { try await other.replace(for: kitty, with: bob) } }
    #expect(try await store.load(for: kitty) == SessionRecord(session: bob, generation: 2))
  }

  @Test func `stores that race see whole sessions only`() async throws {
    // Each waits for all before it, and for the other tests' turns.
    let patience = Duration.seconds(3600)
    let stores = [
      FileSessionStore(directory: folder.path, secrets: .vault(vault), lockTimeout: patience),
      FileSessionStore(directory: folder.path, secrets: .file, otherVaults: [vault], lockTimeout: patience),
    ]
    try await withThrowingTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          let session = Session(subject: "\(number)", secret: Secret("secret of \(number)"))
          try await stores[number % 2].replace(for: kitty, with: session)
          let record = try await stores[(number + 1) % 2].load(for: kitty)
          #expect(record.warning == nil)
          let subject = try #require(record.session?.subject)
          #expect(record.session?.secret == Secret("secret of \(subject)"))
        }
      }
      try await group.waitForAll()
    }
    try await store.replace(for: kitty, with: nil)
    #expect(vault.secrets == [:])
    #expect(try folder.marks() == 0)
  }

  // MARK: The record

  @Test(arguments: [
    #""secretIn":"00000000000000000000000000000000""#, #""secretIn":"keyring""#,
    #""secretIn":"keyring.0000000000000000000000000000000""#,
    #""secretIn":"keyring.0000000000000000000000000000000A""#,
    #""secretIn":"keyring.0000000000000000000000000000000g""#, #""secretIn":".00000000000000000000000000000000""#,
    #""secretIn":"../../x.00000000000000000000000000000000""#,
    #""secretIn":"keyring.00000000000000000000000000000000.x""#, #""secretIn":"file.00000000000000000000000000000000""#,
    #""secretIn":null"#,
    #""secret":"s","secretIn":"keyring.00000000000000000000000000000000""#,
  ])
  func `a record with another reference than ours is foreign`(member: String) {
    let text =
      #"{"format":"appcontroller-session","generation":1,"provider":"com.example.kitty","session":"#
      + #"{"attributes":{},"displayName":"",\#(member),"subject":"ann"},"version":1}"#
    let content = SessionFile.decode(Array(text.utf8), provider: kitty)
    guard case .foreign(let reason) = content else {
      Issue.record("\(content)")
      return
    }
    #expect(reason.hasPrefix("session"))
  }

  @Test func `a record with a reference has one canonical form`() throws {
    let number = "0123456789abcdef0123456789abcdef"
    let reference = try #require(SecretReference(vault: "keyring", number: number))
    let bytes = try SessionFile.encode(session: ann, secretIn: reference, generation: 3, provider: kitty)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"format":"appcontroller-session","generation":3,"provider":"com.example.kitty","session":"#
        + #"{"attributes":{"a":"1"},"displayName":"","secretIn":"keyring.\#(number)","#
        + #""subject":"ann"},"version":1}"#
    )
    let stored = Session(subject: "ann", attributes: ["a": "1"])
    #expect(
      SessionFile.decode(bytes, provider: kitty) == .record(session: stored, generation: 3, secretIn: reference)
    )
  }

  @Test func `new references are well-formed and never the same`() throws {
    let references = try (0..<100).map { _ in try #require(SecretReference(newIn: "keyring")) }
    #expect(Set(references).count == 100)
    #expect(references.allSatisfy { SecretReference(vault: $0.vault, number: $0.number) == $0 })
    #expect(SecretReference(newIn: "Key.Ring") == nil && SecretReference(newIn: "file") == nil)
  }
}
