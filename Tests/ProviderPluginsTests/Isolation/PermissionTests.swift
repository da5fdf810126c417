import AppControllerKit
import ProviderPlugins
import TestSupport
import Testing

/// A provider can do exactly what it is told to be granted.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `The permissions of a provider` {
  /// Returns the result of an attempt to use the network, and the creation arguments of the provider.
  private func shown(
    _ loader: ProviderLoader, declaring list: Int = 0
  ) async throws -> (outcome: String?, madeWith: String?) {
    let provider = try loader.load(FixtureLibrary.build("Tests/Fixtures/networking.c", defining: "DECLARES=\(list)"))
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

  @Test func `are what it declares, when somebody has agreed to exactly that, and else it is not run`() async throws {
    let ports = "network: TCP to the port 443"
    for agreed in [[], ["network: TCP to the port 80"], ["network"]] as [Set<String>] {
      var loader = try LoadingMode.apart.loader()
      loader.agreedPermissions = ["com.example.networking": agreed, "com.example.other": [ports]]
      let error = await #expect(throws: PluginError.self) { try await self.shown(loader, declaring: 1) }
      #expect(error?.code == .permissionNotGranted && error?.what.contains(ports) == true)
    }
    var loader = try LoadingMode.apart.loader()
    loader.agreedPermissions = ["com.example.networking": [ports]]
    let shown = try await self.shown(loader, declaring: 1)
    #expect(shown.outcome == "TCP: Permission denied; UDP: Permission denied", "it has that port, and may not listen")
    #expect(shown.madeWith == "home: ; settings: 0; granted: network")
    let error = await #expect(throws: PluginError.self) { try await self.shown(loader, declaring: 2) }
    #expect(error?.what.contains("more than was granted: folder:photos: reads") == true)
  }

  @Test func `are asked for, with all that is missing, and hold for what was asked`() async throws {
    var loader = try LoadingMode.apart.loader()
    loader.agreedPermissions = ["com.example.networking": ["network: TCP to the port 443"]]
    loader.permissions = ["com.example.networking": [.network]]
    loader.permissionHandler = { request in
      #expect(request.missing.map(\.grantName) == ["folder:photos"] && request.note.permissions.count == 2)
      return false
    }
    let error = await #expect(throws: PluginError.self) { try await self.shown(loader, declaring: 2) }
    #expect(error?.code == .permissionNotGranted)
    loader.permissions = [:]
    loader.permissionHandler = { _ in true }
    loader.agreedPermissions = [:]
    let shown = try await self.shown(loader, declaring: 1)
    #expect(shown.madeWith == "home: ; settings: 0; granted: network")
  }

  @Test func `are all of them in the app's process, where nothing can be kept from it`() async throws {
    let shown = try await shown(LoadingMode.here.loader())
    #expect(shown.outcome == "TCP: done; UDP: done")
    #expect(shown.madeWith == "home: ; settings: 0; granted: network")
    let declared = try await self.shown(LoadingMode.here.loader(), declaring: 2)
    #expect(declared.madeWith == "home: ; settings: 0; granted: folder:photos network")
  }
}
