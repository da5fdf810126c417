import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite struct `A failure that nobody looks at` {
  /// How somebody asks.
  enum Asked: String, CaseIterable, Sendable {
    case directly, byController, byHandle, byInvalidation, byTaskThatWasCancelled

    /// Whether nobody is told of the outcome.
    var isUnheard: Bool { self != .directly }
  }

  private let fixture = ControllerFixture()
  private var controller: AppController { fixture.controller }

  @Test(arguments: Asked.allCases)
  func `is logged and is an event`(asked: Asked) async throws {
    try await fixture.install()
    await controller.login(.dog)
    var (events, lines): ([ControllerEvent.Kind], [LogLevel]) = ([], [])
    controller.onEvent { if case .failed = $0.kind { events.append($0.kind) } }
    controller.logHandler = { level, text in if text.contains("ACK3002") { lines.append(level) } }
    fixture.provider.failures = ["logged-in"]
    switch asked {
    case .directly: await controller.login(.kitty)
    case .byController: controller.requestLogin(.kitty)
    case .byHandle: fixture.provider.handle?.requestLogin(.kitty)
    case .byInvalidation: fixture.provider.handle?.invalidate()
    case .byTaskThatWasCancelled:
      // Who wanted it has gone by the time that it fails.
      let gate = Gate()
      fixture.provider.gates["logged-in"] = gate
      let handle = fixture.provider.handle
      let login = Task { await controller.login(.kitty) }
      await gate.arrived()
      var requests = controller.events.makeAsyncIterator()
      handle?.requestLogin(.kitty)
      while let event = await requests.next(), event.kind != .requested(.loggedIn) {}
      login.cancel()
      #expect(await login.value == .cancelled)
      gate.open()
    }
    await controller.settle()
    #expect(events.count == 1)
    #expect(lines == [asked.isUnheard ? .error : .info])
    #expect(controller.session == .dog)
  }

  @Test func `is told where nothing was begun`() async throws {
    var (events, lines) = (0, 0)
    controller.onEvent { if case .failed = $0.kind { events += 1 } }
    controller.logHandler = { level, _ in lines += level == .error ? 1 : 0 }
    await controller.login()
    #expect((events, lines) == (1, 1), "it is not installed")
    try await fixture.install()
    await controller.login(Session(subject: ""))
    #expect((events, lines) == (2, 2), "the session is not valid")
    controller.requestLogin(Session(subject: ""))
    await controller.settle()
    #expect((events, lines) == (3, 3), "nor is this one")
    controller.terminate()
    await controller.logout()
    #expect((events, lines) == (3, 4), "the end is the last event")
  }

  /// Not `Sendable`, as most of what an app has.
  private final class Counter {
    var count = 0
    func note(_ target: InterfaceController) { count += 1 }
  }

  @Test func `is counted by whatever hooks and handlers hold`() async throws {
    let counter = Counter()
    var count = 0
    controller.willLoginHandler = { _ in
      counter.count += 1
      count += 1
    }
    var hooks = TransitionHooks()
    hooks.willLogin = { target in
      counter.note(target)
      count += 1
    }
    hooks.didLogin = { _ in counter.count += 1 }
    hooks.shouldTransition = { _ in counter.count += 1 }
    hooks.didAbort = { _, _ in counter.count += 1 }
    controller.addHooks(hooks)
    try await fixture.install()
    await controller.login(.kitty)
    #expect((counter.count, count) == (4, 2))
  }
}

@MainActor
@Suite struct `A task that is cancelled already` {
  private let fixture = ControllerFixture()
  private var controller: AppController { fixture.controller }

  /// Does something in a task that was cancelled before.
  private func cancelled<Value: Sendable>(_ body: @escaping @MainActor () async -> Value) async -> Value {
    await Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return await body()
    }.value
  }

  @Test(arguments: [false, true])
  func `neither logs in nor out, not by force either`(isLoggedIn: Bool) async throws {
    try await fixture.install()
    if isLoggedIn { await controller.login(.kitty) }
    fixture.provider.forget()
    let before = try await fixture.snapshot()
    var events = 0
    controller.onEvent { _ in events += 1 }
    let requests: [@MainActor () async -> TransitionOutcome] = [
      { await fixture.controller.login(.dog) }, { await fixture.controller.logout() },
      { await fixture.controller.logout(force: true) }, { await fixture.controller.login(rebuild: true) },
    ]
    for request in requests { #expect(await cancelled(request) == .cancelled) }
    await controller.settle()
    #expect(try await fixture.snapshot() == before)
    #expect(fixture.provider.log == [] && events == 0)
  }

  @Test func `installs nothing`() async throws {
    let error = await cancelled { () -> AppControllerError? in
      do { try await fixture.install() } catch { return error as? AppControllerError }
      return nil
    }
    #expect(error?.code == .notInstalled)
    #expect(controller.state == .uninstalled && fixture.window.rootContainer == nil)
    try await fixture.install()
    #expect(controller.state == .loggedOut)
  }

  @Test func `does no action, and types nothing`() async throws {
    try await fixture.install()
    fixture.provider.answers["go"] = .login(.kitty)
    let error = await cancelled { () -> AppControllerError? in
      do {
        _ = try await fixture.controller.perform(nodeID: "go", values: ["name": .text("Mia")])
      } catch { return error as? AppControllerError }
      return nil
    }
    #expect(error?.code == .actionFailed)
    #expect(fixture.provider.log == [] && controller.state == .loggedOut)
    #expect(controller.screens.first?.state.values["name"] == nil)
  }
}
