import AppControllerKit
import AppControllerKitTesting
import CSystem
import ProviderPlugins
import TestSupport
import Testing

/// A fault of a provider in a process of its own costs the app one clear error, and nothing else.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(30))) struct `A deadly provider in a process of its own` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test(arguments: Deed.all)
  func `costs one error, and the app goes on`(_ deed: Deed) async throws {
    let clock = ManualClock()
    var loader = try LoadingMode.suspended.loader(clock: clock)
    let library = try deed.library(in: folder)
    if deed.preventsLoading {
      if deed.act.isEndless { loader.child.startDeadline = .milliseconds(300) }
      var error = #expect(throws: PluginError.self) { try loader.load(library) }
      // On a busy machine the process may need longer to say that it serves providers.
      while deed.act.isEndless, error?.code == .childNotServing, loader.child.startDeadline < .seconds(600) {
        loader.child.startDeadline *= 2
        error = #expect(throws: PluginError.self) { try loader.load(library) }
      }
      return expect(error, of: deed)
    }
    let app = try LoadedApp(library, loader: loader)
    // The deadline passes only for a function that has announced that it never returns, not for a slow one.
    let time = deed.act.isEndless ? Task { await pass(clock, app) } : nil
    try await live(app, deed)
    time?.cancel()
    app.provider.end()
    if deed.function == .destroy, deed.act.isEndless {
      // Its output at its end reaches nobody.
      var isOver = false
      let end = Task {
        await app.provider.finish()
        isOver = true
      }
      await reached { !clock.advanceToNextSleeper() && isOver }
      await end.value
    }
  }

  private func pass(_ clock: ManualClock, _ app: LoadedApp) async {
    await reached { app.log.contains { $0.hasSuffix("for ever") } }
    await reached { !clock.advanceToNextSleeper() && app.provider.hasEnded }
  }

  /// Uses every function of an app once.
  private func live(_ app: LoadedApp, _ deed: Deed) async throws {
    if deed.function == .initial, deed.act.error != nil {
      let error = await #expect(throws: AppControllerError.self) { try await app.install() }
      expect(error?.underlyingError as? PluginError, of: deed)
      return #expect(app.controller.state == .uninstalled)
    }
    try await app.install()
    expectState(app, .loggedOut, "Signed out")
    try await act(app, deed)
    try await logIn(app, deed)
    try await logOut(app, deed)
  }
}

// MARK: - The steps of a life

extension `A deadly provider in a process of its own` {
  private func act(_ app: LoadedApp, _ deed: Deed) async throws {
    // An action that is pressed and then cancelled; when the task suspends, the library has been asked.
    let waiting = Task.immediate { try await app.controller.perform(nodeID: "wait") }
    waiting.cancel()
    await #expect(throws: (any Error).self) { try await waiting.value }
    if deed.function == .cancel, deed.act.error != nil { return try await expectDead(app, deed) }
    let asked = try await app.controller.perform(nodeID: "tick")
    #expect(asked.response.effects == [.message(.info, "asked")])
    if deed.function == .tick, deed.act.error != nil { return try await expectDead(app, deed) }
    if deed.function == .perform, deed.act.error != nil { return try await expectDead(app, deed) }
    expectState(app, .loggedOut, "Signed out")
  }

  /// Expects every question to fail with the one error, sooner or later, because earlier notifications are handled
  /// first.
  private func expectDead(_ app: LoadedApp, _ deed: Deed) async throws {
    while true {
      do {
        _ = try await app.controller.perform(nodeID: deed.function == .perform ? "go" : "tick")
      } catch {
        expect(error.underlyingError as? PluginError, of: deed)
        break
      }
      await Task.yield()
    }
    expectState(app, .loggedOut, "Signed out")
  }

  private func logIn(_ app: LoadedApp, _ deed: Deed) async throws {
    let outcome = await app.controller.login(Session(subject: "tester@example.com"))
    if deed.act.error != nil, [.configuration, .describe, .perform, .cancel, .tick].contains(deed.function) {
      guard case .failed(let error) = outcome else {
        Issue.record("the login became \(outcome)")
        return
      }
      expect(error.underlyingError as? PluginError, of: deed)
      #expect(app.controller.session == nil)
      return expectState(app, .loggedOut, "Signed out")
    }
    guard case .completed(let report) = outcome else {
      Issue.record("the login became \(outcome)")
      return
    }
    #expect(report.problems == [])
    expectState(app, .loggedIn, "Signed in")
  }

  private func logOut(_ app: LoadedApp, _ deed: Deed) async throws {
    guard app.controller.state == .loggedIn else { return }
    let outcome = await app.controller.logout()
    guard case .completed(let report) = outcome else {
      Issue.record("the logout became \(outcome)")
      return
    }
    #expect(app.controller.session == nil)
    guard let (code, text) = deed.act.error, deed.function == .notify || deed.function == .ended else {
      #expect(report.problems == [])
      return expectState(app, .loggedOut, "Signed out")
    }
    // The function runs after the login, when nothing can be described any more, or at the end, when all is done.
    let isTooLate = deed.function == .ended
    #expect(app.controller.state == .loggedOut)
    #expect(isTooLate == (app.controller.installedInterface?.root.label == "Signed out"))
    let problems = (report.problems + app.log).joined(separator: "\n")
    #expect(problems.contains(code) && problems.contains(text), "\(problems)")
  }

  private func expect(_ error: PluginError?, of deed: Deed) {
    guard let (code, text) = deed.act.error, let error else {
      Issue.record("\(deed.testDescription): \(error.map(String.init(describing:)) ?? "no error")")
      return
    }
    #expect(error.code.rawValue == code)
    // Under a sanitizer, a process that exits in the middle of dlopen has an exit status of the sanitizer's own.
    if sandbox_has_sanitizer(), deed.act == .exit, deed.function == .constructor { return }
    #expect(error.what.contains(text) && error.what.contains("deadly"), "\(error)")
    if deed.act == .abort { #expect(error.why.contains("the kettle is on"), "\(error)") }
  }

  private func expectState(_ app: LoadedApp, _ state: AppController.State, _ label: String) {
    #expect(app.controller.state == state)
    #expect(app.controller.installedInterface?.root.label == label)
  }
}
