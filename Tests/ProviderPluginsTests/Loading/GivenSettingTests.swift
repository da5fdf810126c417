import AppControllerKit
import AppControllerKitTesting
import Foundation
import ProviderPlugins
import TestSupport
import Testing

@Suite struct `The given values of settings` {
  /// A value that is refused, and what is said about it.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let value: SettingValue
    let message: String
    var testDescription: String { message }

    init(_ name: String, _ value: SettingValue, _ message: String) {
      (self.name, self.value, self.message) = (name, value, message)
    }
  }

  static let refusals = [
    Refusal("server", "http://id.example.com", "server is not a URL of the form https://..."),
    Refusal("server", "https://a b", "server is not a URL of the form https://..."),
    Refusal("clientId", "", "clientId has 0 characters, and has to have 1 to 128"),
    Refusal("clientId", "a\nb", "clientId is not one line of characters that can be shown"),
    Refusal("retries", 11, "retries is 11, and has to be 0 to 10"),
    Refusal("retries", "03", "retries is not a whole number"),
    Refusal("retries", "+3", "retries is not a whole number"),
    Refusal("retries", "99999999999999999999", "retries is not a whole number"),
    Refusal("strict", "yes", "strict is not true or false"),
    Refusal("mode", "slow", "mode is not one of fast, safe"),
    Refusal("mode", .secret(Secret("slow")), "mode is not one of fast, safe"),
    Refusal("clientSecret", "hush", "clientSecret is a secret and is given as text, which others can read"),
    Refusal("clientSecret", .secret(Secret("")), "clientSecret has 0 bytes, and has to have 1 to 16384"),
    Refusal("clientSecret", SettingValue(.unusable("is lost"), from: "a.json:3"), "clientSecret (a.json:3) is lost"),
    Refusal("sever", "https://id.example.com", "sever is not a setting of it"),
  ]

  private func note() throws -> ProviderNote {
    try ProviderInspector().note(of: try FixtureLibrary.build("Tests/Fixtures/configured.c"))
  }

  @Test(arguments: refusals)
  func `are refused when they break a rule, without being repeated`(_ refusal: Refusal) throws {
    var given: [String: SettingValue] = ["server": "https://id.example.com"]
    given[refusal.name] = refusal.value
    let error = #expect(throws: PluginError.self) { try note().values(from: given) }
    #expect(error?.code == .badSettings)
    #expect(error?.what == "the settings for provider com.example.configured are not right: \(refusal.message)")
    #expect("\(error as Any)".contains("hush") == false)
  }

  @MainActor
  @Test func `are known to the sessions of the provider, without its secrets`() throws {
    var loader = ProviderLoader()
    loader.settings["com.example.configured"] = [
      "server": "https://id.example.com", "retries": 4, "clientSecret": .secret(Secret("hush")),
    ]
    let provider = try loader.load(FixtureLibrary.build("Tests/Fixtures/configured.c"))
    defer { provider.end() }
    #expect(provider.sessionSettings?.origin.settings == ["server": "https://id.example.com", "retries": "4"])
    #expect(provider.sessionSettings?.identifying == ["server": nil, "clientId": nil])
    let plain = try loader.load(FixtureLibrary.build("Tests/Fixtures/renewing.c"))
    defer { plain.end() }
    #expect(plain.sessionSettings == nil)
  }

  @Test func `have all their faults reported together, with the line to write`() throws {
    let given: [String: SettingValue] = ["servr": "x", "retries": SettingValue(.text("12"), from: "--setting")]
    let error = try #require(throws: PluginError.self) { try note().values(from: given) }
    #expect(
      error.what.hasSuffix(
        "servr is not a setting of it; server is missing; retries (--setting) is 12, and has to be 0 to 10"))
    #expect(error.fix.hasPrefix("for servr, did you mean 'server'?; give server with --setting server=URL, or"))
    #expect(error.fix.contains(#""settings": { "com.example.configured": { "server": "URL" } }"#))
  }

  @Test func `are handed over in the order of the note, with the defaults`() throws {
    let given: [String: SettingValue] = [
      "strict": false, "clientSecret": .secret(Secret("hush")), "server": "https://id.example.com",
    ]
    let values = try note().values(from: given)
    #expect(values.entries.map(\.name) == ["server", "clientSecret", "retries", "strict", "mode"])
    #expect(values.text("server") == "https://id.example.com")
    #expect(values.integer("retries") == 3)
    #expect(values.boolean("strict") == false)
    #expect(values.secret("clientSecret") == Secret("hush"))
    #expect(values.text("clientId") == nil)
    #expect(!"\(values)\(String(reflecting: values))".contains("hush"))
    var text = ""
    dump(values, to: &text)
    #expect(!text.contains("hush") && !text.contains("example.com"))
  }
}

@MainActor
@Suite struct `A provider with settings` {
  private func title(_ loader: ProviderLoader, _ path: String) async throws -> String? {
    let provider = try loader.load(path)
    let title = try await provider.loggedInInterface(for: .test(.loggedIn)).root.label
    await provider.finish()
    return title
  }

  @Test(arguments: LoadingMode.allCases)
  func `gets the given values and the defaults`(_ mode: LoadingMode) async throws {
    var loader = try mode.loader()
    loader.settings["com.example.configured"] = [
      "server": "https://id.example.com", "clientSecret": .secret(Secret("hush")), "retries": 4,
    ]
    #expect(
      try await title(loader, FixtureLibrary.build("Tests/Fixtures/configured.c"))
        == "Settings server=https://id.example.com clientSecret=4 bytes retries=4 strict=true mode=safe")
  }

  @Test(arguments: LoadingMode.waited)
  func `is not made with wrong ones, and may refuse right ones`(_ mode: LoadingMode) async throws {
    var loader = try mode.loader()
    let path = try FixtureLibrary.build("Tests/Fixtures/configured.c")
    #expect(throws: PluginError.self) { try loader.load(path) }
    loader.settings["com.example.configured"] = ["server": "https://id.example.com", "retries": 7]
    let error = #expect(throws: PluginError.self) { try loader.load(path) }
    #expect(error?.code == .createFailed)
    #expect(error?.what.hasSuffix("seven retries are too many") == true)
  }

  @Test(arguments: LoadingMode.waited)
  func `in Swift gets them typed, and may throw`(_ mode: LoadingMode) async throws {
    var loader = try mode.loader()
    let path = try FixtureLibrary.product("SuspendingProvider")
    #expect(try await title(loader, path) == "Done")
    loader.settings["com.example.suspending"] = ["title": "Tea", "ticket": .secret(Secret("hush")), "limit": 5]
    #expect(try await title(loader, path) == "Tea, 4 bytes, 5")
    loader.settings["com.example.suspending"] = ["limit": 5]
    let error = #expect(throws: PluginError.self) { try loader.load(path) }
    #expect(error?.what.hasSuffix("a limit needs a ticket") == true)
  }

  @Test func `has its secret replaced in a recording, even where it shows it`() async throws {
    let folder = try TestFolder()
    let path = folder.path(of: "trace.jsonl")
    var loader = try LoadingMode.here.loader()
    loader.recorder = try ProviderRecorder(path: path)
    loader.settings["com.example.configured"] = [
      "server": "https://id.example.com", "clientSecret": .secret(Secret("hush-hush")),
    ]
    let library = try FixtureLibrary.build("Tests/Fixtures/configured.c", defining: "LEAKS=1")
    #expect(try await title(loader, library)?.contains("hush-hush") == true)
    try loader.recorder?.finish()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("clientSecret=(secret)"))
    #expect(!text.contains("hush"))
  }
}
