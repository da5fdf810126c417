import AppControllerKit
import AppControllerKitTesting
import Testing

@testable import ProviderPlugins

/// The contract of providers, asked of libraries: what holds for an object holds for one behind the ABI.
@MainActor
@Suite struct `The contract of providers, across the ABI` {
  @Test(arguments: [.swift, .c] as [Example], ProviderContract.rules)
  func `is kept by the example`(example: Example, rule: ProviderContract.Rule) async throws {
    let library = try ProviderLoader().open(try example.library())
    try await rule.check { library.makeProvider() }
  }

  @Test func `is broken in one rule by the gallery in C, which answers everything`() async throws {
    let library = try ProviderLoader().open(try FixtureLibrary.gallery())
    let broken = Set(await ProviderContract { library.makeProvider() }.violations().map { $0.rule.id })
    #expect(broken == ["unknown-actions-are-refused"])
  }
}

extension ProviderLibrary {
  /// An instance whose questions have no deadline.
  @MainActor
  fileprivate func makeProvider() -> any AppControllerInterfaceProviding {
    do {
      return try PluginProvider(library: self, deadline: nil, clock: ManualClock())
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
