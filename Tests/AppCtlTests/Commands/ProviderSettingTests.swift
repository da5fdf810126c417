import AppControllerJSON
import AppControllerKit
import Foundation
import ProviderPlugins
import TestSupport
import Testing

@testable import appctl

/// The settings of a provider, as an operator gives them.
@MainActor
@Suite struct `A setting of a provider` {
  private static let secret = "hush-hush-1234"
  private let folder: TestFolder
  private let library: String

  init() throws {
    folder = try TestFolder(mode: 0o700)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/appcontroller", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    library = try FixtureLibrary.build("Tests/Fixtures/configured.c")
  }

  private var path: String { "\(folder.path)/appcontroller/config.json" }

  private func configure(_ settings: String) throws {
    try folder.write(#"{"settings":{"com.example.configured":\#(settings)}}"#, to: "appcontroller/config.json")
  }

  /// Runs a command with the provider and the folder's configuration.
  private func run(
    _ arguments: String..., environment: [String: String] = [:], input: String = "", then: [String] = []
  ) throws -> Program.Outcome {
    try withStateFolder { appctl in
      var appctl = appctl
      appctl.environment = environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }
      return try appctl(arguments: arguments + ["--provider", library] + then, input: input)
    }
  }

  @Test func `comes from the option, before the environment, before the file, before the default`() throws {
    try configure(#"{"server":"https://file.example","clientId":"file","retries":1,"strict":false}"#)
    let environment = [
      "APPCTL_SETTING_CLIENT_ID": "variable", "APPCTL_SETTING_RETRIES": "2", "APPCTL_SETTING_MODE": "",
    ]
    for isolation in ["--isolated", "--not-isolated"] {
      let shown = try run("show", isolation, "--setting", "retries=9", environment: environment)
      #expect(
        shown.output.hasPrefix(
          "== Settings server=https://file.example clientId=variable retries=9 strict=false mode=safe ==\n"),
        "\(shown.errors)")
    }
  }

  @Test(arguments: [
    ["show"], ["perform", "go"], ["logout"], ["login"], ["run", "--line"],
  ])
  func `that is required is asked for by every command that opens the provider`(_ words: [String]) throws {
    let missing = try withStateFolder { try $0(arguments: words + ["--provider", library]) }
    #expect(missing.status == 64)
    #expect(missing.errors.contains("error[ACK2040]"))
    #expect(missing.errors.contains("give server with --setting server=URL"))
    let given = try withStateFolder {
      try $0(arguments: words + ["--provider", library, "--setting", "server=https://id.example.com"])
    }
    #expect(!given.errors.contains("ACK2040"), "\(given.errors)")
  }

  // The walls around a secret.

  @Test func `that is a secret is refused as an argument, in the environment and as text in the file`() throws {
    let server = ["--setting", "server=https://id.example.com"]
    let argument = try run("show", then: server + ["--setting", "clientSecret=\(Self.secret)"])
    let variable = try run("show", environment: ["APPCTL_SETTING_CLIENT_SECRET": Self.secret], then: server)
    try configure(#"{"clientSecret":"\#(Self.secret)"}"#)
    let file = try run("show", then: server)
    // A value that comes first does not excuse it.
    let both = try run("show", "--setting-stdin", "clientSecret", input: "other", then: server)
    for (outcome, origin) in [
      (argument, "--setting"), (variable, "the environment variable APPCTL_SETTING_CLIENT_SECRET"),
      (file, "\(path):1"), (both, "\(path):1"),
    ] {
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("clientSecret (\(origin)) is a secret and is given as text"), "\(outcome.errors)")
      #expect(!(outcome.output + outcome.errors).contains(Self.secret))
    }
  }

  @Test func `that is a secret comes from standard input, or from a file that nobody else can change`() throws {
    let server = ["--setting", "server=https://id.example.com"]
    let piped = try run("show", "--setting-stdin", "clientSecret", input: "\(Self.secret)\n", then: server)
    #expect(piped.output.contains("clientSecret=14 bytes"), "\(piped.errors)")
    try folder.write("\(Self.secret)\n", to: "secret")
    try configure(#"{"clientSecret":{"file":"\#(folder.path)/secret"}}"#)
    #expect(try run("show", then: server).output.contains("clientSecret=14 bytes"))
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: "\(folder.path)/secret")
    let open = try run("show", then: server)
    #expect(open.status == 64)
    #expect(open.errors.contains("found the mode 0666"), "\(open.errors)")
    try configure(#"{"clientSecret":{"file":"\#(folder.path)/none"},"mode":{"store":true}}"#)
    let gone = try run("show", then: server)
    #expect(gone.errors.contains("which is not there"))
    #expect(gone.errors.contains("mode (\(path):1) is not a secret, and has to be a value"))
  }

  @Test func `that is a secret is in no trace`() throws {
    let leaking = try FixtureLibrary.build("Tests/Fixtures/configured.c", defining: "LEAKS=1")
    let trace = "\(folder.path)/trace.jsonl"
    try withStateFolder { appctl in
      let shown = try appctl(
        "show", "--provider", leaking, "--setting", "server=https://id.example.com", "--setting-stdin", "clientSecret",
        "--trace", trace, input: Self.secret)
      #expect(shown.output.contains(Self.secret), "the provider shows it")
      #expect(try !String(contentsOfFile: trace, encoding: .utf8).contains(Self.secret))
      #expect(try appctl("replay", trace).status == 0)
    }
  }

  @Test(arguments: [
    (["--setting", "a=1", "--setting", "a=2"], "the setting 'a' is given twice"),
    (["--setting", "a=1", "--setting-stdin", "a"], "the setting 'a' is given twice"),
    (["--setting", "a"], "value 1 of --setting has no '='"),
    (["--setting-stdin", "a", "--set-stdin", "b"], "--set-stdin and --setting-stdin are both given"),
  ])
  func `is given once, and one value comes from standard input`(_ options: [String], _ message: String) throws {
    let outcome = try run("login", then: options)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `comes from standard input for an app only where that is a terminal`() throws {
    let server = ["--setting", "server=https://id.example.com"]
    let outcome = try run("run", "--setting-stdin", "clientSecret", input: "\(Self.secret)\nquit\n", then: server)
    #expect(outcome.status == 64 && outcome.output == "", "\(outcome)")
    #expect(
      outcome.errors.hasPrefix("error[ACK5001]: --setting-stdin is given, and appctl run reads what the user does"))
    #expect(!outcome.errors.contains(Self.secret))
  }

  @Test(arguments: [
    #"{"a":null}"#, #"{"a":[]}"#, #"{"a":{}}"#, #"{"a":{"file":"/x","store":true}}"#, #"{"a":{"file":"x"}}"#,
    #"{"a":{"store":false}}"#, #"{"a":{"file":"/x","other":1}}"#, "[]",
  ])
  func `of another form in the file is refused with its place`(_ settings: String) throws {
    try configure(settings)
    let outcome = try run("show")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("error[ACK5016]: \(path):1:"), "\(outcome.errors)")
  }

  @Test func `is told with its origin, and a secret without its value`() throws {
    try folder.write(Self.secret, to: "secret")
    try configure(
      #"{"clientSecret":{"file":"\#(folder.path)/secret"},"server":"https://id.example.com","retries":12}"#)
    let environment = ["APPCTL_SETTING_MODE": "fast"]
    let outcome = try run("config", "--explain", environment: environment)
    let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("com.example.configured ") }
    #expect(
      lines == [
        "com.example.configured server: https://id.example.com, by \(path):1; --setting, then APPCTL_SETTING_SERVER, then the last login come before the file",
        "com.example.configured clientId: not set; --setting, then APPCTL_SETTING_CLIENT_ID, then the last login come before the file",
        "com.example.configured clientSecret: set, by \(path):1; --setting-stdin comes before the file",
        "com.example.configured retries: not set, because it is 12, and has to be 0 to 10, by \(path):1; --setting, then APPCTL_SETTING_RETRIES, then the last login come before the file",
        "com.example.configured strict: true, by default; --setting, then APPCTL_SETTING_STRICT, then the last login come before the file",
        "com.example.configured mode: fast, by the environment variable APPCTL_SETTING_MODE; --setting, then APPCTL_SETTING_MODE, then the last login come before the file",
      ])
    let json = try JSONReader.read(Array(try run("config", "--format", "json").output.utf8))
    let told = json["providers"]?["com.example.configured"]
    #expect(told?["server"]?["value"] == .string("https://id.example.com"))
    #expect(told?["clientSecret"]?["value"] == .null)
    #expect(told?["clientSecret"]?["isSet"] == .bool(true))
    #expect(!outcome.output.contains(Self.secret))
    // The type of a setting of a provider that is not found is unknown: its text may be a secret.
    try folder.write(#"{"settings":{"com.example.gone":{"a":"\#(Self.secret)"}}}"#, to: "appcontroller/config.json")
    let unknown = try run("config", "--explain").output
    #expect(unknown.contains("com.example.gone a: set, by \(path):1\n"))
    #expect(!unknown.contains(Self.secret))
  }

  @Test func `is listed by inspect without running code`() throws {
    let server = "server: url (https), required; com.example.configured | Server: Where people sign in."
    let appctl = AppCtlProcess(stateFolder: "\(folder.path)/state", namesStateFolder: false)
    #expect(try appctl("inspect", library).output.contains("settings: 6\n  \(server)\n"))
    let json = try JSONReader.read(Array(try appctl("inspect", library, "--format", "json").output.utf8))
    #expect(json["note"]?["settings"]?.arrayValue?.count == 6)
    try FileManager.default.copyItem(atPath: library, toPath: "\(folder.path)/configured.so")
    let named = try appctl("inspect", "--provider", "com.example.configured", "--provider-dir", folder.path)
    #expect(named.output.contains("settings: 6\n  \(server)\n"), "\(named)")
  }
}

/// The secrets of settings in a vault.
@MainActor
@Suite struct `A stored secret of a setting` {
  private let folder: TestFolder
  private let vault = CountingVault("keyring")

  init() throws { folder = try TestFolder(mode: 0o700) }

  private var secrets: SettingSecrets { SettingSecrets(folder: folder.path) }

  private func store(_ text: String?) async throws -> Bool {
    try await secrets.store(
      text.map { (Secret($0), vault: vault) }, as: "clientSecret", for: "com.example.kitty", [vault])
  }

  private func content(_ name: String = "clientSecret") async -> SettingValue.Content {
    await secrets.content(of: name, for: "com.example.kitty", [vault])
  }

  @Test func `is replaced and erased, and is not in the state folder`() async throws {
    #expect(try await store("first") == false)
    #expect(await content() == .secret(Secret("first")))
    #expect(try await store("second") == true)
    #expect(vault.count == 1)
    #expect(await content() == .secret(Secret("second")))
    let text = try String(contentsOfFile: "\(folder.path)/setting-secrets.json", encoding: .utf8)
    #expect(text.contains("keyring.") && !text.contains("second"))
    #expect(try await store(nil) == true)
    #expect(vault.count == 0)
    #expect(try await store(nil) == false)
  }

  @Test func `that cannot be had is a reason, with the line to write`() async throws {
    let way = "store it with appctl config --store-setting com.example.kitty=clientSecret"
    #expect(await content() == .unusable("is not stored; \(way)"))
    _ = try await store("first")
    _ = vault.takeAll()
    #expect(await content() == .unusable("is not in the store 'keyring' any more; \(way)"))
    try folder.write("{", to: "setting-secrets.json")
    guard case .unusable(let reason) = await content() else { return #expect(Bool(false)) }
    #expect(reason.hasPrefix("cannot be read: \(folder.path)/setting-secrets.json is damaged"))
  }

  @Test func `reaches the provider`() async throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/appcontroller", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let settings = #"{"server":"https://id.example.com","clientSecret":{"store":true}}"#
    try folder.write(#"{"settings":{"com.example.configured":\#(settings)}}"#, to: "appcontroller/config.json")
    try await secrets.store(
      (Secret("hush-hush"), vault: vault), as: "clientSecret", for: "com.example.configured", [vault])
    let transcript = Transcript()
    let library = try FixtureLibrary.build("Tests/Fixtures/configured.c")
    let show: ShowCommand = try command([
      "show", "--provider", library, "--state-dir", folder.path, "--not-isolated",
    ])
    let path = folder.path
    let workspace = try await Workspace(
      show, Settings { ["XDG_CONFIG_HOME": path][$0] }, transcript.console(), vaults: [vault])
    try await show.run(in: workspace)
    await workspace.close()
    #expect(transcript.output.contains("clientSecret=9 bytes"), "\(transcript.errors)")
    #expect(!transcript.output.contains("hush"))
  }
}
