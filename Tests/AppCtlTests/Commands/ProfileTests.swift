import AppControllerJSON
import AppControllerKit
import Foundation
import TestSupport
import Testing

@testable import appctl

/// Several accounts of one provider, each with a session of its own.
@MainActor
@Suite struct `Profiles` {
  private static let id = "com.example.renewing"
  private static let library = Result { try FixtureLibrary.build("Tests/Fixtures/renewing.c") }

  private let folder: TestFolder
  private let state: StateFolder
  private let vaults = [CountingVault("secret-service"), CountingVault("keyring")]

  init() throws {
    folder = try TestFolder(mode: 0o700)
    state = try StateFolder(folder.path + "/state")
  }

  @discardableResult
  private func appctl(_ words: String...) async throws -> Transcript { try await appctl(words) }

  private func appctl(_ words: [String]) async throws -> Transcript {
    let transcript = Transcript()
    let program = AppCtlProcess.buildFolder.appendingPathComponent("appctl").path
    // A long deadline, because a test may wait long for its turn on a busy machine.
    let line = words + ["--state-dir", state.path, "--timeout", "600"]
    try await run(line, transcript.console(), vaults: vaults, childProgram: program)
    return transcript
  }

  private func logIn(_ subject: String, _ more: String...) async throws {
    _ = try await appctl(
      ["perform", "--provider", try Self.library.get(), "--node", "enter", "--set", "who=\(subject)"] + more)
  }

  private func subject(_ profile: Profile) async throws -> String? {
    let store = FileSessionStore(directory: state.sessions(profile), otherVaults: vaults)
    return try await store.load(for: Self.id).session?.subject
  }

  private func files(_ profile: Profile) throws -> [String: Data] {
    let path = state.sessions(profile)
    return try Dictionary(
      uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: path).map {
        ($0, try Data(contentsOf: URL(fileURLWithPath: "\(path)/\($0)")))
      })
  }

  @Test(arguments: [("file", 0), ("secret-service", 1), ("keyring", 1)])
  func `do not see each other, in any store`(store: String, secrets: Int) async throws {
    let work = try #require(Profile("work"))
    try await logIn("ann", "--store", store)
    try await logIn("bea", "--store", store, "--profile", "work")
    #expect(vaults.map(\.count).reduce(0, +) == 2 * secrets)
    #expect(try await subject(.standard) == "ann")
    #expect(try await subject(work) == "bea")

    let before = try files(.standard)
    #expect(try await appctl("token", "--renew", "--profile", "work").output == "secret-2\n")
    #expect(try await appctl("token").output == "secret-1\n")
    #expect(try await appctl("token", "--profile", "work").output == "secret-2\n")
    #expect(try files(work).keys.contains("\(Self.id).session.renewal"), "the lock of renewals is its own")

    try await appctl("logout", "--profile", "work")
    #expect(vaults.map(\.count).reduce(0, +) == secrets)
    #expect(try await subject(.standard) == "ann")
    #expect(try await subject(work) == nil)
    #expect(try files(.standard) == before, "nothing of the other one was touched")
  }

  @Test func `are chosen by an option, then by the environment, then by use, then by the file`() throws {
    let profiles = try ["opt", "env", "used", "file"].map { try #require(Profile($0)) }
    try FileManager.default.createDirectory(atPath: folder.path + "/appcontroller", withIntermediateDirectories: true)
    func chosen(_ option: Int?, _ environment: String?, _ used: Int?, _ file: String?) throws -> String {
      try folder.write(file.map { "{\"profile\": \"\($0)\"}" } ?? "{}", to: "appcontroller/config.json")
      let variables = ["XDG_CONFIG_HOME": folder.path, "APPCTL_PROFILE": environment ?? ""]
      let settings = try Settings { variables[$0] }
      let option = option.map { profiles[$0] }
      var known: [String: Profile] = [:]
      if let used { known["a"] = profiles[used] }
      let chosen = ChosenProfiles(option, settings, used: known)
      let other: String = option?.name ?? environment ?? file ?? "default"
      #expect(chosen["b"].name == other)
      return chosen["a"].name
    }
    #expect(try chosen(0, "env", 2, "file") == "opt")
    #expect(try chosen(nil, "env", 2, "file") == "env")
    #expect(try chosen(nil, nil, 2, "file") == "used")
    #expect(try chosen(nil, nil, nil, "file") == "file")
    #expect(try chosen(nil, nil, nil, nil) == "default")
    #expect(throws: CommandError.self) { try chosen(nil, "Env", nil, nil) }
    #expect(throws: CommandError.self) { try chosen(nil, nil, nil, "../env") }
  }

  @Test(arguments: ["", ".", "..", ".a", "-a", "a/b", "A", "a b", "ä", String(repeating: "a", count: 33)])
  func `have names that are harmless`(name: String) throws {
    #expect(Profile(name) == nil)
    let error = #expect(throws: CommandError.self) { try command(["use", "--profile=\(name)"], as: UseCommand.self) }
    #expect(error?.code == .usage)
  }

  @Test func `are switched by use, for one provider`() async throws {
    try await logIn("ann")
    try await logIn("bea", "--profile", "work")
    #expect(try await appctl("use").output.hasPrefix("default, by default\n\n"))
    let switched = try await appctl("use", "work")
    #expect(switched.errors == "")
    #expect(switched.output.hasPrefix("work, by 'appctl use'\n\n"))
    let status = try await appctl("status").output
    #expect(status.hasPrefix("state: logged-in\nprofile: work\nsubject: bea\n"))
    #expect(status.contains(" in \(state.path)/profiles/work/sessions\n"))
    #expect(try await appctl("status", "--profile", "default").output.hasPrefix("state: logged-in\nsubject: ann\n"))
    #expect(try await appctl("use", "nobody").errors.hasPrefix("nobody is logged in to \(Self.id) as nobody"))
    #expect(try await appctl("use", "default").output.contains("*  \(Self.id)  default  ann "))

    try Data("{".utf8).write(to: URL(fileURLWithPath: state.path + "/profiles.json"))
    let error = await #expect(throws: CommandError.self) { try await appctl("status") }
    #expect(error?.code == .badConfiguration, "no other account is used then")
  }

  @Test func `are listed without a provider and without a vault`() async throws {
    try await logIn("ann", "--store", "keyring")
    try await logIn("bea", "--profile", "work")
    try await appctl("token", "--renew", "--profile", "work")
    let gone = Session(subject: "gone", expiresAt: 1)
    try await FileSessionStore(directory: state.sessions(.standard)).replace(for: "com.example.gone", with: gone)
    try FileManager.default.createDirectory(atPath: state.path + "/profiles/Stray", withIntermediateDirectories: true)
    let lookups = vaults[1].lookups

    let listed = try await appctl("status", "--all", "--provider", "com.example.nowhere")
    let lines = listed.output.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    #expect(lines.count == 3)
    #expect(lines[1].prefix(4) == ["*", "com.example.renewing", "default", "ann"] && lines[1].last == "keyring")
    #expect(lines[2].prefix(3) == ["com.example.renewing", "work", "bea"] && lines[2].last == "file")
    let json = try JSONReader.read(Array(try await appctl("status", "--all", "--format", "json").output.utf8))
    let accounts = try #require(json["accounts"]?.arrayValue)
    #expect(accounts.map { $0["inUse"]?.boolValue } == [true, false])
    #expect(accounts[0]["session"]?["secretExpiresAt"] == .null)
    let end = try #require(accounts[1]["session"]?["secretExpiresAt"]?.intValue)
    #expect(end > Timestamp.now.secondsSince1970)
    #expect(try await appctl("status", "--profile", "work").output.contains("\nsecret: ends in "))
    #expect(vaults[1].lookups == lookups)

    let record = state.sessions(.standard) + "/\(Self.id).session.json"
    try Data("{".utf8).write(to: URL(fileURLWithPath: record))
    let rest = try await appctl("status", "--all")
    #expect(rest.errors.hasPrefix("warning: the session of \(Self.id) cannot be read") && rest.output.contains("bea"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: record)) == Data("{".utf8), "it stays as it is")
  }
}
