import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

/// A place in a transition at which something can go wrong.
enum FaultStep: String, CaseIterable, Sendable {
  case veto, interface, configuration, will, store, did, told

  /// How long it may take.
  var limit: Duration {
    switch self {
    case .veto, .will, .did: .seconds(5)
    case .interface, .configuration, .told, .store: .seconds(30)
    }
  }

  /// Whether the transition stands by then, whatever happens.
  ///
  /// A logout stands as soon as the session is erased, a login when its save is done and still wanted.
  func isAfterPointOfNoReturn(of target: AppController.State) -> Bool {
    switch self {
    case .veto, .interface, .configuration, .will: false
    case .store: target == .loggedOut
    case .did, .told: true
    }
  }
}

/// What can go wrong.
enum Fault: String, CaseIterable, Sendable {
  /// The step throws.
  case fails
  /// The task that asked is cancelled while the step is under way.
  case cancelled
  /// Somebody asks for the other state while the step is under way.
  case superseded
  /// The step itself asks for the other state.
  case reentrant
  /// The step ignores that it was cancelled, and ends when the other state has been asked for.
  case late
  /// The step does not end, until its time is over and long after that.
  case hangs
}

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A fault at every step` {
  struct Case: Sendable, CustomTestStringConvertible {
    let target: AppController.State
    let step: FaultStep
    let fault: Fault
    /// Whether the step itself does not do what it should.
    var isFailure: Bool { fault == .fails || fault == .hangs }
    var testDescription: String { "\(fault.rawValue) at \(step.rawValue) on the way to \(target.rawValue)" }
  }

  nonisolated static let cases = [AppController.State.loggedIn, .loggedOut].flatMap { target in
    FaultStep.allCases.flatMap { step in Fault.allCases.map { Case(target: target, step: step, fault: $0) } }
  }
  // Nobody can tell whether a store that is given up on will have stored in the end, so it has the time that it needs.
  .filter { $0.step != .store || $0.fault != .hangs }

  private let store = HookedStore()
  private let clock = ManualClock()
  private let fixture: ControllerFixture
  /// Tells that a step that hung has come to its end.
  private let hung = AsyncStream.makeStream(of: Void.self)
  private var controller: AppController { fixture.controller }

  init() {
    fixture = ControllerFixture(store: store, clock: clock)
    controller.handlerDeadline = .seconds(5)
    fixture.passAnimations(of: clock)
  }

  /// What must be the same after a fault before the point of no return: everything but how often the store was changed.
  private struct Picture: Equatable {
    let snapshot: ControllerFixture.Snapshot
    let screens: [ObjectIdentifier]
    let values: [InputValues]

    @MainActor
    init(_ fixture: ControllerFixture) async throws {
      var snapshot = try await fixture.snapshot()
      snapshot.record.generation = 0
      self.snapshot = snapshot
      screens = fixture.controller.screens.map(ObjectIdentifier.init)
      values = fixture.controller.screens.map(\.state.values)
    }
  }

  /// How often `will`, `did` and `didAbort` were called.
  @MainActor
  private final class Calls {
    var will = 0
    var did = 0
    var abort = 0
  }

  @Test(arguments: cases)
  func `changes nothing before the point of no return, and nothing after it`(_ test: Case) async throws {
    try await fixture.install()
    if test.target == .loggedOut { await controller.login(.kitty) }
    root.present(try #require(InterfaceController.controller(for: RecordingProvider.loggedOut)))
    controller.screens.first?.state.values["typed"] = .text("before")
    let before = try await Picture(fixture)
    let calls = watch()
    let gate = Gate()
    prepare(test, gate)

    let task = Task { test.target == .loggedIn ? await controller.login(.kitty) : await controller.logout() }
    if test.fault != .fails, test.fault != .reentrant { await gate.arrived() }
    let other = Task.immediate { () -> TransitionOutcome? in
      switch test.fault {
      case .superseded, .late: test.target == .loggedIn ? await controller.logout() : await controller.login(.kitty)
      case .fails, .cancelled, .reentrant, .hangs: nil
      }
    }
    switch test.fault {
    case .fails, .reentrant: break
    case .cancelled:
      task.cancel()
      gate.open()
    case .superseded, .late: gate.open()
    case .hangs:
      await clock.sleeperArrived()
      let end = clock.now.advanced(by: test.step.limit)
      clock.advance(by: test.step.limit - .milliseconds(1))
      #expect(clock.nextDeadline == end, "it has its time, to the last millisecond")
      clock.advance(by: .milliseconds(1))
    }
    let outcome = await task.value
    if test.fault == .hangs {
      gate.open()
      for await _ in hung.stream { break }
    }
    _ = await other.value
    await controller.settle()

    check(outcome, of: test)
    let returns = test.fault == .superseded || test.fault == .late || test.fault == .reentrant
    if !isCommitted(test) {
      #expect(try await Picture(fixture) == before)
    } else if returns {
      #expect(controller.state == (test.target == .loggedIn ? .loggedOut : .loggedIn), "the later request wins")
    } else {
      #expect(controller.state == test.target)
      #expect(try await store.load(for: "test").session == (test.target == .loggedIn ? .kitty : nil))
    }
    #expect(calls.will == calls.did + calls.abort, "each will has one did or didAbort")
    #expect(root.children.count == 1 + root.presented.count)
  }

  private var root: RootContainer { controller.rootContainer }

  private func watch() -> Calls {
    let calls = Calls()
    var hooks = TransitionHooks()
    hooks.willLogin = { _ in calls.will += 1 }
    hooks.willLogout = { _ in calls.will += 1 }
    hooks.didLogin = { _ in calls.did += 1 }
    hooks.didLogout = { _ in calls.did += 1 }
    hooks.didAbort = { _, _ in calls.abort += 1 }
    controller.addHooks(hooks)
    return calls
  }

  /// Has the step wait at the gate, fail, or ask for the other state; once.
  private func prepare(_ test: Case, _ gate: Gate) {
    var isDone = false
    let step: @MainActor () async throws -> Void = { [controller, hung, provider = fixture.provider] in
      if isDone { return }
      isDone = true
      switch test.fault {
      case .fails: throw RecordingProvider.Refusal()
      case .cancelled, .superseded: try await gate.wait()
      case .late: await gate.waitIgnoringCancellation()
      case .hangs:
        await gate.waitIgnoringCancellation()
        hung.continuation.yield()
      case .reentrant:
        guard let handle = provider.handle else { return }
        if test.target == .loggedIn { handle.requestLogout() } else { handle.requestLogin(.kitty) }
        await reached { controller.inbox.isEmpty }
      }
    }
    switch test.step {
    case .veto:
      controller.shouldTransitionHandler = { _ in try await step() }
    case .interface: fixture.provider.steps[.init(rawValue: test.target.rawValue)] = step
    case .configuration: fixture.provider.steps["configuration"] = step
    case .will:
      controller.willLoginHandler = { _ in try await step() }
      controller.willLogoutHandler = { _ in try await step() }
    case .store: store.step = step
    case .did:
      controller.didLoginHandler = { try await step() }
      controller.didLogoutHandler = { try await step() }
    case .told:
      fixture.provider.steps["ended kitty"] = step
      fixture.provider.steps[.notify(test.target == .loggedIn ? .didLogin : .didLogout)] = step
    }
  }

  /// Whether the transition stands in the end.
  private func isCommitted(_ test: Case) -> Bool {
    if test.step.isAfterPointOfNoReturn(of: test.target) {
      // An erase that fails changes nothing.
      return !(test.step == .store && test.fault == .fails)
    }
    // A provider that cannot answer keeps nobody logged in.
    return test.target == .loggedOut && test.isFailure && [.interface, .configuration].contains(test.step)
  }

  private func check(_ outcome: TransitionOutcome, of test: Case) {
    if isCommitted(test) {
      guard case .completed(let report) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      let isNotTold = test.fault == .fails && test.step == .told && test.target == .loggedIn
      #expect(report.problems.isEmpty == (!test.isFailure || isNotTold))
      return
    }
    switch (test.fault, test.step) {
    case (.fails, .veto): #expect(outcome == .vetoed(reason: "Refusal()"))
    case (.fails, .interface), (.fails, .configuration): #expect(outcome.failure == .providerFailed)
    case (.fails, .will): #expect(outcome.failure == .handlerFailed)
    case (.fails, _): #expect(outcome.failure == .storeFailed)
    case (.hangs, _): #expect(outcome.failure == .timedOut)
    case (.cancelled, _): #expect(outcome == .cancelled)
    case (.superseded, _), (.late, _), (.reentrant, _): #expect(outcome == .superseded)
    }
  }
}
