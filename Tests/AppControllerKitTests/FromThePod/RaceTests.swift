import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite("The pod's races")
struct RaceTests {
  private let timeline = Timeline()
  private var controller: AppController { timeline.controller }
  private var provider: RecordingProvider { timeline.provider }
  private var root: RootContainer { timeline.root }

  /// The will, did and abort lines so far, without their times.
  private func calls() -> [String] {
    timeline.take().map { String($0.drop { $0 != " " }.dropFirst()) }
      .filter { $0.hasPrefix("will ") || $0.hasPrefix("did ") }
  }

  @Test func `race 1: the last of two overlapping requests wins, and no orphan is left`() async throws {
    try await timeline.install()
    await controller.login(.kitty)
    _ = calls()
    let gate = Gate()
    provider.gates["logged-in"] = gate
    let login = Task { await controller.login(.dog) }
    await gate.arrived()
    let logout = await controller.logout()
    #expect(logout.isCompleted)
    #expect(await login.value == .superseded)
    #expect(controller.state == .loggedOut && root.installed?.title == "Welcome")
    #expect(root.children.count == 1)
    #expect(calls() == ["will logout", "did logout"])
  }

  @Test func `race 1: two logouts at once are one`() async throws {
    try await timeline.install()
    await controller.login(.kitty)
    _ = calls()
    let gate = Gate()
    provider.gates["logged-out"] = gate
    let first = Task { await controller.logout() }
    await gate.arrived()
    let second = Task.immediate { await controller.logout() }
    gate.open()
    let outcomes = [await first.value, await second.value]
    #expect(outcomes[0].isCompleted && outcomes[0] == outcomes[1])
    #expect(calls() == ["will logout", "did logout"])
    #expect(root.children.count == 1)
  }

  /// Logs in, and asks for the logout 100 ms into the animation.
  private func logOutInMidAnimation(dismisses: Bool = true) async throws {
    try await timeline.install()
    provider.configuration.dismissesPresentedInterfaceOnTransition = dismisses
    let (timeline, controller) = (timeline, controller)
    var logout: Task<TransitionOutcome, Never>?
    timeline.clock.watch { now in
      guard now == .milliseconds(100), logout == nil else { return }
      // The second transition is the shorter one.
      timeline.provider.configuration.transitionDuration = .milliseconds(100)
      logout = Task.immediate { await controller.logout() }
    }
    let login = await controller.login(.kitty)
    #expect(login.isCompleted)
    #expect(await logout?.value.isCompleted == true)
  }

  @Test func `race 2: did login is called while the logged-in interface is installed`() async throws {
    var seen: [String] = []
    controller.didLoginHandler = { seen.append("\(controller.state.rawValue) \(root.installed?.title ?? "")") }
    try await logOutInMidAnimation()
    #expect(seen == ["logged-in Hello kitty"])
    #expect(controller.state == .loggedOut)
  }

  @Test(arguments: [true, false])
  func `race 3: a second, shorter transition begins after the first has ended`(dismisses: Bool) async throws {
    try await logOutInMidAnimation(dismisses: dismisses)
    #expect(
      timeline.take().filter { !$0.contains("leaves") && !$0.contains("installed") } == [
        "0 will login", "0 the old picture covers", "100 the old picture goes", "100 did login", "100 will logout",
        "100 the old picture covers", "200 the old picture goes", "200 did logout",
      ]
    )
    #expect(root.children.count == 1)
  }

  @Test func `race 4: without a window nothing is begun, and the caller is told`() async {
    #expect(await controller.login(.kitty).failure == .notInstalled)
    #expect(timeline.take() == [] && provider.log == [])
  }

  @Test func `race 4: a window that has gone away does not cut a transition off after its will`() async throws {
    do {
      let window = InterfaceWindow()
      try await controller.installRootInterface(in: window)
    }
    #expect(controller.window == nil)
    _ = timeline.take()
    #expect(await controller.login(.kitty).isCompleted)
    #expect(calls() == ["will login", "did login"])
  }

  @Test func `race 5: a provider that gives the same interface twice gets its will and did`() async throws {
    provider.loggedIn = { _ in RecordingProvider.loggedOut }
    try await timeline.install()
    let before = root.installed
    #expect(await controller.login(.kitty).isCompleted)
    #expect(controller.state == .loggedIn && root.installed !== before)
    #expect(controller.installedInterface == RecordingProvider.loggedOut)
    #expect(calls() == ["will login", "did login"])
  }

  @Test func `race 6: layers are there when will is called, and gone when the interface is exchanged`() async throws {
    try await timeline.install()
    timeline.present("sheet")
    var counts: [Int] = []
    controller.willLoginHandler = { _ in counts.append(root.presented.count) }
    controller.onEvent { if $0.kind == .exchanged { counts.append(root.presented.count) } }
    await controller.login(.kitty)
    #expect(counts == [1, 0])
  }

  @Test func `race 8: no duration is no time and no picture, also with layers and a focus`() async throws {
    try await timeline.install()
    timeline.present("sheet")
    #expect(root.visibleScreen != nil)
    provider.configuration.transitionDuration = .zero
    await controller.login(.kitty)
    let lines = timeline.take()
    #expect(lines.allSatisfy { $0.hasPrefix("0 ") && !$0.contains("picture") })
    #expect(lines.last == "0 did login")
    #expect(timeline.clock.now.offset == .zero)
  }

  // In a process of its own, because a broadcast reaches the controllers of every test that runs meanwhile.
  @Test func `race 11: a broadcast builds nothing in a controller that is not installed`() async {
    await #expect(processExitsWith: .success) {
      await broadcastToNobody()
    }
  }

  @Test func `race 15: a controller that is let go of in mid-animation still calls did`() async throws {
    weak var gone: AppController?
    var log: [String] = []
    let clock = ManualClock()
    let login: Task<TransitionOutcome, Never>
    do {
      let fixture = ControllerFixture(clock: clock)
      fixture.provider.configuration = .init()
      try await fixture.install()
      fixture.controller.didLoginHandler = { log.append("did") }
      gone = fixture.controller
      login = Task.immediate { [controller = fixture.controller] in await controller.login(.kitty) }
    }
    await clock.sleeperArrived(within: .milliseconds(600))
    #expect(log == [] && gone != nil)
    clock.advance(by: .milliseconds(600))
    #expect(await login.value.isCompleted)
    #expect(log == ["did"])
  }
}

@MainActor
private func broadcastToNobody() async {
  let timeline = Timeline()
  AppController.login()
  await timeline.controller.settle()
  precondition(timeline.provider.log.isEmpty && timeline.lines.isEmpty)
  try? await timeline.controller.installRootInterface(in: timeline.window)
  precondition(timeline.controller.state == .loggedOut)
  precondition(!timeline.lines.contains { $0.contains("will") })
}
