import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A provider that does not return` {
  private let clock = ManualClock()
  private let fixture: ControllerFixture
  private let gate = Gate()
  private var controller: AppController { fixture.controller }

  init() {
    fixture = ControllerFixture(clock: clock)
    fixture.passAnimations(of: clock)
  }

  /// Has a question of the provider never end, whether cancelled or not.
  private func hang(at question: RecordedQuestion.Kind) {
    fixture.provider.steps[question] = { [gate] in await gate.waitIgnoringCancellation() }
  }

  private func passTime() async {
    await gate.arrived()
    await clock.sleeperArrived()
    clock.advance(by: .seconds(30))
  }

  /// Waits until what was given up on has returned, so that the provider can be asked again.
  private func returned() async { await reached { !controller.questions.isAsking } }

  @Test func `keeps no installation waiting`() async throws {
    hang(at: "initial")
    let installation = Task { try await fixture.install() }
    await passTime()
    let error = await #expect(throws: AppControllerError.self) { try await installation.value }
    #expect(error?.code == .timedOut)
    #expect(error?.what == "the provider's initial state has not returned within 30.0 seconds")
    #expect(controller.state == .uninstalled && controller.rootContainer.children.isEmpty)
    #expect(fixture.window.rootContainer == nil)
    gate.open()
    fixture.provider.steps = [:]
    await returned()
    try await fixture.install()
    #expect(controller.state == .loggedOut)
  }

  @Test func `is asked nothing before it has returned, and logs out all the same`() async throws {
    try await fixture.install()
    await controller.login(.kitty)
    hang(at: "logged-in")
    let login = Task { await controller.login(.dog) }
    await passTime()
    #expect(await login.value.failure == .timedOut)
    #expect(controller.session == .kitty)
    fixture.provider.forget()

    #expect(await controller.login(.dog).failure == .providerBusy)
    let outcome = await controller.logout()
    #expect(fixture.provider.log == [])
    guard case .completed(let report) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(report.problems.count == 3, "\(report.problems)")
    #expect(controller.installedInterface == BuiltInInterface(.english).loggedOut)

    gate.open()
    fixture.provider.steps = [:]
    await returned()
    #expect(controller.state == .loggedOut, "what it answers so late is nobody's concern")
    #expect(await controller.login(.dog).isCompleted)
  }

  @Test func `keeps nobody waiting who asks beside a transition`() async throws {
    try await fixture.install()
    hang(at: "logged-in")
    let login = Task { await controller.login(.kitty) }
    await gate.arrived()
    await clock.sleeperArrived()
    clock.advance(by: .seconds(1))
    let description = Task.immediate { try await controller.describe(.loggedOut) }
    await clock.sleeperArrived(2)
    clock.advance(by: .seconds(29))
    #expect(await login.value.failure == .timedOut)
    let error = await #expect(throws: AppControllerError.self) { try await description.value }
    #expect(error?.code == .providerBusy)
    gate.open()
  }

  @Test func `loses its action`() async throws {
    try await fixture.install()
    hang(at: "perform go")
    let action = Task { try await controller.perform(nodeID: "go", values: ["name": .text("kitty")]) }
    await passTime()
    let error = await #expect(throws: AppControllerError.self) { try await action.value }
    #expect(error?.code == .timedOut)
    #expect(error?.what == "the provider has not answered the action go within 30.0 seconds")
    gate.open()
  }

  @Test func `has all the time when the app says so`() async throws {
    controller.providerDeadline = nil
    try await fixture.install()
    fixture.provider.gates["logged-in"] = gate
    let login = Task { await controller.login(.kitty) }
    await gate.arrived()
    clock.advance(by: .seconds(86_400))
    gate.open()
    #expect(await login.value.isCompleted)
  }

  @Test func `has its time for each question, and no less for the second`() async throws {
    try await fixture.install()
    let (first, second) = (Gate(), Gate())
    fixture.provider.gates = ["logged-in": first, "configuration": second]
    let login = Task { await controller.login(.kitty) }
    await first.arrived()
    await clock.sleeperArrived()
    clock.advance(by: .seconds(29))
    first.open()
    await second.arrived()
    await clock.sleeperArrived()
    clock.advance(by: .seconds(29))
    second.open()
    #expect(await login.value.isCompleted)
  }
}
