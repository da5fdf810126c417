import AppControllerKit
import Foundation
import Glibc
import ProviderPlugins
import TestSupport
import Testing

/// A provider that looks for data that is not its own: keys, other providers' sessions, its host, other programs.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A prying provider` {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    // A usual home folder: everything is below one folder, also the provider.
    for name in [".ssh", "sessions", "prying.resources"] {
      try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(
      atPath: FixtureLibrary.build("Tests/Fixtures/prying.c"), toPath: folder.path(of: "prying.so"))
    for name in [".ssh/id_rsa", "sessions/other.session.json", "prying.resources/own", "beside", "prying.so.key"] {
      try folder.write("secret".utf8, to: name)
    }
    guard unsafe symlink(folder.path(of: ".ssh"), folder.path(of: "prying.resources/link")) == 0 else { throw NoLink() }
  }

  /// Returns the text that the provider shows, which is the result of each file that it tries to read.
  private func shown(_ mode: LoadingMode, wanting names: [String], at name: String = "prying.so") async throws -> String
  {
    try folder.write(names.map { folder.path(of: $0) + "\n" }.joined().utf8, to: "prying.resources/wanted")
    var loader = try mode.loader()
    // As in an app, the sessions of all providers and their homes are side by side.
    loader.child.homes = folder.path
    let provider = try loader.load(folder.path(of: name))
    return try await provider.loggedOutInterface(for: .test(.loggedOut)).root.label ?? ""
  }

  @Test(arguments: [
    (LoadingMode.here, "id_rsa: done; host: done; process: done"),
    (.apart, "id_rsa: Permission denied; host: Operation not permitted; process: Operation not permitted"),
  ])
  func `gets at what the app may, or at nothing`(_ mode: LoadingMode, _ expected: String) async throws {
    #expect(try await shown(mode, wanting: [".ssh/id_rsa"]) == expected)
  }

  @Test func `reads its own file and its resources, and nothing else of the folder that it lies in`() async throws {
    let names = [
      "prying.so", "prying.resources/own", ".ssh/id_rsa", "sessions/other.session.json", "beside", "prying.so.key",
      "prying.resources/link/id_rsa",
    ]
    let shown = try await shown(.apart, wanting: names).split(separator: "; ").prefix(names.count)
    #expect(shown.prefix(2).allSatisfy { $0.hasSuffix(": done") }, "\(shown)")
    #expect(shown.dropFirst(2).allSatisfy { $0.hasSuffix(": Permission denied") }, "\(shown)")
  }

  @Test func `has no resources where a link leads to them`() async throws {
    let target = folder.path(of: "elsewhere")
    try FileManager.default.moveItem(atPath: folder.path(of: "prying.resources"), toPath: target)
    guard unsafe symlink(target, folder.path(of: "prying.resources")) == 0 else { throw NoLink() }
    // The provider does not even learn the names of the files.
    #expect(try await shown(.apart, wanting: [".ssh/id_rsa"]).hasPrefix("host: "))
  }
}

private struct NoLink: Error {}
