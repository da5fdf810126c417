import AppControllerKit
import Foundation
import TestSupport
import Testing
import appctl

@MainActor
@Suite struct `What status says of the store` {
  private static let id = "com.example.main"
  private static let canary = "canary-9f86d081"

  private let folder: TestFolder
  private let state: String
  private let vaults = [CountingVault("secret-service"), CountingVault("keyring")]
  private let ann = Session(
    subject: "ann", displayName: "Ann", secret: Secret(canary), expiresAt: 4_102_444_800, attributes: ["plan": "small"])

  init() throws {
    folder = try TestFolder(mode: 0o700)
    state = folder.path + "/state"
    try folder.write(
      #"{"id":"\#(Self.id)","interfaces":{"logged-out":{"root":{"kind":"screen","id":"out","label":"Out"}},"#
        + #""logged-in":{"root":{"kind":"screen","id":"in","label":"In"}}}}"#,
      to: "Main.json")
  }

  /// Stores the session, with its secret in the store of a kind.
  private func store(in kind: String) async throws {
    let vault = vaults.first { $0.name == kind }
    let store = FileSessionStore(
      directory: state + "/sessions", secrets: vault.map { .vault($0) } ?? .file, otherVaults: vaults)
    try await store.replace(for: Self.id, with: ann)
  }

  private func status(_ more: String...) async throws -> String {
    let transcript = Transcript()
    let line = ["status", "--storyboard", folder.path + "/Main.json", "--state-dir", state] + more
    try await run(line, transcript.console(), vaults: vaults)
    #expect(transcript.errors == "")
    return transcript.output
  }

  private func json(_ more: String...) async throws -> [String: Any] {
    let text =
      switch more.count {
      case 0: try await status("--format", "json")
      default: try await status("--format", "json", "--store", more[0])
      }
    #expect(!text.contains(Self.canary))
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(arguments: ["file", "secret-service", "keyring"])
  func `names the one that has the secret, with all there is to know but the secret`(kind: String) async throws {
    try await store(in: kind)
    let json = try await json()
    #expect(json["store"] as? [String: String] == ["kind": kind, "path": state + "/sessions"])
    let session = try #require(json["session"] as? [String: Any])
    #expect(session["subject"] as? String == "ann" && session["expiresAt"] as? Int64 == 4_102_444_800)
    #expect(session["age"] is Int64 && session["savedAt"] is Int64)
    #expect(session["attributes"] as? [String: String] == ["plan": "small"])

    let text = try await status()
    #expect(text.hasPrefix("state: logged-in\nsubject: ann\nname: Ann\nexpires: 2100-01-01\nstored: "))
    #expect(text.contains(", in \(state)/sessions\nstore: \(kind)\nprovider: "))
    #expect(!text.contains(Self.canary))
  }

  @Test(arguments: ["secret-service", "keyring"])
  func `asks the vault that has the secret once`(kind: String) async throws {
    try await store(in: kind)
    _ = try await status()
    #expect(vaults.filter { $0.name == kind }.map(\.lookups) == [1])
    #expect(vaults.filter { $0.name != kind }.map(\.lookups) == [0])
  }

  @Test func `names where the secret is, whatever else is asked for`() async throws {
    try await store(in: "keyring")
    #expect(try (await json("file")["store"] as? [String: String])?["kind"] == "keyring")
    try await store(in: "file")
    #expect(try (await json("keyring")["store"] as? [String: String])?["kind"] == "file")
  }

  @Test(arguments: ["file", "secret-service", "keyring"])
  func `names where the next secret goes when nobody is logged in`(kind: String) async throws {
    #expect(try (await json(kind)["store"] as? [String: String])?["kind"] == kind)
    #expect(try (await json()["store"] as? [String: String])?["kind"] == "file")
    #expect(try await status() == status("--store", "file"))
  }

  @Test func `has no folder to name with the store memory`() async throws {
    try await store(in: "keyring")
    let store = try #require(try await json("memory")["store"] as? [String: Any])
    #expect(store["kind"] as? String == "memory")
    #expect(store["path"] is NSNull)
    #expect(try await status("--store", "memory").hasPrefix("state: logged-out\nstore: memory\nprovider: "))
  }

  @Test func `shows nothing that drives a terminal, also when it is in a path`() async throws {
    let line = [
      "status", "--storyboard", folder.path + "/\u{1B}[31m\u{202E}.json", "--state-dir", state,
    ]
    try FileManager.default.moveItem(atPath: folder.path + "/Main.json", toPath: line[2])
    let transcript = Transcript()
    try await run(line, transcript.console(), vaults: vaults)
    #expect(transcript.output.contains("storyboard: \(folder.path)/\u{FFFD}[31m\u{FFFD}.json\n"))
  }
}
