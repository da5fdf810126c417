import AppControllerKit
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProviderPlugins

@MainActor
@Suite struct `Loading only what was vetted` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Makes a provider with any answer to the query, which reports when its code runs.
  private func make(
    _ name: String = "a.so", id: String = "com.example.noted", version: String = "1.2.0", proof: String? = nil,
    note: String = NotedLibrary.note
  ) throws -> String {
    let run = proof.map {
      "#include <stdio.h>\n__attribute__((constructor)) static void run(void) { fclose(fopen(\"\($0)\", \"w\")); }"
    }
    return try NotedLibrary.build(
      NotedLibrary.answering(id: id, version: "\"\(version)\"", note: note, run ?? ""), to: name, in: folder)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test func `loads what its note says`() throws {
    let provider = try ProviderLoader().load(make())
    #expect(provider.id == "com.example.noted" && provider.version == "1.2.0")
    provider.end()
  }

  @Test func `runs nothing of one that requires what this host does not have`() throws {
    let proof = folder.path(of: "it-ran")
    let note =
      #"ACK_PROVIDER_NOTE_WITH("com.example.noted", "Noted", "1.2.0", "Example Ltd.", "requires": ["kind:hologram"]);"#
    let path = try make(proof: proof, note: note)
    for isolation in [ProviderIsolation.none, .process] {
      var loader = ProviderLoader()
      loader.isolation = isolation
      let error = #expect(throws: PluginError.self) { try loader.load(path) }
      expect(error, "ACK2041", [path, "kind:hologram"])
    }
    #expect(!exists(proof))
  }

  @Test(arguments: [("id", "com.example.other", "1.2.0"), ("version", "com.example.noted", "9")])
  func `refuses one that answers something else than its note`(what: String, id: String, version: String) throws {
    let path = try make(id: id, version: version)
    let error = #expect(throws: PluginError.self) { try ProviderLoader().load(path) }
    expect(error, "ACK2036", [what == "id" ? "com.example.noted" : "1.2.0", what == "id" ? id : version])
  }

  @Test func `refuses a file that was exchanged since it was looked at`() throws {
    let path = try make()
    let other = try make("b.so")
    var loader = ProviderLoader()
    loader.willMap = { _ in #expect(unsafe rename(other, path) == 0) }
    let error = #expect(throws: PluginError.self) { try loader.load(path) }
    expect(error, "ACK2035", [path, "its content, owner, mode or name was set"])
  }

  @Test func `accepts the digest that is pinned, and no other, before any of it runs`() throws {
    let proof = folder.path(of: "it-ran")
    let path = try make(proof: proof)
    let digest = try #require(try ProviderInspector().facts(of: path).digest?.description)
    var loader = ProviderLoader()
    let other = String(repeating: "0", count: 64)
    loader.pins = ["com.example.noted": try #require(ProviderPin(sha256: other, pinnedAt: 0))]
    let error = #expect(throws: PluginError.self) { try loader.load(path) }
    expect(error, "ACK2037", [digest, other, "1970-01-01T00:00:00Z"])
    #expect(!exists(proof))
    loader.pins = [:]
    loader.pin = ProviderPin(sha256: other)
    #expect(throws: PluginError.self) { try loader.load(path) }
    #expect(!exists(proof))
    loader.pin = ProviderPin(sha256: digest.uppercased())
    try loader.load(path).end()
    #expect(exists(proof))
  }

  @Test(arguments: ["", "00", String(repeating: "g", count: 64), String(repeating: "0", count: 65)])
  func `takes no other text for a digest`(_ text: String) { #expect(ProviderPin(sha256: text) == nil) }

  @Test func `warns of a file that others can write when it was named, and refuses one that was found`() throws {
    let proof = folder.path(of: "it-ran")
    let path = try make(proof: proof)
    try #require(unsafe chmod(path, 0o666) == 0)
    var loader = ProviderLoader()
    let error = #expect(throws: PluginError.self) { try loader.open(path, isNamed: false) }
    expect(error, "ACK2032", [path])
    let searchPath = ProviderSearchPath([ProviderLocation(.given, folder.path)])
    let unknown = #expect(throws: PluginError.self) { try loader.load(id: "com.example.noted", from: searchPath) }
    expect(unknown, "ACK2038", ["com.example.noted"])
    #expect(unknown?.why.contains("\(path) is refused") == true)
    #expect(!exists(proof))
    var warnings: [String] = []
    loader.warningHandler = { warnings.append($0.codeName) }
    try loader.load(path).end()
    #expect(warnings == ["ACK2032"])
  }

  @Test func `finds one by its id`() throws {
    let path = try make()
    let searchPath = ProviderSearchPath([ProviderLocation(.given, folder.path)])
    let provider = try ProviderLoader().load(id: "com.example.noted", from: searchPath)
    #expect(provider.path == path)
    provider.end()
  }

  @Test func `names who needs a library that is missing`() throws {
    let missing = try NotedLibrary.build("int gone(void) { return 1; }", to: "libgone.so", in: folder)
    let path = try NotedLibrary.build(
      NotedLibrary.source + "int gone(void);\nint use(void) { return gone(); }", in: folder,
      ["-L\(folder.path)", "-lgone"])
    try FileManager.default.removeItem(atPath: missing)
    let error = #expect(throws: PluginError.self) { try ProviderLoader().load(path) }
    expect(error, "ACK2006", [path, "needs libgone.so"])
  }
}
