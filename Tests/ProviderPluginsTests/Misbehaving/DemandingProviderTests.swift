import AppControllerKit
import AppControllerKitTesting
import Foundation
import ProviderPlugins
import TestSupport
import Testing

/// A provider that requests or writes more than it may costs the app a bounded time and one clear error.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(30))) struct `A demanding provider` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Returns the library that does something: a copy, because it reads the name of its file.
  private func library(_ deed: String) throws -> String {
    let path = folder.path(of: "demanding.\(deed).so")
    try FileManager.default.copyItem(atPath: FixtureLibrary.build("Tests/Fixtures/demanding.c"), toPath: path)
    return path
  }

  private func loader(_ mode: LoadingMode, clock: any Clock<Duration> = ContinuousClock()) throws -> ProviderLoader {
    var loader = try mode.loader(clock: clock)
    loader.quarantine = Quarantine(folder: folder.path(of: "state"))
    return loader
  }

  @Test(arguments: LoadingMode.waited)
  func `is given up at the deadline, however often it wakes its question`(_ mode: LoadingMode) async throws {
    let clock = ManualClock()
    var loader = try loader(mode, clock: clock)
    loader.deadline = .seconds(3)
    let provider = try loader.load(library("awake"))
    let asked = Task { try await provider.loggedOutInterface(for: .test(.loggedOut)) }
    await clock.sleeperArrived(within: .seconds(3))
    // Other questions are answered meanwhile.
    #expect(try await provider.loggedInInterface(for: .test(.loggedIn)).id == "logged-in")
    clock.advance(by: .seconds(3))
    expect(await #expect(throws: PluginError.self) { try await asked.value }, "ACK2104", ["logged-out", "3.0 seconds"])
    await provider.finish()
  }

  @Test(arguments: ["login", "logout", "update", "invalidate"], LoadingMode.allCases)
  func `is ended when a thread of it floods the app with requests`(_ deed: String, _ mode: LoadingMode) async throws {
    let loader = try loader(mode)
    let app = try LoadedApp(library(deed), loader: loader)
    try await app.install()
    let handle = AppController.Handle.test(.loggedOut)
    var failure: (any Error)?
    while failure == nil {
      do {
        _ = try await app.provider.perform(InterfaceAction("go", nodeID: "go"), for: handle)
        await Task.yield()
      } catch { failure = error }
    }
    expect(failure as? PluginError, "ACK2108", ["com.example.demanding", "1000", "was ended"])
    // The error is reported once, even when no question is asked, besides the results of the requests.
    await reached { app.log.contains { $0.hasSuffix("was ended [ACK2108]") } }
    #expect(app.log.count { $0.hasSuffix("was ended [ACK2108]") } == 1)
    // All of its requests come to an end.
    await app.controller.settle()
    let again = await #expect(throws: PluginError.self) { try await app.provider.loggedInInterface(for: handle) }
    expect(again, "ACK2108", [])
    await app.provider.finish()
    let entries = try #require(try loader.quarantine?.entries())
    #expect(entries.map(\.code) == (mode == .here ? [] : ["ACK2108"]))
  }

  @Test(arguments: LoadingMode.allCases)
  func `has its answer refused when it floods the app inside a call`(_ mode: LoadingMode) async throws {
    // In real time a slow machine may take more than a second for a thousand requests.
    let provider = try loader(mode, clock: ManualClock()).load(library("inside"))
    let error = await #expect(throws: PluginError.self) {
      try await provider.loggedOutInterface(for: .test(.loggedOut))
    }
    expect(error, "ACK2108", ["com.example.demanding"])
    await provider.finish()
  }

  @Test(arguments: LoadingMode.allCases)
  func `is not loaded when it floods the app while it is made`(_ mode: LoadingMode) {
    let error = #expect(throws: PluginError.self) { try loader(mode, clock: ManualClock()).load(library("create")) }
    expect(error, "ACK2108", ["com.example.demanding"])
  }

  @Test(arguments: ["ticking", "waking"], LoadingMode.allCases)
  func `leaves the main actor its turns when it ticks, wakes and logs for ever`(
    _ deed: String, _ mode: LoadingMode
  ) async throws {
    let app = try LoadedApp(library(deed), loader: loader(mode))
    try await app.install()
    _ = try await app.controller.perform(nodeID: "go")
    for _ in 0..<20 {
      // Other tasks get their turns of the main actor.
      await Task { @MainActor in }.value
      #expect(try await app.controller.describe(.loggedIn).id == "logged-in")
    }
    #expect(await app.controller.login(Session(subject: "ann")).isCompleted)
    await app.provider.finish()
    #expect(app.controller.state == .loggedIn)
  }

  @Test(arguments: LoadingMode.allCases)
  func `has no more lines kept than may be, and is told how many were left out`(_ mode: LoadingMode) async throws {
    let app = try LoadedApp(library("chatting"), loader: loader(mode))
    try await app.install()
    await app.provider.finish()
    app.controller.flushLog()
    #expect(app.log.count { $0 == "debug: chat" } == ProviderTraffic.lineLimit)
    #expect(app.log.contains("warning: the kettle is on"), "a warning has its own room")
    #expect(app.log.count { $0.hasPrefix("debug: 4000 lines of the provider's log were left out") } == 1)
  }

  @Test(arguments: LoadingMode.allCases)
  func `is heard until its end has returned, and in order`(_ mode: LoadingMode) async throws {
    var loader = try loader(mode)
    var alone: [String] = []
    loader.logHandler = { alone.append($1.replacing("com.example.demanding | ", with: "")) }
    let app = try LoadedApp(library("talking"), loader: loader)
    _ = try await app.controller.describe(.loggedOut)
    await app.provider.finish()
    app.controller.flushLog()
    func lines(_ functions: [String]) -> [String] { functions.flatMap { name in (1...100).map { "\(name) \($0)" } } }
    #expect(app.log == lines(["create", "describe", "thread", "destroy"]).map { "warning: \($0)" })
    #expect(alone.isEmpty)

    // A provider that no controller has asked reports to the loader.
    let unasked = try loader.load(library("unasked.talking"))
    await unasked.finish()
    #expect(alone == lines(["create", "thread", "destroy"]))
    alone = []
    #expect(throws: PluginError.self) { try loader.load(library("failing")) }
    #expect(alone == lines(["create"]))
  }
}

extension TransitionOutcome {
  fileprivate var isCompleted: Bool { if case .completed = self { true } else { false } }
}
