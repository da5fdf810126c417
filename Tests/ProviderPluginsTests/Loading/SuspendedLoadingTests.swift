import AppControllerKit
import AppControllerKitTesting
import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

/// A provider in a process of its own starts while the main actor goes on.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `Loading that suspends` {
  private let folder: TestFolder
  private let clock = ManualClock()

  init() throws { folder = try TestFolder() }

  private func loader() throws -> ProviderLoader {
    var loader = try LoadingMode.suspended.loader(clock: clock)
    loader.quarantine = Quarantine(folder: folder.path(of: "state"))
    return loader
  }

  /// Returns a library that does something deadly: a copy, because a link changes the file for those who load it.
  private func library(_ deed: Deed) throws -> String {
    let path = folder.path(of: "deadly.\(deed.function).\(deed.act).so")
    try FileManager.default.copyItem(atPath: FixtureLibrary.build("Tests/Fixtures/deadly.c"), toPath: path)
    return path
  }

  /// Returns the error with which loading fails.
  private func failure(_ load: () async throws(PluginError) -> PluginProvider) async -> PluginError? {
    do throws(PluginError) { _ = try await load() } catch { return error }
    return nil
  }

  /// Begins to load a provider that never comes back from a function, and waits until it is there.
  private func hanging(in function: Deed.Function) async throws -> (path: String, Task<PluginProvider, any Error>) {
    let path = try library(Deed(function: function, act: .hang))
    let loader = try loader()
    var isOver = false
    let task = Task {
      defer { isOver = true }
      return try await loader.loadSuspending(path)
    }
    await reached { !processes(thatMap: path).isEmpty || isOver }
    #expect(!isOver)
    return (path, task)
  }

  @Test(arguments: [Deed.Function.constructor, .query, .create])
  func `leaves the main actor to others until the deadline of the start`(_ function: Deed.Function) async throws {
    let (path, hanging) = try await hanging(in: function)
    // Another one is loaded and answers meanwhile.
    let other = try await loader().loadSuspending(FixtureLibrary.exampleInC())
    #expect(try await other.loggedOutInterface(for: .test(.loggedOut)).id == "logged-out")
    await other.finish()
    #expect(!processes(thatMap: path).isEmpty)

    clock.advance(by: .seconds(600))
    let error = await #expect(throws: PluginError.self) { try await hanging.value }
    expect(error, "ACK2203", ["com.example.deadly", "within 600.0 seconds while it was loaded"])
    #expect(processes(thatMap: path).isEmpty)
    #expect(try loader().quarantine?.entries().map(\.code) == ["ACK2203"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `kills the process when its task is cancelled`() async throws {
    let (path, hanging) = try await hanging(in: .create)
    hanging.cancel()
    let error = await #expect(throws: PluginError.self) { try await hanging.value }
    expect(error, "ACK2107", ["com.example.deadly"])
    #expect(processes(thatMap: path).isEmpty)
    await reached { clock.sleeperCount == 0 }
    // It is not the provider's fault.
    #expect(try loader().quarantine?.entries().isEmpty == true)

    // A task that is cancelled already does not get a provider either.
    let late = Task { try await loader().loadSuspending(FixtureLibrary.exampleInC()) }
    late.cancel()
    expect(await #expect(throws: PluginError.self) { try await late.value }, "ACK2107", ["com.example.kitty-c"])
  }

  /// Whatever prevents loading is the same error, whichever way the provider is loaded.
  @Test(arguments: Deed.all.filter { $0.preventsLoading && !$0.act.isEndless })
  func `fails as loading that blocks does`(_ deed: Deed) async throws {
    var loader = try LoadingMode.suspended.loader(clock: clock)
    loader.quarantine = nil
    let path = try library(deed)
    let blocked = try #require(#expect(throws: PluginError.self) { try loader.load(path) })
    let error = await failure { () async throws(PluginError) in try await loader.loadSuspending(path) }
    #expect(error?.what == blocked.what)
    #expect(error?.code == blocked.code)
  }

  @Test(arguments: LoadingMode.allCases)
  func `is had by path and by id, in any process`(_ mode: LoadingMode) async throws {
    var loader = try mode.loader()
    let library = folder.path(of: "kitty.so")
    try FileManager.default.copyItem(atPath: FixtureLibrary.exampleInC(), toPath: library)
    let search = ProviderSearchPath.ofThisProcess(given: [folder.path])
    loader.deadline = .seconds(600)
    for provider in [
      try await loader.loadSuspending(library),
      try await loader.loadSuspending(id: "com.example.kitty-c", from: search),
    ] {
      #expect(provider.isolation == (mode == .here ? .none : .process))
      #expect(try await provider.loggedOutInterface(for: .test(.loggedOut)).id == "logged-out")
      await provider.finish()
    }
    let unknown = await failure { () async throws(PluginError) in
      try await loader.loadSuspending(id: "nobody", from: search)
    }
    expect(unknown, "ACK2038", ["nobody"])
  }

  @Test func `ends a provider that floods the app while it is made`() async throws {
    let path = folder.path(of: "demanding.create.so")
    try FileManager.default.copyItem(atPath: FixtureLibrary.build("Tests/Fixtures/demanding.c"), toPath: path)
    let loader = try loader()
    let error = await failure { () async throws(PluginError) in try await loader.loadSuspending(path) }
    expect(error, "ACK2108", ["com.example.demanding"])
    await reached { processes(thatMap: path).isEmpty }
  }

  /// An instance that is not yet there.
  private final class AwaitedEndpoint: ProviderEndpoint {
    let identity: ProviderIdentity
    private(set) var ticks = 0

    init(_ identity: ProviderIdentity) { self.identity = identity }

    func answer(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply { .unsupported }
    func cancel(_ sequence: UInt64) {}
    func tick() { ticks += 1 }
    func end(cancelling open: [UInt64], isBrokenOff: Bool) -> Task<Void, Never>? { nil }
  }

  @Test func `keeps a tick that is asked for before the provider is there`() async throws {
    let example = try ProviderLoader().load(FixtureLibrary.exampleInC())
    let endpoint = AwaitedEndpoint(example.identity)
    let opening = ProviderOpening(deadline: nil, clock: clock)
    _ = opening.context.requestTick()
    // The main actor has its turn before there is a provider.
    await Task { @MainActor in }.value
    let provider = try PluginProvider(opening, endpoint)
    await Task { @MainActor in }.value
    #expect(endpoint.ticks == 1)
    #expect(!provider.isEnded)
  }
}
