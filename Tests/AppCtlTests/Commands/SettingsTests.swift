import AppControllerJSON
import AppControllerKit
import Foundation
import ProviderPlugins
import TestSupport
import Testing

@testable import appctl

@MainActor
@Suite struct `The settings of a user` {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder(mode: 0o700)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/appcontroller", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private var path: String { "\(folder.path)/appcontroller/config.json" }

  /// The settings from a file and an environment.
  private func settings(_ json: String?, _ variables: [String: String] = [:]) throws -> Settings {
    if let json { try folder.write(json, to: "appcontroller/config.json") }
    let environment = variables.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }
    return try Settings { environment[$0] }
  }

  /// The provider and the store of a command line, completed with the settings.
  private func completed(_ line: String, _ settings: Settings) throws -> [String] {
    let words = line.split(separator: " ").map(String.init)
    let command = try CommandTable.current.command(for: CommandLineParser().parse(words))
    guard let options = (command as? any WorkspaceCommand)?.common else { return [] }
    options.complete(with: settings)
    return [options.provider, options.store?.rawValue].compactMap(\.self)
  }

  private static let everything = """
    {
      "provider": "com.example.kitty",
      "store": "keyring",
      "isolated": true,
      "allow": { "com.example.kitty": ["network"], "com.example.dog": [] },
      "pins": { "com.example.kitty": "\(String(repeating: "ab", count: 32))" }
    }
    """

  @Test func `are not there in the beginning`() throws {
    let settings = try settings(nil)
    #expect(settings.path == path && !settings.hasFile)
    #expect(try completed("login", settings) == [])
    // No variable gives the folder of the file.
    #expect(try Settings { _ in nil }.path == nil)
    #expect(try Settings { ["HOME": "/home/ann"][$0] }.path == "/home/ann/.config/appcontroller/config.json")
    let relative = try Settings { ["HOME": "/h", "XDG_CONFIG_HOME": "relative"][$0] }
    #expect(relative.path == "/h/.config/appcontroller/config.json")
  }

  @Test(arguments: [
    ("login", ["com.example.kitty", "keyring"]),
    ("run --line", ["com.example.kitty", "keyring"]),
    ("perform", ["com.example.kitty", "keyring"]),
    ("status", ["com.example.kitty"]),
    ("logout --store file", ["com.example.kitty", "file"]),
    ("login --store file", ["com.example.kitty", "file"]),
    ("login --not-isolated", ["com.example.kitty", "keyring"]),
    ("show --provider other", ["other"]),
    ("show --storyboard a.json", []),
    ("lint a.json", []), ("providers", []),
  ])
  func `say what a command leaves open`(line: String, values: [String]) throws {
    #expect(try completed(line, settings(Self.everything)) == values)
  }

  @Test func `are overruled by the environment, and that by an option`() throws {
    let variables = ["APPCTL_PROVIDER": "com.example.dog", "APPCTL_STORE": "file", "APPCTL_ISOLATED": "0"]
    let settings = try settings(Self.everything, variables)
    #expect(try completed("login", settings) == ["com.example.dog", "file"])
    #expect(try completed("login --isolated --store memory", settings) == ["com.example.dog", "memory"])
    #expect(settings.isolated?.value == false)
    #expect(try self.settings(Self.everything).isolated?.value == true)
    #expect(settings.provider?.origin == .variable("APPCTL_PROVIDER"))
    #expect(settings.pins?.origin == .file(path, line: 6))
    #expect(try self.settings(Self.everything, ["APPCTL_STORE": ""]).store?.value == .keyring, "an empty one is none")
  }

  @Test func `pin providers`() throws {
    let pins = try settings(Self.everything).pins?.value
    #expect(pins?["com.example.kitty"]?.sha256 == String(repeating: "ab", count: 32))
  }

  @Test func `grant permissions to providers`() throws {
    let permissions = try settings(Self.everything).permissions?.value
    #expect(permissions == ["com.example.kitty": [.network], "com.example.dog": []])
    let show: ShowCommand = try command(["show", "--allow", "network", "--allow=network"])
    #expect(show.common.allow == [.network, .network])
  }

  @Test(arguments: [
    ("{", ": the JSON text is wrong at line 1, column 2"),
    ("[]", ":1:1: it is an array"),
    ("{\n \"providr\": \"a\" }", ":2:2: there is no setting 'providr'"),
    ("{ \"provider\": 1 }", ":1:15: \"provider\" is"),
    ("{ \"provider\": \"\" }", ":1:15: \"provider\" is"),
    ("{ \"store\":\n\n \"keyrin\" }", ":3:2: \"store\" is 'keyrin'"),
    ("{ \"isolated\": \"yes\" }", ":1:15: \"isolated\" is a string, and has to be true or false"),
    ("{ \"isolated\": null }", ":1:15: \"isolated\" is null, and has to be true or false"),
    ("{ \"pins\": { \"a\": \"b\" }, \"providr\": 1 }", ":1:18: \"pins.a\" is no digest"),
    ("{ \"providr\": 1, \"pins\": { \"a\": \"b\" } }", ":1:3: there is no setting 'providr'"),
    ("{ \"allow\": [\"network\"] }", ":1:12: \"allow\" is an array"),
    ("{ \"allow\": { \"a\": \"network\" } }", ":1:19: \"allow.a\" is a string, and has to be an array"),
    (
      "{ \"allow\": { \"a\": [\"network\", \"disk\"] } }",
      ":1:31: \"allow.a[1]\" is \"disk\", and has to be one of network, folder:NAME, socket:NAME"
    ),
    ("{ \"allow\": { \"a\": [1] } }", ":1:20: \"allow.a[0]\" is an integer, and has to be a string"),
    ("{ \"pins\": [] }", ":1:11: \"pins\" is"),
    ("{ \"pins\": { \"a\": \"b\" } }", ":1:18: \"pins.a\" is no digest"),
  ])
  func `are refused with line and column`(json: String, what: String) throws {
    let error = #expect(throws: CommandError.self) { try settings(json) }
    #expect(error?.code == .badConfiguration)
    #expect(error?.what.hasPrefix(path + what) == true, "\(error?.what ?? "")")
    #expect(error?.fix.isEmpty == false)
  }

  @Test(arguments: [("APPCTL_STORE", "fil"), ("APPCTL_ISOLATED", "maybe")])
  func `are refused with the variable`(name: String, value: String) throws {
    let error = #expect(throws: CommandError.self) { try settings(nil, [name: value]) }
    #expect(error?.what == "the environment variable \(name) is '\(value)'")
  }

  @Test func `are not believed when others can write them`() throws {
    try folder.write("{}", to: "appcontroller/config.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    #expect(throws: AppControllerError.self) { try settings(nil) }
  }

  @Test func `are told by appctl config`() throws {
    try withStateFolder { appctl in
      var appctl = appctl
      appctl.environment = ["XDG_CONFIG_HOME": folder.path, "APPCTL_ISOLATED": "0"]
      try folder.write(Self.everything, to: "appcontroller/config.json")
      let plain = try appctl("config")
      let lines =
        "provider: com.example.kitty\nprofile: default\nstore: keyring\nisolated: false\nallow: com.example.dog= com.example.kitty=network\n"
      #expect(plain.output.hasPrefix(lines))
      let explained = try appctl("config", "--explain").output
      #expect(explained.hasPrefix("file: \(path)\n"))
      #expect(explained.contains("store: keyring, by \(path):3; --store, then APPCTL_STORE come before the file\n"))
      #expect(explained.contains("isolated: false, by the environment variable APPCTL_ISOLATED;"))
      let json = try JSONReader.read(Array(appctl("config", "--format", "json").output.utf8))
      #expect(json["settings"]?["store"]?["value"]?.stringValue == "keyring")
      #expect(json["settings"]?["isolated"]?["value"]?.boolValue == false)
      let allowed = json["settings"]?["allow"]?["value"]?["com.example.kitty"]?.arrayValue
      #expect(allowed?.map(\.stringValue) == ["network"])

      appctl.environment["APPCTL_PROVIDER"] = AppCtlProcess.kitty
      #expect(try appctl("show").status == 77, "it is pinned to another build")
      try folder.write("{}", to: "appcontroller/config.json")
      #expect(try appctl("show").output.contains("Kitty"))
      #expect(try appctl("show", "--isolated", "--not-isolated").status == 64)
      try folder.write("{ \"isolated\": 1 }", to: "appcontroller/config.json")
      #expect(try appctl("show").status == 65)
      #expect(try appctl("explain", "5016").status == 0, "what needs no settings reads none")
    }
  }
}
