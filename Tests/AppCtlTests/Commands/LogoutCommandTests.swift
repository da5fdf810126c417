import AppControllerKit
import Foundation
import ProviderPlugins
import TestSupport
import Testing

@testable import appctl

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A logout never needs the provider` {
  private static let canary = "canary-9f86d081"
  nonisolated private static let stores = ["file", "secret-service", "keyring"]

  private let folder: TestFolder
  private let state: StateFolder
  private let vaults = [CountingVault("secret-service"), CountingVault("keyring")]
  private let ann = Session(subject: "ann", secret: Secret(canary))

  init() throws {
    folder = try TestFolder(mode: 0o700)
    state = try StateFolder(folder.path + "/state")
  }

  private func files(secretsIn kind: String = "file") -> FileSessionStore {
    let vault = vaults.first { $0.name == kind }
    return FileSessionStore(
      directory: state.sessions(.standard), secrets: vault.map { .vault($0) } ?? .file, otherVaults: vaults)
  }

  /// Logs Ann in with a provider, and then replaces the provider.
  private func prepare(_ replacement: Replacement, in kind: String = "file") async throws -> String {
    let path = try replacement.install(in: folder.path)
    try await files(secretsIn: kind).replace(for: Replacement.id, with: ann)
    try state.remember(.init(id: Replacement.id, source: replacement.source(path)))
    try replacement.replace(path, state)
    return path
  }

  private func logOut(_ options: [String]) async throws -> Transcript {
    let transcript = Transcript()
    // A long deadline, so that only a provider that hangs reaches it: on a busy machine, a test may wait long for its
    // turn.
    let patience = options.contains("--timeout") ? [] : ["--timeout", "600"]
    let line = ["logout", "--isolated", "--state-dir", state.path] + patience + options
    let program = AppCtlProcess.buildFolder.appendingPathComponent("appctl").path
    try await run(line, transcript.console(), vaults: vaults, childProgram: program)
    return transcript
  }

  private func expectNobody(_ id: String = Replacement.id) async throws {
    let record = try await files().load(for: id)
    #expect(record.session == nil && record.generation > 0)
    #expect(vaults.map(\.count) == [0, 0])
    for name in try FileManager.default.contentsOfDirectory(atPath: state.sessions(.standard)) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(state.sessions(.standard))/\(name)"))
      #expect(bytes.range(of: Data(Self.canary.utf8)) == nil, "\(name)")
    }
  }

  @Test(arguments: Replacement.all, stores)
  func `whatever stands in its place, and wherever the secret is`(_ replacement: Replacement, _ kind: String)
    async throws
  {
    var options = [[], ["--force"], ["--provider", Replacement.id]]
    // In the usual run each replacement meets each place and each option once, the former with another one of the latter.
    if Effort.current != .thorough {
      let place = Self.stores.firstIndex(of: kind) ?? 0
      let number = Replacement.all.firstIndex { $0.testDescription == replacement.testDescription } ?? 0
      options = [options[(number + place) % 3]]
    }
    for options in options {
      _ = try await prepare(replacement, in: kind)
      let said = try await logOut(options + replacement.options)
      try await expectNobody()
      #expect(!said.output.isEmpty)
      if replacement.code.isEmpty { continue }
      #expect(said.errors.contains("warning: "), "\(said.errors)")
      #expect(said.errors.contains(replacement.code), "\(said.errors)")
      // Each run starts with an empty folder.
      try FileManager.default.removeItem(atPath: folder.path)
      try FileManager.default.createDirectory(
        atPath: folder.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
  }

  @Test(arguments: ["constructor.abort", "query.exit", "create.fault", "initial.abort"])
  func `the record is gone before code runs that ends appctl itself`(deed: String) async throws {
    let replacement = Replacement(deed, "", file: "deadly.\(deed).so")
    _ = try await prepare(replacement)
    let outcome = try AppCtlProcess(stateFolder: state.path)("logout", "--not-isolated")
    #expect(outcome.status != 0 && outcome.output == "")
    try await expectNobody()
  }

  @Test func `the provider is shown the session that ends, and its own interface is printed`() async throws {
    _ = try await prepare(Replacement("as it was", ""))
    let said = try await logOut(["--show"])
    #expect(said.output.contains("\n== Signed out ==\n"))
    #expect(said.errors == "")
    try await expectNobody()
    let again = try await logOut([])
    #expect(again.output.hasPrefix("Nobody is logged in to ") && again.errors == "")
  }

  @Test func `JSON is JSON, also when the provider says nothing`() async throws {
    _ = try await prepare(Replacement.all[0])
    let said = try await logOut(["--format", "json"])
    let object = try JSONSerialization.jsonObject(with: Data(said.output.utf8)) as? [String: Any]
    #expect(object?["id"] as? String == "logged-out")
  }

  @Test func `a path means who was remembered with it and who its note names`() async throws {
    let other = try #require(Replacement.all.first { $0.testDescription == "another provider" })
    let path = try await prepare(other)
    try await files().replace(for: "com.example.noted", with: ann)
    // Another spelling of the path; the provider of the note cannot be loaded either.
    let said = try await logOut(["--provider", "\(folder.path)/./\(other.file)"])
    #expect(said.errors.contains(path))
    try await expectNobody()
    try await expectNobody("com.example.noted")
  }

  @Test func `a path that nobody knows, and that does not say who it is, names the way out`() async throws {
    let path = try await prepare(Replacement.all[0])
    for (options, code) in [
      (["--provider", path + ".other.so"], "ACK2001"), (["--storyboard", "/nowhere.json"], "ACK1006"),
    ] {
      let error = await #expect(throws: (any Error).self) { try await logOut(options) }
      #expect("\(error, default: "")".contains(code))
      #expect("\(error, default: "")".hasSuffix("appctl logout --provider ID"))
    }
    #expect(try await files().load(for: Replacement.id).session == ann)
  }

  @Test func `nothing is stored and the provider is gone`() async throws {
    let path = try Replacement.all[0].install(in: folder.path)
    try state.remember(.init(id: Replacement.id, source: .library(path)))
    try FileManager.default.removeItem(atPath: path)
    let error = await #expect(throws: PluginError.self) { try await logOut([]) }
    #expect(error?.code == .notFound)
    #expect(!FileManager.default.fileExists(atPath: state.sessions(.standard)))
  }

  @Test(arguments: ["damaged", "foreign"])
  func `a record that cannot be understood is set aside`(_ kind: String) async throws {
    _ = try await prepare(Replacement.all[0])
    let text = kind == "damaged" ? "garbage" : #"{"format":"another"}"#
    let file = FileHandle(forWritingAtPath: "\(state.sessions(.standard))/\(Replacement.id).session.json")
    try file?.truncate(atOffset: 0)
    try file?.write(contentsOf: Data(text.utf8))
    try file?.close()
    // Nobody was logged in and the provider is gone, so the error stays an error.
    await #expect(throws: PluginError.self) { try await logOut([]) }
    try await expectNobody()
  }

  @Test func `a secret that is lost cannot come back`() async throws {
    _ = try await prepare(Replacement("as it was", ""), in: "keyring")
    let keys = vaults[1].takeAll()
    let said = try await logOut([])
    #expect(said.errors.contains("[ACK4015]"))
    vaults[1].putBack(keys)
    #expect(try await files().load(for: Replacement.id).session == nil)
    #expect(try await files().load(for: Replacement.id).warning == nil)
  }

  @Test func `with the store memory nothing on the disk changes`() async throws {
    _ = try await prepare(Replacement("as it was", ""))
    let said = try await logOut(["--store", "memory"])
    #expect(said.output.hasPrefix("Nobody is logged in to ") && said.errors == "")
    #expect(try await files().load(for: Replacement.id).session == ann)
  }

  @Test(arguments: [["--pin", "0"], ["--timeout", "0"], ["--not-isolated"]])
  func `a command line that is wrong changes nothing`(_ options: [String]) async throws {
    _ = try await prepare(Replacement("as it was", ""))
    await #expect(throws: CommandError.self) { try await logOut(options) }
    #expect(try await files().load(for: Replacement.id).session == ann)
  }

  @Test func `a session that another process changes meanwhile is ended, too`() async throws {
    _ = try await prepare(Replacement("as it was", ""), in: "keyring")
    // Another process changes the record while the secret is looked up.
    let store = FileSessionStore(directory: state.sessions(.standard), secrets: .file)
    vaults[1].whenAsked = { _ = try? await store.replace(for: Replacement.id, with: Session(subject: "bob")) }
    let said = try await logOut([])
    #expect(said.output == "✓ Logged out of Deadly\n")
    #expect(try await files().load(for: Replacement.id).session == nil)
  }
}
