import AppControllerKitTesting
import TestSupport

@testable import AppControllerKit

/// A real controller whose every step waits until the test says how it goes.
@MainActor
final class SteppedApp: ControllerObserver {
  private let controller: AppController
  private let window = InterfaceWindow()
  private let steps: Steps
  private var cancellations: [Int: () -> Void] = [:]
  private var sessions = 0
  /// Who waits for an answer.
  private(set) var waiters: Set<Int> = [] { didSet { changes.tell() } }
  /// What those were told who are answered, but for installations.
  private(set) var outcomes: [Int: TransitionOutcome] = [:]
  private let changes: Changes
  /// The steps that the controller has begun.
  private(set) var begun: [TransitionMachine.Step] = []

  init(hooks count: Int) {
    changes = Changes()
    steps = Steps(changes)
    controller = AppController(
      interfaceProvider: SteppedProvider(steps: steps), providerID: "test", sessionStore: SteppedStore(steps: steps),
      clock: SteppedClock(steps: steps), wallClock: { 0 }
    )
    controller.providerDeadline = nil
    controller.forcedDeadline = SteppedClock.never
    // The app's own handlers are hooks too, which are always there.
    let own = makeHooks()
    controller.shouldTransitionHandler = own.shouldTransition
    controller.willLoginHandler = own.willLogin
    controller.willLogoutHandler = own.willLogout
    controller.didLoginHandler = { [steps] in try await steps.pass() }
    controller.didLogoutHandler = { [steps] in try await steps.pass() }
    controller.didAbortHandler = { await own.didAbort?($0, nil) }
    for _ in 1..<count { controller.addHooks(makeHooks()) }
    controller.addObserver(self)
  }

  func observe(_ observation: ControllerObservation) {
    if case .stepBegan(let step, _) = observation { begun.append(step) }
    changes.tell()
  }

  /// Waits until something is so, and looks whenever something has happened.
  func wait(until isSo: () -> Bool) async {
    while !isSo() { await changes.next() }
  }

  private func makeHooks() -> TransitionHooks {
    var hooks = TransitionHooks()
    hooks.shouldTransition = { [steps] _ in if await steps.next() == .refused { throw Veto("no") } }
    hooks.willLogin = { [steps] _ in try await steps.pass() }
    hooks.willLogout = { [steps] _ in try await steps.pass() }
    hooks.didLogin = { [steps] _ in try await steps.pass() }
    hooks.didLogout = { [steps] _ in try await steps.pass() }
    hooks.didAbort = { [steps] _, _ in _ = await steps.next() }
    return hooks
  }

  /// What the controller's machine says.
  var machine: TransitionMachine { controller.transitions.machine }

  /// How many interfaces stand in the container.
  var children: Int { controller.rootContainer.children.count }

  /// Whether a step waits for how it goes.
  var isInStep: Bool { steps.isWaiting }

  /// Whether a step has begun while another one had not returned.
  var hasOverlapped: Bool { steps.hasOverlapped }

  /// Has something happen to the controller that happens to a machine.
  func happen(_ event: ExplorerEvent, asking waiter: Int, in scope: ExplorerScope) {
    switch event {
    case .install:
      ask(waiter) { [controller, window] in
        try? await controller.installRootInterface(in: window)
        return nil
      }
    case .request(let index):
      let letter = scope.alphabet[index]
      sessions += 1
      let secret = Secret("\(sessions)")
      ask(waiter) { [controller] in
        switch letter.goal {
        case .loggedOut: await controller.logout(force: letter.isForced, rebuild: letter.rebuilds)
        case .loggedIn(let subject):
          await controller.login(Session(subject: subject, secret: secret), rebuild: letter.rebuilds)
        }
      }
    case .withdraw(let waiter): cancellations[waiter]?()
    case .terminate: controller.terminate()
    case .step(_, let result): steps.resume(result)
    // No walk has them: what a store tells has tests of its own.
    case .change, .hear, .read, .looked, .renew, .renewed, .endsElsewhere, .expire: break
    }
  }

  private func ask(_ waiter: Int, _ body: @escaping @MainActor () async -> TransitionOutcome?) {
    waiters.insert(waiter)
    outcomes[waiter] = nil
    let task = Task.immediate {
      outcomes[waiter] = await body()
      waiters.remove(waiter)
    }
    cancellations[waiter] = { task.cancel() }
  }

  /// Lets everything go on to its end, so that nobody waits for ever.
  func finish() async {
    controller.terminate()
    await wait {
      steps.resume(.succeeded)
      return waiters.isEmpty
    }
  }
}

/// Tells somebody that something has happened, also when nobody waits for it yet.
@MainActor
private final class Changes {
  private var waiter: CheckedContinuation<Void, Never>?
  private var hasNews = false

  func tell() {
    hasNews = true
    waiter.take()?.resume()
  }

  func next() async {
    if !hasNews { await withCheckedContinuation { waiter = $0 } }
    hasNews = false
  }
}

/// The step that waits; there is one at a time.
@MainActor
private final class Steps {
  struct Refusal: Error {}

  private let changes: Changes
  private var waiter: CheckedContinuation<TransitionMachine.StepResult, Never>? { didSet { changes.tell() } }
  private(set) var hasOverlapped = false
  var isWaiting: Bool { waiter != nil }

  init(_ changes: Changes) { self.changes = changes }

  /// Waits for how the step goes, whether it is cancelled or not.
  func next() async -> TransitionMachine.StepResult {
    hasOverlapped = hasOverlapped || waiter != nil
    return await withCheckedContinuation { waiter = $0 }
  }

  /// Waits, and throws when the step is to fail.
  @discardableResult
  func pass() async throws -> TransitionMachine.StepResult {
    let result = await next()
    if result == .refused { throw Refusal() }
    return result
  }

  func resume(_ result: TransitionMachine.StepResult) {
    let waiting = waiter
    waiter = nil
    waiting?.resume(returning: result)
  }
}

@MainActor
private final class SteppedProvider {
  let steps: Steps

  init(steps: Steps) { self.steps = steps }

  func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    try await steps.pass()
    return BuiltInInterface(.english).splash
  }

  func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    try await steps.pass() != .decided(.loggedOut)
  }

  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await steps.pass()
    return RecordingProvider.loggedOut
  }

  func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await steps.pass()
    return RecordingProvider.loggedIn(controller.session?.subject ?? "")
  }

  func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    try await steps.pass()
    return AppController.Configuration()
  }

  func notify(_ event: ProviderEvent, for controller: AppController.Handle) async { _ = await steps.next() }
}

extension SteppedProvider: AppControllerInterfaceProviding {}

/// A store that has a session at first, so that the provider may say either.
private final class SteppedStore: SessionStore {
  private let steps: Steps
  private let inner = InMemorySessionStore()

  init(steps: Steps) { self.steps = steps }

  func load(for providerID: String) async throws -> SessionRecord {
    try await steps.pass()
    return SessionRecord(session: .kitty, generation: 1)
  }

  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    try await steps.pass()
    return try inner.replace(for: providerID, with: session, ifGeneration: nil)
  }
}

/// A clock whose sleeps are steps, but for deadlines, which never come; a cancelled one ends at once.
private struct SteppedClock: Clock {
  static let never = Duration.seconds(3600)

  let steps: Steps
  let now = ManualClock.Instant(offset: .zero)
  let minimumResolution: Duration = .zero

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    if deadline.offset >= Self.never {
      for await _ in AsyncStream<Never>.makeStream().stream {}
      throw CancellationError()
    }
    await withTaskCancellationHandler {
      _ = await steps.next()
    } onCancel: {
      Task { @MainActor in steps.resume(.succeeded) }
    }
  }
}
