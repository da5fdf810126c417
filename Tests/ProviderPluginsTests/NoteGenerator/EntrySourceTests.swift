import AppControllerJSON
import Foundation
import ProviderABI
import ProviderNoteGenerator
import ProviderPlugins
import TestSupport
import Testing

@Suite struct `The note and the entry that are made of a provider.json` {
  /// A replacement of the SDK, so that the test needs only a compiler.
  private static let sdk = """
    public struct ProviderExport: Sendable {
      let id: StaticString, version: StaticString
      nonisolated init(id: StaticString, version: StaticString, make: @escaping @Sendable () -> TeaHouse.Provider) {
        (self.id, self.version) = (id, version)
      }
      nonisolated func answer(_ query: UnsafeRawPointer?, _ answer: UnsafeMutableRawPointer?) -> Int32 { -2 }
    }
    nonisolated enum TeaHouse {
      final class Provider { init() {} }
    }
    nonisolated public protocol AppControllerInterfaceProviding {}
    nonisolated public struct Secret: Sendable { public nonisolated init(_ text: String) {} }
    nonisolated public struct ProviderSettings: Sendable {
      nonisolated func text(_ name: String) -> String? { nil }
      nonisolated func integer(_ name: String) -> Int? { nil }
      nonisolated func boolean(_ name: String) -> Bool? { nil }
      nonisolated func secret(_ name: String) -> Secret? { nil }
    }
    extension ProviderExport {
      nonisolated init(
        id: StaticString, version: StaticString,
        make: @escaping @Sendable (ProviderSettings) throws -> any AppControllerInterfaceProviding
      ) { (self.id, self.version) = (id, version) }
    }
    """

  private static let configuredClass = """
    nonisolated extension TeaHouse {
      nonisolated final class Configured: AppControllerInterfaceProviding {
        init(settings: ProviderSettings) throws {
          let (kettle, cups): (String, Int) = (settings.kettle, settings.cups)
          let (secret, isHot): (Secret?, Bool?) = (settings.class, settings.hot)
          if kettle.isEmpty || cups > 0 || secret != nil || isHot == true { throw CancellationError() }
        }
      }
    }
    """

  /// A provider with a setting of each form, one of which has the name of a word of Swift.
  private static let configured = """
    {"id":"com.example.tea","version":"1.0.0","name":"Tea","vendor":"Example Ltd.","class":"TeaHouse.Configured",
      "requires":["minor:0"],
      "settings":[{"name":"kettle","type":"url","label":"Kettle","help":"*/ \\\\u{41}","required":true},
        {"name":"cups","type":"integer","label":"Cups","default":-3},
        {"name":"hot","type":"boolean","label":"Hot"},
        {"name":"class","type":"secret","label":"Class"},
        {"name":"kind","type":"choice","label":"Kind","options":["\\"green\\"","black"],"default":"\\"green\\""}]}
    """

  /// Texts of the greatest length, with only characters that are special in Swift, in JSON or in a shell.
  private static let manifest = """
    {"id":"com.example.\(String(repeating: "x", count: 52))","version":"\\"\\\\(1)\\" $0 #\\"\\"\\"",
      "name":"\(String(repeating: "\\\"", count: 256))",
      "vendor":"*/ \\\\u{41} Größe 🐱", "class":"TeaHouse.Provider"}
    """

  private func compile(
    _ manifest: String, _ options: [String], with types: String = "", in folder: TestFolder
  ) throws -> Tool.Outcome {
    let path = try folder.write(manifest.utf8, to: "provider.json")
    let source = EntrySource(try ProviderManifest(ofFile: path), path: path).text
    #expect(source.contains("\nimport ProviderSDK\n"))
    let entry = try folder.write(source.replacing("import ProviderSDK\n", with: "").utf8, to: "Entry.swift")
    let sdk = try folder.write((Self.sdk + types).utf8, to: "SDK.swift")
    let swiftc = try #require(Tool.find("swiftc"))
    return try Tool.run(
      swiftc, ["-emit-library", "-parse-as-library", "-o", folder.path(of: "tea.so")] + options + [entry, sdk])
  }

  @Test(arguments: [
    ["-swift-version", "6", "-Onone"],
    ["-swift-version", "5", "-O", "-Xlinker", "--gc-sections"],
    [
      "-swift-version", "6", "-O", "-strict-memory-safety", "-enable-upcoming-feature", "ExistentialAny",
      "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility",
    ],
    ["-swift-version", "6", "-default-isolation", "MainActor", "-static-stdlib"],
  ])
  func `compile without a warning, say what it says, and outlive strip`(_ options: [String]) throws {
    let folder = try TestFolder()
    let outcome = try compile(Self.manifest, ["-warnings-as-errors"] + options, in: folder)
    try #require(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.isEmpty)
    let (path, manifest) = (folder.path(of: "tea.so"), try ProviderManifest(json: Array(Self.manifest.utf8)))
    for isStripped in [false, true] {
      if isStripped { #expect(try Tool.run(try #require(Tool.find("strip")), ["--strip-all", path]).status == 0) }
      let facts = try ProviderInspector().facts(of: path)
      #expect(facts.problems.isEmpty)
      let note = try #require(facts.note)
      #expect(NoteText.allCases.map(manifest.text) == [note.id, note.name, note.version, note.vendor])
      #expect(note.abi == ABIRange(majors: 1...1, minor: 0))
      #expect(!note.isOnlyInSection)
    }
  }

  @Test(arguments: [
    ["-swift-version", "6", "-Onone", "-enable-upcoming-feature", "MemberImportVisibility"],
    ["-swift-version", "5", "-O"],
    ["-swift-version", "6", "-default-isolation", "MainActor", "-strict-memory-safety"],
  ])
  func `have the settings and the least host in the note, and typed in Swift`(_ options: [String]) throws {
    let folder = try TestFolder()
    let outcome = try compile(
      Self.configured, ["-warnings-as-errors"] + options, with: "\n\(Self.configuredClass)", in: folder)
    try #require(outcome.status == 0, "\(outcome.output)")
    let settings = try ProviderManifest(json: Array(Self.configured.utf8)).declarations.settings
    #expect(settings.count == 5)
    let note = try ProviderInspector().facts(of: folder.path(of: "tea.so")).note
    #expect(note?.settings == settings && note?.requirements == ["minor:0"])
  }

  @Test func `have the compiler look for the class where the file names it`() throws {
    let folder = try TestFolder()
    let outcome = try compile(ManifestMistake.right, [], in: folder)
    #expect(outcome.status != 0)
    #expect(
      outcome.output.hasPrefix(
        "\(folder.path(of: "provider.json")):6:13: error: cannot find 'TeaProvider' in scope\n"), "\(outcome.output)")
  }

  @Test func `are compiled from a folder with a name that Swift cannot quote`() throws {
    let outer = try TestFolder()
    let path = outer.path(of: #"a "quoted" \ name.json"#)
    let source = EntrySource(try ProviderManifest(json: Array(ManifestMistake.right.utf8)), path: path).text
    #expect(!source.contains("#sourceLocation"))
    #expect(source.contains("\nTeaProvider()\n"))
  }
}

@Suite struct `The note of the example` {
  @Test(arguments: [
    ("ExampleProvider", "Plugins/ExampleProvider"), ("SuspendingProvider", "Tests/Fixtures/SuspendingProvider"),
  ])
  func `is what its provider.json says, stripped or not`(_ product: String, _ folder: String) throws {
    let json = try Data(contentsOf: URL(fileURLWithPath: "\(FixtureLibrary.package)/\(folder)/provider.json"))
    let texts = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let copies = try TestFolder()
    let path = copies.path(of: "provider.so")
    try FileManager.default.copyItem(atPath: try FixtureLibrary.product(product), toPath: path)
    for isStripped in [false, true] {
      if isStripped { #expect(try Tool.run(try #require(Tool.find("strip")), ["--strip-all", path]).status == 0) }
      let facts = try ProviderInspector().facts(of: path)
      let note = try #require(facts.note)
      #expect(
        [note.id, note.name, note.version, note.vendor]
          == ["id", "name", "version", "vendor"].map { texts[$0] as? String })
      #expect(!note.isOnlyInSection)
      #expect(facts.problems.isEmpty)
    }
  }
}
