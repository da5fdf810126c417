import AppControllerKit
import Foundation
import ProviderPlugins
import Testing

/// A provider that looks for what is not its own: keys, other providers' sessions, its host, other programs.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A prying provider` {
  @Test(arguments: [
    (LoadingMode.here, "key: done; host: done; process: done"),
    (.apart, "key: Permission denied; host: Operation not permitted; process: Operation not permitted"),
  ])
  func `gets at what the app may, or at nothing`(_ mode: LoadingMode, _ expected: String) async throws {
    let folder = try TestFolder()
    for name in ["private", "providers"] {
      try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
    }
    let key = try folder.write("secret".utf8, to: "private/key")
    try folder.write("\(key)\n".utf8, to: "providers/wanted")
    let library = folder.path(of: "providers/prying.so")
    try FileManager.default.copyItem(atPath: FixtureLibrary.build("Tests/Fixtures/prying.c"), toPath: library)
    var loader = try mode.loader()
    // As an app has it: the sessions of all providers and their homes are side by side.
    loader.child.homes = folder.path(of: "private")
    let provider = try loader.load(library)
    #expect(try await provider.loggedOutInterface(for: .test(.loggedOut)).root.label == expected)
  }
}
