import AppControllerKit
import AppControllerKitTesting
import ProviderPlugins
import TestSupport
import Testing

@MainActor
@Suite(.serialized, .timeLimit(.minutes(30))) struct `A provider that suspends` {
  private func text(_ interface: InterfaceDescription?) -> String? { interface?.root.children.first?.text }

  @Test(arguments: LoadingMode.waited)
  func `is answered pending, and its function runs once`(_ mode: LoadingMode) async throws {
    let app = try SuspendingApp(mode)
    // The task runs here up to its first suspension, so the library has been asked, and has answered pending.
    let asked = Task.immediate { try await app.controller.describe(.loggedOut) }
    app.write("one")
    #expect(text(try await asked.value) == "call 1, line one")
    app.write("two")
    #expect(text(try await app.controller.describe(.loggedOut)) == "call 2, line two")
    #expect(app.clock.sleeperCount == 0, "no deadline is left behind")
  }

  @Test(arguments: LoadingMode.waited)
  func `does not keep other questions waiting`(_ mode: LoadingMode) async throws {
    let app = try SuspendingApp(mode)
    let asked = Task.immediate { try await app.provider.loggedOutInterface(for: .test(.loggedOut)) }
    #expect(try await app.provider.loggedInInterface(for: .test(.loggedIn)).id == "logged-in")
    app.write("then")
    #expect(text(try await asked.value) == "call 1, line then")
  }

  @Test(arguments: LoadingMode.waited)
  func `installs, logs in and logs out`(_ mode: LoadingMode) async throws {
    let app = try SuspendingApp(mode)
    try await app.install()
    #expect(text(app.controller.installedInterface) == "call 1, line install")
    let login = Task.immediate { try await app.app.go() }
    #expect(app.controller.state == .loggedOut)
    app.write("login")
    _ = try await login.value
    #expect(app.controller.state == .loggedIn)
    #expect(app.controller.session?.subject == "waited")
    app.write("again")
    await app.controller.logout()
    #expect(text(app.controller.installedInterface) == "call 2, line again")
  }

  @Test(arguments: LoadingMode.waited)
  func `hears that the task was cancelled`(_ mode: LoadingMode) async throws {
    let app = try SuspendingApp(mode)
    let before = try await app.cancellations()
    let asked = Task.immediate { try await app.provider.loggedOutInterface(for: .test(.loggedOut)) }
    asked.cancel()
    await #expect(throws: CancellationError.self) { try await asked.value }
    #expect(try await app.cancellations() == before + 1)
    // The line goes to the next question, because this one does not wait for it any more.
    app.write("next")
    #expect(text(try await app.controller.describe(.loggedOut)) == "call 2, line next")
    #expect(app.clock.sleeperCount == 0)
  }

  @Test(arguments: LoadingMode.waited)
  func `hears a cancellation that came before the question`(_ mode: LoadingMode) async throws {
    let app = try SuspendingApp(mode)
    let before = try await app.cancellations()
    let asked = Task { try await app.provider.loggedOutInterface(for: .test(.loggedOut)) }
    asked.cancel()
    await #expect(throws: CancellationError.self) { try await asked.value }
    #expect(try await app.cancellations() == before + 1)
  }

  @Test(arguments: [nil, Duration.seconds(5)], LoadingMode.waited)
  func `is given up at the deadline`(_ deadline: Duration?, _ mode: LoadingMode) async throws {
    let app = try SuspendingApp(mode, deadline: deadline)
    let limit = deadline ?? .seconds(30)
    let before = try await app.cancellations()
    let asked = Task.immediate { try await app.provider.loggedOutInterface(for: .test(.loggedOut)) }
    await app.clock.sleeperArrived()
    app.clock.advance(by: limit - .nanoseconds(1))
    #expect(app.clock.sleeperCount == 1)
    app.clock.advance(by: .nanoseconds(1))
    let error = await #expect(throws: PluginError.self) { try await asked.value }
    expect(error, "ACK2104", ["com.example.suspending", "logged-out interface", "\(limit)"])
    #expect(try await app.cancellations() == before + 1)
    app.write("next")
    #expect(text(try await app.controller.describe(.loggedOut)) == "call 2, line next")
  }

  /// The app may be too busy to ask again before the deadline.
  @Test func `is asked again after the deadline when it has woken the host in time`() async throws {
    let clock = ManualClock()
    var loader = try LoadingMode.here.loader(clock: clock)
    loader.deadline = .seconds(3)
    let provider = try loader.load(FixtureLibrary.misbehaving("MB_WAKE_BEFORE_PENDING"))
    let asked = Task.immediate {
      try await provider.perform(InterfaceAction("go", nodeID: "go"), for: .test(.loggedOut))
    }
    clock.advance(by: .seconds(3))
    #expect(try await asked.value == .message(.info, "woken"))
  }

  @Test(arguments: LoadingMode.waited)
  func `may take as long for an action as the action declares`(_ mode: LoadingMode) async throws {
    let app = try SuspendingApp(mode)
    let action = InterfaceAction("go", nodeID: "go", deadline: .seconds(90))
    let asked = Task.immediate { try await app.provider.perform(action, for: .test(.loggedOut)) }
    await app.clock.sleeperArrived()
    app.clock.advance(by: .seconds(89))
    #expect(app.clock.sleeperCount == 1)
    app.clock.advance(by: .seconds(1))
    expect(await #expect(throws: PluginError.self) { try await asked.value }, "ACK2104", ["action go", "90.0 seconds"])
  }

  @Test(arguments: LoadingMode.waited)
  func `is not waited for with its splash`(_ mode: LoadingMode) async throws {
    let app = try SuspendingApp(mode)
    let before = try await app.cancellations()
    let splash = try await app.controller.describe(.launching)
    #expect(splash.root.id == "splash", "it is the host's own")
    #expect(try await app.cancellations() == before + 1)
  }

  @Test(arguments: LoadingMode.waited)
  func `has at most eight actions open`(_ mode: LoadingMode) async throws {
    let app = try SuspendingApp(mode)
    let action = InterfaceAction("go", nodeID: "go")
    let asked = (1...8).map { _ in
      Task.immediate { try await app.provider.perform(action, for: .test(.loggedOut)) }
    }
    let error = await #expect(throws: PluginError.self) {
      try await app.provider.perform(action, for: .test(.loggedOut))
    }
    expect(error, "ACK2105", ["eight open actions"])
    // Each question gets its own line, in the order of the questions.
    for number in 1...8 { app.write("line \(number)") }
    var answers: [ActionResponse] = []
    for task in asked { answers.append(try await task.value) }
    #expect(answers == (1...8).map { .message(.info, "line \($0)") })
    app.write("ninth")
    #expect(try await app.provider.perform(action, for: .test(.loggedOut)) == .message(.info, "ninth"))
  }

  @Test func `ends with its questions open`() async throws {
    let app = try SuspendingApp()
    let asked = Task.immediate { try await app.provider.loggedOutInterface(for: .test(.loggedOut)) }
    let performed = Task.immediate {
      try await app.provider.perform(InterfaceAction("go", nodeID: "go"), for: .test(.loggedOut))
    }
    app.provider.end()
    app.provider.end()
    expect(await #expect(throws: PluginError.self) { try await asked.value }, "ACK2107", ["com.example.suspending"])
    expect(await #expect(throws: PluginError.self) { try await performed.value }, "ACK2107", [])
    // The lines remain for other questions.
    let next = try SuspendingApp()
    next.write("next")
    #expect(text(try await next.controller.describe(.loggedOut)) == "call 1, line next")
  }

  @Test(arguments: LoadingMode.waited)
  func `loses an action to a transition, which does not wait for it`(_ mode: LoadingMode) async throws {
    let app = try SuspendingApp(mode)
    try await app.install()
    let before = try await app.cancellations()
    let asked = Task.immediate { try await app.app.go() }
    await app.controller.login(Session(subject: "ann"))
    #expect(app.controller.state == .loggedIn)
    await #expect(throws: AppControllerError.self) { try await asked.value }
    #expect(try await app.cancellations() == before + 1)
    #expect(app.controller.session?.subject == "ann")
  }

  @Test func `reaches the host from the static functions`() async throws {
    let (app, other) = (try SuspendingApp(), try SuspendingApp())
    try await app.install()
    try await other.install()
    // A controller without the plugin does not receive it, because the plugin has its own copy of the kit.
    let stranger = try LoadedApp(try FixtureLibrary.exampleInC())
    try await stranger.install()
    for (action, state) in [("broadcast-login", AppController.State.loggedIn), ("broadcast-logout", .loggedOut)] {
      if state == .loggedOut { for line in ["one", "two"] { app.write(line) } }
      let response = try await app.controller.answer(to: InterfaceAction(action, nodeID: "x"), state: .loggedOut)
      #expect(response == .nothing)
      for controller in [app.controller, other.controller, stranger.controller] { await controller.settle() }
      #expect(app.controller.state == state)
      #expect(other.controller.state == state, "every live instance of the plugin is reached")
      #expect(stranger.controller.state == .loggedOut)
    }
  }

  @Test(arguments: LoadingMode.waited)
  func `may suspend when it is told something`(_ mode: LoadingMode) async throws {
    let app = try SuspendingApp(mode)
    try await app.install()
    await app.provider.notify(.didPop, for: .test(.loggedOut))
    app.write("heard")
    // The next question is answered, and so is the one after it.
    app.write("next")
    #expect(text(try await app.controller.describe(.loggedOut)) == "call 2, line next")
    // No question waits for a notification, so its line comes when the library gets its turn.
    await reached { !app.app.log.isEmpty }
    #expect(app.app.log == ["info: popped, line heard"])
  }
}
