import AppControllerKit
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProviderPlugins

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

/// Exchanges what the provider was given for something else, when everything was looked at, right before it is used.
extension `A prying provider` {
  private func exchange(_ name: String, for target: String) {
    #expect(unsafe rename(folder.path(of: name), folder.path(of: "\(name).old")) == 0)
    #expect(unsafe symlink(folder.path(of: target), folder.path(of: name)) == 0)
  }

  @Test func `gets nothing by a link in the place of its resources`() async throws {
    let wanted = [".ssh/id_rsa", "prying.resources/id_rsa"].map { folder.path(of: $0) + "\n" }.joined()
    try folder.write(wanted.utf8, to: ".ssh/wanted")
    var loader = try LoadingMode.apart.loader()
    loader.willMap = { _ in exchange("prying.resources", for: ".ssh") }
    let provider = try loader.load(folder.path(of: "prying.so"))
    let shown = try await provider.loggedOutInterface(for: .test(.loggedOut)).root.label ?? ""
    // Of where the link leads it does not even read the list.
    #expect(shown.hasPrefix("host: "), "\(shown)")
  }

  @Test func `gets nothing by a link in the place of a folder that it may read`() async throws {
    for name in ["data", "data/photos"] {
      try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
    }
    try folder.write("a picture".utf8, to: "data/photos/picture")
    let names = ["data/photos/id_rsa", "data/photos.old/picture", ".ssh/id_rsa"]
    try folder.write(names.map { folder.path(of: $0) + "\n" }.joined().utf8, to: "prying.resources/wanted")
    var loader = try LoadingMode.apart.loader()
    loader.child.readablePaths = [folder.path(of: "data/photos")]
    loader.willMap = { _ in exchange("data/photos", for: ".ssh") }
    let provider = try loader.load(folder.path(of: "prying.so"))
    let shown = try await provider.loggedOutInterface(for: .test(.loggedOut)).root.label ?? ""
    #expect(
      shown.hasPrefix("id_rsa: Permission denied; picture: done; id_rsa: Permission denied; host: "), "\(shown)")
  }

  @Test func `is given no folder that a link leads to since it was decided about`() throws {
    for name in ["data", "data/photos"] {
      try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
    }
    let path = folder.path(of: "data/photos")
    #expect(try Place(resolved: path, isWritable: true).path == path)
    // On the way, or at its end.
    exchange("data", for: "data.old")
    for path in [path, folder.path(of: "data")] {
      let error = #expect(throws: PluginError.self) { try Place(resolved: path, isWritable: true) }
      #expect(error?.code == .sandboxFailed && error?.what.contains(path) == true)
    }
  }
}

private struct NoLink: Error {}
