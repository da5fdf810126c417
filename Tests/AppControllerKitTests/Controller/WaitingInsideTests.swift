import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite struct `Who waits for a transition from inside one` {
  /// How somebody waits.
  enum Form: String, CaseIterable, Sendable {
    case directly, asyncLet, task, immediateTask, group, afterSuspension

    @MainActor
    func wait(for request: @escaping @MainActor () async -> TransitionOutcome) async -> TransitionOutcome {
      switch self {
      case .directly: return await request()
      case .asyncLet:
        async let outcome = request()
        return await outcome
      case .task: return await Task { await request() }.value
      case .immediateTask: return await Task.immediate { await request() }.value
      case .group:
        return await withTaskGroup(of: TransitionOutcome.self) { group in
          group.addTask { await request() }
          return await group.next() ?? .unchanged
        }
      case .afterSuspension:
        await Task.detached {}.value
        return await Task { await Task { await request() }.value }.value
      }
    }
  }

  private let clock = ManualClock()
  private let fixture: ControllerFixture
  private var controller: AppController { fixture.controller }

  init() {
    fixture = ControllerFixture(clock: clock)
    controller.providerDeadline = nil
  }

  @Test(arguments: TransitionPlace.allCases, Form.allCases)
  func `is told that it would be for ever`(place: TransitionPlace, form: Form) async throws {
    try await fixture.install()
    await controller.login(.kitty)
    var logged = 0
    controller.logHandler = { level, text in logged += level == .error && text.contains("ACK3004") ? 1 : 0 }
    var outcomes: [TransitionOutcome] = []
    place.attach(to: controller, fixture.provider) { [controller] in
      outcomes.append(await form.wait { await controller.logout() })
    }
    let outcome = await controller.login(.dog)
    #expect(outcomes.map(\.failure) == [.wouldDeadlock])
    #expect(logged == 1)
    #expect(outcome.isCompleted == (place != .abort))
    #expect(controller.session == (place == .abort ? .kitty : .dog), "nothing was asked for")
    #expect(!controller.isBusy)
  }

  @Test(arguments: TransitionPlace.allCases, [true, false])
  func `is not kept by settling`(place: TransitionPlace, inTask: Bool) async throws {
    try await fixture.install()
    await controller.login(.kitty)
    var texts: [String] = []
    controller.logHandler = { _, text in texts.append(text) }
    place.attach(to: controller, fixture.provider) { [controller] in
      if inTask { await Task { await controller.settle() }.value } else { await controller.settle() }
    }
    await controller.login(.dog)
    #expect(texts.filter { $0.contains("ACK3004") }.count == 1)
    #expect(!controller.isBusy)
  }

  @Test(arguments: [true, false])
  func `of a question asks no other`(isInTransition: Bool) async throws {
    try await fixture.install()
    var seen: AppControllerError?
    fixture.provider.steps["logged-in"] = { [controller] in
      do { _ = try await Task { try await controller.describe(.loggedOut) }.value } catch {
        seen = error as? AppControllerError
      }
    }
    if isInTransition { await controller.login(.kitty) } else { _ = try await controller.describe(.loggedIn) }
    #expect(seen?.code == .wouldDeadlock)
  }

  @Test(arguments: TransitionPlace.allCases, [true, false])
  func `may leave a task behind that does`(place: TransitionPlace, isImmediate: Bool) async throws {
    try await fixture.install()
    await controller.login(.kitty)
    var left: Task<TransitionOutcome, Never>?
    place.attach(to: controller, fixture.provider) { [controller] in
      if left != nil { return }
      left =
        isImmediate
        ? Task.immediate { await controller.logout(force: true) } : Task { await controller.logout(force: true) }
    }
    await controller.login(.dog)
    #expect(await left?.value.isCompleted == true)
    #expect(controller.state == .loggedOut)
  }

  @Test func `may ask without waiting, and go on`() async throws {
    try await fixture.install()
    let gate = Gate()
    controller.didLoginHandler = { [controller] in
      controller.requestLogout()
      try await gate.wait()
    }
    let login = Task { await controller.login(.kitty) }
    await gate.arrived()
    var events = controller.events.makeAsyncIterator()
    gate.open()
    #expect(await login.value.isCompleted)
    while let event = await events.next(), event.state != .loggedOut {}
    #expect(controller.state == .loggedOut)
  }

  @Test func `in a detached task is not recognised, and ends by the handler's deadline`() async throws {
    try await fixture.install()
    controller.handlerDeadline = .seconds(5)
    var inner: Task<TransitionOutcome, Never>?
    controller.didLoginHandler = { [controller] in
      let detached = Task.detached { await controller.logout() }
      inner = detached
      _ = await detached.value
    }
    let login = Task { await controller.login(.kitty) }
    await clock.sleeperArrived(within: .seconds(5))
    clock.advance(by: .seconds(5))
    #expect(await login.value.report?.problems.count == 1)
    await controller.settle()
    #expect(controller.state == .loggedOut)
    #expect(await inner?.value.isCompleted == true)
  }

  @Test func `is recognised when two controllers wait for each other`() async throws {
    let other = ControllerFixture(clock: clock)
    try await fixture.install()
    try await other.install()
    var (there, back): (TransitionOutcome?, TransitionOutcome?)
    controller.didLoginHandler = { there = await other.controller.login(.dog) }
    other.controller.didLoginHandler = { [controller] in back = await Task { await controller.logout() }.value }
    #expect(await controller.login(.kitty).isCompleted)
    #expect(there?.isCompleted == true && back?.failure == .wouldDeadlock)
  }

  @Test func `is answered once when it is cancelled before it is refused`() async throws {
    try await fixture.install()
    var inner: Task<TransitionOutcome, Never>?
    controller.willLoginHandler = { [controller] _ in
      inner = Task.immediate { await controller.logout() }
      inner?.cancel()
      _ = await inner?.value
    }
    #expect(await controller.login(.kitty).isCompleted)
    let outcome = await inner?.value
    #expect(outcome == .cancelled || outcome?.failure == .wouldDeadlock)
    #expect(controller.state == .loggedIn)
  }
}
