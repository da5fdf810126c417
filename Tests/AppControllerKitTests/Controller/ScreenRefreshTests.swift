import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite struct `A screen that is asked for again` {
  private let clock = ManualClock()
  private let fixture: ControllerFixture
  private var controller: AppController { fixture.controller }
  private var provider: RecordingProvider { fixture.provider }
  private var root: RootContainer { controller.rootContainer }

  init() { fixture = ControllerFixture(clock: clock) }

  private func details(_ title: String, _ id: String = "details") -> InterfaceDescription {
    InterfaceDescription("pushed") { Screen(id, title: title) { TextField("name", "Name") } }
  }

  /// Logs in, and pushes a screen.
  private func start() async throws -> ScreenController {
    try await fixture.install()
    await controller.login(.kitty)
    provider.answers["open"] = .push(details("One"))
    _ = try await controller.perform(nodeID: "open")
    provider.forget()
    let screen = try #require(root.visibleScreen)
    #expect(screen.id == "details")
    return screen
  }

  private func invalidate(_ id: String) async {
    provider.handle?.invalidate(screen: id)
    await controller.settle()
  }

  /// Why something has failed that is told of from here on.
  private func failure(in events: inout ControllerEvents.Iterator) async -> AppControllerError.Code? {
    while let event = await events.next() {
      if case .failed(let error) = event.kind { return error.code }
    }
    return nil
  }

  @Test func `is renewed in its place, and nothing else is asked`() async throws {
    let screen = try await start()
    screen.enter(.text("Mia"), into: "name")
    provider.screens["details"] = details("Two")
    let revision = controller.revision
    await invalidate("details")
    #expect(provider.log == ["screen details"])
    #expect(root.visibleScreen === screen && screen.node.label == "Two")
    #expect(screen.state.values["name"] == .text("Mia"))
    #expect(controller.revision == revision)
  }

  @Test func `is renewed as a layer, and in a stack of a layer`() async throws {
    let covered = try await start()
    let flow = InterfaceDescription("flow") { NavigationStack { Screen("first", title: "First") {} } }
    _ = try await controller.apply(.present(flow), from: covered)
    let first = try #require(root.visibleScreen)
    _ = try await controller.apply(.push(details("Above", "above")), from: first)
    let above = try #require(root.visibleScreen)
    provider.screens = ["first": details("First again", "first"), "above": details("Above again", "above")]
    provider.screens["details"] = details("Below again")
    for id in ["details", "above", "first"] { await invalidate(id) }
    #expect(provider.log == ["screen details", "screen above", "screen first"])
    #expect([covered, first, above].map(\.node.label) == ["Below again", "First again", "Above again"])
    #expect(root.visibleScreen === above && above.parent === first.parent)
  }

  @Test func `stays as it is when the provider leaves it`() async throws {
    let screen = try await start()
    await invalidate("details")
    #expect(provider.log == ["screen details"] && screen.node.label == "One")
  }

  @Test(arguments: ["first", "second"])
  func `is asked for with all of the installed interface when it belongs to that`(_ id: String) async throws {
    _ = try await start()
    await invalidate(id)
    #expect(provider.log == ["logged-in"])
  }

  @Test func `is not asked for when it is nowhere`() async throws {
    _ = try await start()
    await invalidate("elsewhere")
    #expect(provider.log == [])
  }

  @Test func `stays as it is when it cannot be described, and an event says why`() async throws {
    let screen = try await start()
    for broken in [details("Two", "other"), RecordingProvider.invalid, RecordingProvider.loggedIn("ann")] {
      var events = controller.events.makeAsyncIterator()
      provider.screens["details"] = broken
      await invalidate("details")
      #expect(screen.node.label == "One")
      #expect(await failure(in: &events) == .invalidDescription)
    }
  }

  @Test func `has left by the time of the answer, and nothing happens`() async throws {
    let screen = try await start()
    let gate = Gate()
    provider.gates["screen details"] = gate
    provider.screens["details"] = details("Two")
    provider.handle?.invalidate(screen: "details")
    await gate.arrived()
    (screen.parent as? NavigationContainer)?.pop()
    gate.open()
    await controller.settle()
    #expect(screen.node.label == "One" && root.visibleScreen?.id == "first")
  }

  @Test func `keeps the answer of an action good that waits meanwhile`() async throws {
    let screen = try await start()
    let gate = Gate()
    provider.gates["perform save"] = gate
    provider.answers["save"] = .fieldError("name", "too short")
    provider.screens["details"] = details("Two")
    let action = InterfaceAction("save", nodeID: "save", revision: controller.revision)
    async let performed = controller.perform(action, isHostAction: false, on: screen)
    await gate.arrived()
    await invalidate("details")
    #expect(screen.node.label == "Two")
    gate.open()
    _ = try await performed
    #expect(screen.state.fieldErrors == ["name": "too short"])
  }

  @Test(arguments: ["update", "logout"])
  func `gives way to an operation, and is asked for after it if it is still there`(_ operation: String) async throws {
    let screen = try await start()
    let gate = Gate()
    provider.gates["screen details"] = gate
    provider.screens["details"] = details("Two")
    provider.handle?.invalidate(screen: "details")
    await gate.arrived()
    provider.gates = [:]
    if operation == "update" {
      await controller.login(Session(subject: "kitty", secret: Secret("two")))
    } else {
      await controller.logout()
    }
    await controller.settle()
    #expect(screen.node.label == (operation == "update" ? "Two" : "One"))
    #expect(controller.state == (operation == "update" ? .loggedIn : .loggedOut))
    #expect(provider.log.filter { $0 == "screen details" }.count == (operation == "update" ? 2 : 1))
  }

  @Test func `is given up on at the provider's deadline`() async throws {
    let screen = try await start()
    let gate = Gate()
    provider.steps["screen details"] = { await gate.waitIgnoringCancellation() }
    provider.screens["details"] = details("Two")
    var events = controller.events.makeAsyncIterator()
    provider.handle?.invalidate(screen: "details")
    await gate.arrived()
    await clock.sleeperArrived(within: .seconds(30))
    clock.advance(by: .seconds(30))
    await controller.settle()
    #expect(await failure(in: &events) == .timedOut)
    #expect(screen.node.label == "One")
    gate.open()
  }

  @Test func `is not asked for again for ever by being asked for`() async throws {
    let screen = try await start()
    provider.steps["screen details"] = { [provider] in provider.handle?.invalidate(screen: "details") }
    provider.screens["details"] = details("Two")
    await invalidate("details")
    #expect(screen.node.label == "Two")
    #expect(provider.log.count <= 1 + TransitionMachine.longestChain)
  }

  @Test func `gets and loses layers as it is described`() async throws {
    let screen = try await start()
    func description(layer: String?) -> InterfaceDescription {
      InterfaceDescription("pushed") {
        Screen("details", title: "Details") { if let layer { Sheet { Screen(layer, title: layer) {} } } }
      }
    }
    for (layer, seen) in [("tip", "tip"), ("tip", "tip"), (nil, "details"), ("other", "other")] {
      provider.screens["details"] = description(layer: layer)
      await invalidate("details")
      #expect(root.visibleScreen?.id == seen)
    }
    // One that the user has closed does not come back.
    root.dismiss()
    await invalidate("details")
    #expect(root.visibleScreen === screen)
  }
}
