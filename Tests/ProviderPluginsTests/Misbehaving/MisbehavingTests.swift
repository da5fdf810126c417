import AppControllerKit
import AppControllerKitTesting
import Foundation
import ProviderPlugins
import TestSupport
import Testing

@MainActor
@Suite(.serialized, .timeLimit(.minutes(30))) struct `A misbehaving provider` {
  @Test func `has a row for every mode`() throws {
    let source = try String(
      contentsOfFile: "\(FixtureLibrary.package)/Tests/Fixtures/misbehaving.c", encoding: .utf8)
    let modes = source.matches(of: /(?m)^ {2}X\((\d+), (MB_[A-Z0-9_]+), "/)
    #expect(modes.map { Int($0.1) } == modes.indices.map(Optional.some), "numbered without a gap")
    #expect(modes.count == source.matches(of: /(?m)^\s*X\(\d/).count, "none was overlooked")
    #expect(Misbehaviour.table.map(\.mode) == modes.map { String($0.2) })
  }

  /// The outcome is the same in the app's process and in a process of its own, with the same texts.
  @Test(arguments: Misbehaviour.table, LoadingMode.allCases)
  func `has one outcome, and the host goes on`(_ row: Misbehaviour, _ mode: LoadingMode) async throws {
    let loader = try mode.loader()
    switch row.outcome {
    case .isNotLoaded(let code, let texts):
      let library = try FixtureLibrary.misbehaving(row.mode)
      let error = #expect(throws: PluginError.self) { try loader.load(library) }
      expect(error, code, texts)
    case .works, .describesWrongly, .failsToDescribe: try await install(row, loader)
    case .failsToLogIn, .failsToPerform, .says, .saysAfterTick: try await press(row, loader)
    case .timesOut, .logsInLater, .logsOutLater, .outlivesItsEnd: try await wait(row, mode)
    }
    try await expectOthersToWork()
  }

  private func install(_ row: Misbehaviour, _ loader: ProviderLoader) async throws {
    let app = try LoadedApp(misbehaving: row.mode, loader: loader)
    switch row.outcome {
    case .describesWrongly(let code, let path, let texts):
      let error = await #expect(throws: AppControllerError.self) { try await app.install() }
      expect(error, "ACK1001", texts + ["\(path): ", "[\(code)]"])
      let diagnostic = error?.diagnostics.first
      #expect(diagnostic?.code.rawValue == code)
      #expect(diagnostic?.path == path)
      #expect(diagnostic?.severity == .error)
      try await expectToGoOn(app)
    case .failsToDescribe(let code, let texts):
      let error = await #expect(throws: AppControllerError.self) { try await app.install() }
      expect(error, "ACK3002", texts)
      expect(error?.underlyingError as? PluginError, code, texts + ["com.example.misbehaving"])
      try await expectToGoOn(app)
    default:
      try await expectToWork(app)
    }
  }

  private func press(_ row: Misbehaviour, _ loader: ProviderLoader) async throws {
    let app = try LoadedApp(misbehaving: row.mode, loader: loader)
    try await app.install()
    switch row.outcome {
    case .failsToLogIn(let code, let texts):
      let outcome = try await app.go()
      guard case .failed(let error)? = outcome.transition else {
        Issue.record("the login became \(String(describing: outcome.transition))")
        return
      }
      expect(error, code, texts)
    case .failsToPerform(let code, let texts):
      let screen = try #require(app.controller.screens.last)
      let error = await #expect(throws: AppControllerError.self) { try await app.go() }
      if error?.code == .actionFailed {
        expect(error?.underlyingError as? PluginError, code, texts)
      } else {
        expect(error, code, texts)
      }
      #expect(screen.state.fieldErrors.isEmpty)
      #expect(app.controller.screens.count == 1)
    case .says(let texts):
      for text in texts { #expect(try await app.message() == text) }
    case .saysAfterTick(let first, let second):
      #expect(try await app.message() == first)
      // The tick is a job of the main actor, and runs when the test gives it a turn.
      var message = try await app.message()
      while message == first {
        await Task.yield()
        message = try await app.message()
      }
      #expect(message == second)
    default: break
    }
    #expect(app.controller.state == .loggedOut)
    #expect(app.controller.session == nil)
    if row.mode == "MB_BAD_UTF8_LOG" {
      await app.controller.settle()
      #expect(app.log == ["info: bad \u{FFFD}( text"])
    }
    try await expectToGoOn(app)
  }
}

// MARK: - Later effects

extension `A misbehaving provider` {
  private func wait(_ row: Misbehaviour, _ mode: LoadingMode) async throws {
    switch row.outcome {
    case .timesOut: try await waitInVain(row, mode)
    case .logsInLater, .logsOutLater: try await waitForThread(row, mode)
    default: try await outlive(row, mode)
    }
  }

  private func waitInVain(_ row: Misbehaviour, _ mode: LoadingMode) async throws {
    // A suspending question sleeps for other deadlines too.
    if mode == .suspended { return }
    let clock = ManualClock()
    var loader = try mode.loader(clock: clock)
    loader.deadline = .seconds(3)
    let app = try LoadedApp(misbehaving: row.mode, loader: loader)
    try await app.install()
    let pressed = Task.immediate { try await app.go() }
    await clock.sleeperArrived(within: .seconds(3))
    // Other questions do not wait for it.
    #expect(try await app.controller.describe(.loggedIn).id == "logged-in")
    clock.advance(by: .seconds(3))
    let error = await #expect(throws: AppControllerError.self) { try await pressed.value }
    expect(error?.underlyingError as? PluginError, "ACK2104", ["action go", "3.0 seconds"])
    // The library was told with the sequence of the question, which came after the splash and the description.
    #expect(try await app.message()?.wholeMatch(of: /cancelled [1-9][0-9]*/) != nil)
    #expect(clock.sleeperCount == 0)
  }

  private func waitForThread(_ row: Misbehaviour, _ mode: LoadingMode) async throws {
    let app = try LoadedApp(misbehaving: row.mode, loader: mode.loader())
    try await app.install()
    let (arrivals, arrived) = AsyncStream.makeStream(of: AppController.State.self)
    let isLogin = row.mode == "MB_LOGIN_FROM_THREAD"
    if !isLogin {
      _ = try await app.go()
      #expect(app.controller.state == .loggedIn)
    }
    app.controller.didLoginHandler = { arrived.yield(.loggedIn) }
    app.controller.didLogoutHandler = { arrived.yield(.loggedOut) }
    do {
      #expect(try await app.message() == "requested")
    } catch let error as AppControllerError where error.code == .staleAction {
      // On a busy machine the thread comes first, and the answer belongs to an interface that is gone.
    }
    var states = arrivals.makeAsyncIterator()
    #expect(await states.next() == (isLogin ? .loggedIn : .loggedOut))
    #expect(app.controller.session?.subject == (isLogin ? "thread@example.com" : nil))
  }

  private func outlive(_ row: Misbehaviour, _ mode: LoadingMode) async throws {
    let first = try LoadedApp(misbehaving: row.mode, loader: mode.loader())
    try await first.install()
    if mode == .here {
      let second = try LoadedApp(misbehaving: row.mode)
      try await second.install()
      first.provider.end()
      // The provider waits for its thread, and reports the answer of each function of the host.
      #expect(try await second.message() == "after destroy: -3 -3 -3 -3 -3 -3")
    } else {
      // The thread ends with its process.
      first.provider.end()
    }
    await first.controller.settle()
    #expect(first.controller.state == .loggedOut)
    #expect(first.log.isEmpty)
    let error = await #expect(throws: AppControllerError.self) { try await first.go() }
    expect(error?.underlyingError as? PluginError, "ACK2107", ["com.example.misbehaving"])
  }
}

// MARK: - Side effects that no mode may have

extension `A misbehaving provider` {
  /// Expects the next question to the same provider to be answered.
  private func expectToGoOn(_ app: LoadedApp) async throws {
    #expect(try await app.controller.describe(.loggedIn).root.label == "Signed in")
  }

  private func expectToWork(_ app: LoadedApp) async throws {
    if app.controller.state == .uninstalled { try await app.install() }
    #expect(app.controller.state == .loggedOut)
    #expect(app.controller.installedInterface?.root.label == "Signed out")
    _ = try await app.go()
    #expect(app.controller.state == .loggedIn)
    #expect(app.controller.session?.subject == "tester@example.com")
    #expect(app.controller.installedInterface?.root.label == "Signed in")
    _ = try await app.go()
    #expect(app.controller.state == .loggedOut)
    #expect(app.log.isEmpty)
  }

  /// Expects another provider to work as usual.
  private func expectOthersToWork() async throws {
    try await expectToWork(try LoadedApp(misbehaving: "MB_NONE"))
  }
}
