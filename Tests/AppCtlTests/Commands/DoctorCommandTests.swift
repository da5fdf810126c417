import AppControllerJSON
import AppControllerKit
import AppControllerKitTesting
import Foundation
import ProviderPlugins
import TestSupport
import Testing

@testable import appctl

@MainActor
@Suite struct `appctl doctor` {
  /// A vault that is not available.
  private struct MissingVault: SecretVault {
    let name = "secret-service"
    func check() async throws { throw RecordingProvider.Refusal() }
    func put(_ secret: Secret, under key: String) async throws { try await check() }
    func secret(under key: String) async throws -> Secret? { nil }
    func erase(_ key: String) async throws {}
  }

  private nonisolated static let drawable = ["TERM": "xterm-256color"]
  private let folder: TestFolder
  private var machine: Machine

  init() throws {
    folder = try TestFolder(mode: 0o700)
    machine = Machine(
      sandboxSupport: SandboxSupport(landlock: 6, filtersCalls: true), threadLimit: .group, isPrivileged: false,
      secretVaults: [CountingVault("secret-service"), CountingVault("keyring")],
      environment: Self.drawable, readSettings: { try Settings { _ in nil } },
      standardStreams: StandardStreams(inputIsTerminal: true, outputIsTerminal: true)
    )
  }

  /// Returns the findings on a machine by topic, and the error of the command.
  private func examine(
    _ machine: Machine, state: String? = nil, _ arguments: [String] = []
  ) async throws -> (grades: [String: [String]], lines: [String], error: (any Error)?) {
    let transcript = Transcript()
    let words = ["doctor", "--format", "json", "--state-dir", state ?? folder.path] + arguments
    var failure: (any Error)?
    do {
      try await command(words, as: DoctorCommand.self).run(transcript.console(), on: machine)
    } catch {
      failure = error
    }
    let json = try JSONReader.read(Array(transcript.output.utf8))
    var grades: [String: [String]] = [:]
    var lines: [String] = []
    for finding in json["findings"]?.arrayValue ?? [] {
      let (topic, grade) = (finding["topic"]?.stringValue ?? "", finding["grade"]?.stringValue ?? "")
      grades[topic, default: []].append(grade)
      lines.append("\(topic): \(finding["text"]?.stringValue ?? "") \(finding["fix"]?.stringValue ?? "")")
    }
    return (grades, lines, failure)
  }

  @Test func `finds a machine that has everything`() async throws {
    let found = try await examine(machine)
    for topic in Finding.Topic.allCases where ![.providerFolder, .provider].contains(topic) {
      #expect(found.grades[topic.rawValue] == ["ok"], "\(topic)")
    }
    #expect(found.grades["provider"] == ["note"])
    #expect(found.error == nil)
    #expect(found.lines.contains { $0.hasPrefix("terminal: ") && $0.contains("256 colours") })
    #expect(Set(found.grades.keys) == Set(Finding.Topic.allCases.map(\.rawValue)))
  }

  @Test func `says what is missing, and what can be done`() async throws {
    var machine = machine
    machine.sandboxSupport = SandboxSupport(landlock: nil, filtersCalls: false)
    machine.threadLimit = .none("there is no bus of the user")
    machine.isPrivileged = true
    machine.secretVaults = [MissingVault()]
    machine.environment["ACCESSIBLE"] = "1"
    let found = try await examine(machine)
    for topic in ["file-rules", "call-filter", "thread-limit", "privileges", "secret-service", "terminal"] {
      #expect(found.grades[topic] == ["note"], "\(topic)")
    }
    #expect(found.error == nil, "nobody has to have all of that")
    #expect(found.lines.contains { $0.contains("no Landlock") && $0.contains("lsm=landlock") })
    #expect(found.lines.contains { $0.contains("line by line, because ACCESSIBLE is set") })
  }

  @Test func `says which way limits threads, and why`() async throws {
    var machine = machine
    for (way, words, reason) in [
      (ThreadLimit.group, "a delegated control group", "together"), (.scope, "a scope", "together"),
      (.namespace("nobody answers"), "a user namespace", "because nobody answers"),
    ] {
      machine.threadLimit = way
      let found = try await examine(machine)
      #expect(found.grades["thread-limit"] == ["ok"])
      #expect(found.lines.contains { $0.hasPrefix("thread-limit: \(words)") && $0.contains(reason) })
    }
  }

  @Test func `ends with what is wrong`() async throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let found = try await examine(machine)
    #expect(found.grades["state-folder"] == ["problem"])
    let error = try #require(found.error as? AppControllerError)
    #expect(error.code == .storeUnsafe)
    #expect(ExitStatus(error) == .security)

    var faulty = machine
    faulty.readSettings = { try Settings { ["APPCTL_STORE": "none"][$0] } }
    let settings = try await examine(faulty, state: "\(folder.path)/other")
    #expect(settings.grades["settings"] == ["problem"])

    try folder.write("", to: "file")
    let below = try await examine(machine, state: "\(folder.path)/file/below")
    #expect(below.grades["state-folder"] == ["problem"])
  }

  @Test func `looks where providers are looked for`() async throws {
    let shared = try TestFolder(mode: 0o700)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: shared.path)
    let found = try await examine(
      machine, ["--provider-dir", folder.path, "--provider-dir", shared.path, "--provider-dir", "\(folder.path)/none"])
    #expect(found.grades["provider-folder"]?.prefix(3) == ["ok", "problem", "ok"])
    #expect(found.lines.contains { $0.contains("\(folder.path) (given) has 0 providers") })
    #expect((found.error as? PluginError)?.code == .writableFolder)
  }

  @Test(arguments: [
    (["TERM": "dumb"], true, true, "TERM is dumb"), (drawable, false, true, "standard input is no terminal"),
    (drawable, true, false, "standard output is no terminal"),
  ])
  func `says why screens are not drawn`(
    environment: [String: String], input: Bool, output: Bool, reason: String
  ) async throws {
    var machine = machine
    machine.environment = environment
    machine.standardStreams = StandardStreams(inputIsTerminal: input, outputIsTerminal: output)
    let found = try await examine(machine)
    #expect(found.lines.contains { $0.hasPrefix("terminal: ") && $0.contains(reason) })
  }

  @Test func `is a page of 80 columns`() async throws {
    try withStateFolder { appctl in
      let outcome = try appctl("doctor")
      #expect(outcome.output.contains("state-folder: sessions are kept in"))
      #expect(outcome.output.contains(/\n\n[0-9]+ ok, [0-9]+ notes?, no problems\n$/))
      for line in outcome.output.split(separator: "\n") where !line.contains("/") { #expect(line.count <= 80) }
      #expect(!FileManager.default.fileExists(atPath: appctl.stateFolder), "nothing is made")
    }
  }
}
