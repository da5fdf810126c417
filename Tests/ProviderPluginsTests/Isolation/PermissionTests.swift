import AppControllerKit
import ProviderPlugins
import TestSupport
import Testing

/// A provider can do exactly what it is told to be granted.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `The permissions of a provider` {
  /// Returns the result of an attempt to use the network, and the creation arguments of the provider.
  private func shown(_ loader: ProviderLoader) async throws -> (outcome: String?, madeWith: String?) {
    let provider = try loader.load(FixtureLibrary.build("Tests/Fixtures/networking.c"))
    let root = try await provider.loggedOutInterface(for: .test(.loggedOut)).root
    return (root.label, root.children.first?.text)
  }

  @Test func `are none in a process of its own, unless they are granted`() async throws {
    let shown = try await shown(LoadingMode.apart.loader())
    #expect(shown.outcome == "TCP: Permission denied; UDP: Permission denied")
    #expect(shown.madeWith == "home: ; settings: 0; granted:")
  }

  @Test func `are what was granted, and it is told so with its folder`() async throws {
    let folder = try TestFolder()
    var loader = try LoadingMode.apart.loader()
    loader.child.permissions = [.network]
    loader.child.homes = folder.path
    let shown = try await shown(loader)
    #expect(shown.outcome == "TCP: done; UDP: done")
    let home = folder.path(of: "com.example.networking")
    #expect(shown.madeWith == "home: \(home); settings: 0; granted: network")
  }

  @Test func `are all of them in the app's process, where nothing can be kept from it`() async throws {
    let shown = try await shown(LoadingMode.here.loader())
    #expect(shown.outcome == "TCP: done; UDP: done")
    #expect(shown.madeWith == "home: ; settings: 0; granted: network")
  }
}
