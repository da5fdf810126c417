import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite struct `A controller that is ended` {
  /// What is called around a transition, and how often.
  @MainActor
  private final class Calls {
    var lines: [String] = []
    func count(_ name: String) -> Int { lines.count { $0.hasPrefix(name) } }
  }

  private let clock = ManualClock()
  private let store = HookedStore()
  private let hangs = Hangs()
  private let fixture: ControllerFixture
  private var controller: AppController { fixture.controller }

  init() {
    fixture = ControllerFixture(store: store, clock: clock)
    controller.providerDeadline = nil
  }

  private func watch() -> Calls {
    let calls = Calls()
    for number in 1...2 {
      var hooks = TransitionHooks()
      hooks.willLogin = { _ in calls.lines.append("will \(number)") }
      hooks.willLogout = { _ in calls.lines.append("will \(number)") }
      hooks.didLogin = { _ in calls.lines.append("did \(number)") }
      hooks.didLogout = { _ in calls.lines.append("did \(number)") }
      hooks.didAbort = { _, _ in calls.lines.append("abort \(number)") }
      controller.addHooks(hooks)
    }
    return calls
  }

  private func expectNothing() {
    #expect(controller.state == .terminated && !controller.isBusy)
    #expect(controller.rootContainer.children.isEmpty && controller.rootContainer.overlay == nil)
    #expect(controller.installedInterface == nil && controller.window == nil)
  }

  @Test(arguments: [AppController.State.loggedIn, .loggedOut])
  func `in the middle of an animation ends at once, and aborts what it will not see`(
    target: AppController.State
  ) async throws {
    try await fixture.install()
    if target == .loggedOut { await controller.login(.kitty) }
    fixture.provider.configuration = AppController.Configuration(transitionDuration: .seconds(60))
    let calls = watch()
    var last: ControllerEvent?
    controller.onEvent { last = $0 }
    let task = Task.immediate { target == .loggedIn ? await controller.login(.kitty) : await controller.logout() }
    await clock.sleeperArrived(within: .seconds(60))
    fixture.provider.forget()
    controller.terminate()
    #expect(await task.value.isCompleted)
    await controller.settle()
    #expect(clock.now.offset == .zero)
    expectNothing()
    #expect(calls.lines == ["will 1", "will 2", "abort 2", "abort 1"])
    #expect(last?.kind == .terminated)
    // Whoever's session has ended is told that it has, and nobody that an interface is there.
    #expect(fixture.provider.log == (target == .loggedOut ? ["ended kitty"] : []))
    #expect(try await store.load(for: "test").session == (target == .loggedIn ? .kitty : nil))
  }

  @Test(arguments: TransitionPlace.allCases, [AppController.State.loggedIn, .loggedOut])
  func `ends at every place, whether that returns or not`(
    place: TransitionPlace, target: AppController.State
  ) async throws {
    try await fixture.install()
    await controller.login(target == .loggedIn ? .dog : .kitty)
    let calls = watch()
    place.attach(to: controller, fixture.provider) { [hangs] in await hangs.wait() }
    let task = Task.immediate { target == .loggedIn ? await controller.login(.kitty) : await controller.logout() }
    await hangs.arrived()
    let before = calls.count("did")
    controller.terminate()
    await clock.pass { !controller.isBusy }
    let outcome = await task.value
    #expect(outcome.isCompleted == place.isAfterExchange)
    hangs.open()
    expectNothing()
    #expect(calls.count("did") == before)
    #expect(calls.count("will") == calls.count("did") + calls.count("abort"))
    let wanted: Session? = target == .loggedIn ? .kitty : nil
    let former: Session? = target == .loggedIn ? .dog : .kitty
    #expect(try await store.load(for: "test").session == (place.isAfterExchange ? wanted : former))
  }

  @Test(arguments: [AppController.State.loggedIn, .loggedOut])
  func `while it stores takes a save back, and keeps an erase`(target: AppController.State) async throws {
    try await fixture.install()
    if target == .loggedOut { await controller.login(.kitty) }
    let calls = watch()
    store.step = { [hangs] in await hangs.wait() }
    let task = Task.immediate { target == .loggedIn ? await controller.login(.kitty) : await controller.logout() }
    await hangs.arrived()
    controller.terminate()
    hangs.open()
    #expect(await task.value == .cancelled)
    await controller.settle()
    expectNothing()
    #expect(calls.lines == ["will 1", "will 2", "abort 2", "abort 1"])
    #expect(try await store.load(for: "test").session == nil)
  }

  @Test func `ends an installation that hangs`() async throws {
    fixture.provider.steps["logged-out"] = { [hangs] in await hangs.wait() }
    let installation = Task.immediate { try await fixture.install() }
    await hangs.arrived()
    controller.terminate()
    await #expect(throws: AppControllerError.self) { try await installation.value }
    await clock.pass { !controller.isBusy }
    expectNothing()
    hangs.open()
  }
}
