import AppControllerKit
import Foundation
import TestSupport
import Testing

private let kitty = "com.example.kitty"
private let ann = Session(subject: "ann", secret: Secret("secret of ann"))
private let bob = Session(subject: "bob", secret: Secret("secret of bob"))
private let carol = Session(subject: "carol", secret: Secret("secret of carol"))

/// A change that is killed, and how often the vault is called in it, times two.
private struct Scenario: Sendable, CustomTestStringConvertible {
  let name: String
  let startsInVault: Bool?
  let endsInVault: Bool?
  /// A moment before and after each call of the vault: each gap between two steps has one at least.
  let moments: Int

  var testDescription: String { name }
  var old: Session? { startsInVault == nil ? nil : ann }
  var new: Session? { endsInVault == nil ? nil : bob }

  static let all = [
    Scenario(name: "the first login", startsInVault: nil, endsInVault: true, moments: 2),
    Scenario(name: "a login over another", startsInVault: true, endsInVault: true, moments: 4),
    Scenario(name: "a logout", startsInVault: true, endsInVault: nil, moments: 2),
    Scenario(name: "a move into the vault", startsInVault: false, endsInVault: true, moments: 2),
    Scenario(name: "a move into the file", startsInVault: true, endsInVault: false, moments: 2),
  ]

  /// Every scenario with each of its moments.
  static let kills = all.flatMap { scenario in (0..<scenario.moments).map { Kill(scenario: scenario, moment: $0) } }

  struct Kill: Sendable, CustomTestStringConvertible {
    let scenario: Scenario
    let moment: Int

    var testDescription: String { "\(scenario.name), killed at moment \(moment)" }
  }
}

private func store(_ directory: String, _ vault: FolderVault, inVault: Bool) -> FileSessionStore {
  FileSessionStore(directory: directory, secrets: inVault ? .vault(vault) : .file, otherVaults: [vault])
}

@Suite struct `A session store with a vault, killed` {
  private let files: TestFolder
  private let secrets: TestFolder
  private let vault: FolderVault

  init() throws {
    files = try TestFolder(mode: 0o700)
    secrets = try TestFolder(mode: 0o700)
    vault = FolderVault(secrets.path)
  }

  @Test(arguments: Scenario.kills)
  private func `the old session or the new one is there, whole, and the next change leaves nothing over`(
    kill: Scenario.Kill
  ) async throws {
    let scenario = kill.scenario
    if let startsInVault = scenario.startsInVault {
      try await store(files.path, vault, inVault: startsInVault).replace(for: kitty, with: ann)
    }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [
        files = files.path as String, secrets = secrets.path as String, moment = kill.moment as Int,
        ends = scenario.endsInVault as Bool?
      ] in
      let vault = FolderVault(secrets, killAt: moment)
      let session = ends == nil ? nil : bob
      try await store(files, vault, inVault: ends ?? true).replace(for: kitty, with: session)
    }

    let survivor = store(files.path, vault, inVault: true)
    let record = try await survivor.load(for: kitty)
    #expect(record.session == scenario.old || record.session == scenario.new)
    #expect(record.warning == nil)

    // An unmarked secret would be in the vault for ever.
    try await survivor.replace(for: kitty, with: carol, ifGeneration: record.generation)
    #expect(try vault.secrets() == ["secret of carol"])
    #expect(try files.marks() == 1)
    try await survivor.replace(for: kitty, with: nil)
    #expect(try vault.secrets() == [])
    #expect(try files.marks() == 0)
  }

  @Test(arguments: Scenario.all)
  private func `a change that is not killed passes exactly the moments at which others are`(
    scenario: Scenario
  ) async throws {
    if let startsInVault = scenario.startsInVault {
      try await store(files.path, vault, inVault: startsInVault).replace(for: kitty, with: ann)
    }
    await #expect(processExitsWith: .success) {
      [
        files = files.path as String, secrets = secrets.path as String, moments = scenario.moments as Int,
        ends = scenario.endsInVault as Bool?
      ] in
      let vault = FolderVault(secrets, killAt: moments)
      try await store(files, vault, inVault: ends ?? true).replace(for: kitty, with: ends == nil ? nil : bob)
    }
    #expect(try await store(files.path, vault, inVault: true).load(for: kitty).session == scenario.new)
  }
}
