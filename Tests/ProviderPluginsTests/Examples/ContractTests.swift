import AppControllerKit
import AppControllerKitTesting
import ProviderPlugins
import TestSupport
import Testing

/// The contract of providers for libraries: it holds for a provider behind the ABI too, in each place where that runs.
@MainActor
@Suite(.serialized) struct `The contract of providers, across the ABI` {
  @Test(arguments: ProviderContract.rules, LoadingMode.waited)
  func `is kept by the examples`(_ rule: ProviderContract.Rule, _ mode: LoadingMode) async throws {
    let loader = try mode.loader(clock: ManualClock())
    for example in [Example.swift, .c] {
      let library = try example.library()
      try await rule.check { loader.provider(library) }
    }
  }

  @Test func `is broken in one rule by the gallery in C, which answers everything`() async throws {
    let (library, loader) = (try FixtureLibrary.gallery(), try LoadingMode.here.loader(clock: ManualClock()))
    let broken = Set(await ProviderContract { loader.provider(library) }.violations().map { $0.rule.id })
    #expect(broken == ["unknown-actions-are-refused"])
  }
}

extension ProviderLoader {
  fileprivate func provider(_ path: String) -> any AppControllerInterfaceProviding {
    do {
      return try load(path)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
