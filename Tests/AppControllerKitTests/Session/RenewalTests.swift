import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

/// A session that is renewed while something else happens: nothing of it is undone, and no answer of the provider is
/// lost.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A renewal` {
  private let clock = ManualClock()
  private let provider = RotatingProvider()
  private let store = TellingStore()
  private let gated = HookedStore()

  private func controller(_ store: (any SessionStore)? = nil) -> AppController {
    let controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: store ?? self.store, clock: clock,
      wallClock: { [clock] in Timestamp(secondsSince1970: clock.now.offset.milliseconds / 1000) })
    controller.providerDeadline = nil
    return controller
  }

  private func loggedIn(_ store: (any SessionStore)? = nil) async throws -> AppController {
    let (controller, window) = (controller(store), InterfaceWindow())
    window.traits.motion = .none
    try await controller.installRootInterface(in: window)
    if controller.session == nil { await controller.login(provider.issue()) }
    return controller
  }

  /// Begins to renew, and waits until the provider is asked.
  private func renewing(_ controller: AppController) async throws -> (Task<Session, any Error>, Gate) {
    let gate = Gate()
    provider.gate = gate
    let refused = controller.session?.secret
    let renewal = Task.immediate { try await controller.freshSession(insteadOf: refused) }
    await gate.arrived()
    return (renewal, gate)
  }

  private func code(_ renewal: Task<Session, any Error>) async -> AppControllerError.Code? {
    do {
      _ = try await renewal.value
      return nil
    } catch {
      return (error as? AppControllerError)?.code
    }
  }

  // MARK: A logout

  @Test(arguments: [false, true])
  func `brings nobody back who has logged out, and the provider ends what it gave`(isForced: Bool) async throws {
    let controller = try await loggedIn()
    let (renewal, gate) = try await renewing(controller)
    // The provider answers one question at a time; a forced logout does without.
    let logout = Task.immediate { await controller.logout(force: isForced) }
    if isForced {
      await clock.sleeperArrived(within: .seconds(5))
      clock.advance(by: .seconds(5))
      #expect(await logout.value.isCompleted)
      #expect(try store.session == nil)
    }
    gate.open()
    _ = await code(renewal)
    #expect(await logout.value.isCompleted)
    await controller.settle()
    #expect(controller.state == .loggedOut && controller.session == nil)
    #expect(try store.session == nil)
    #expect(provider.ended.last == "s2")
    #expect(try await loggedInAgain() == .loggedOut)
  }

  /// The state of an app that is started again.
  private func loggedInAgain() async throws -> AppController.State {
    let again = controller()
    try await again.installRootInterface(in: InterfaceWindow())
    return again.state
  }

  @Test func `brings nobody back when its answer comes while the store erases`() async throws {
    let controller = try await loggedIn(gated)
    let (renewal, gate) = try await renewing(controller)
    let erasing = Gate()
    gated.gate = erasing
    let logout = Task.immediate { await controller.logout(force: true) }
    await clock.sleeperArrived(within: .seconds(5))
    clock.advance(by: .seconds(5))
    await erasing.arrived()
    gate.open()
    erasing.open()
    #expect(await code(renewal) == .notLoggedIn)
    #expect(await logout.value.isCompleted)
    await controller.settle()
    #expect(controller.state == .loggedOut)
    #expect(try await gated.load(for: "test").session == nil)
    #expect(provider.ended.contains("s2"))
  }

  @Test func `does not stop a logout in whose handler it begins, and is ended with it`() async throws {
    let controller = try await loggedIn()
    var renewed: Session?
    controller.willLogoutHandler = { [controller] _ in
      renewed = try await controller.freshSession(insteadOf: controller.session?.secret)
    }
    #expect(await controller.logout().isCompleted)
    #expect(renewed?.secret?.text == "s2")
    #expect(provider.ended == ["s2"])
    #expect(try store.session == nil)
    controller.willLogoutHandler = nil
  }

  @Test func `is stored when a did handler asks for it`() async throws {
    let controller = controller()
    try await controller.installRootInterface(in: InterfaceWindow())
    var renewed: Session?
    controller.didLoginHandler = { [controller] in
      renewed = try await controller.freshSession(insteadOf: controller.session?.secret)
    }
    #expect(await controller.login(provider.issue()).isCompleted)
    #expect(renewed?.secret?.text == "s2")
    #expect(try store.session == renewed && controller.session == renewed)
    controller.didLoginHandler = nil
  }

  @Test func `is stored although the controller ends meanwhile`() async throws {
    let controller = try await loggedIn()
    let (renewal, gate) = try await renewing(controller)
    controller.terminate()
    gate.open()
    #expect(try await renewal.value.secret?.text == "s2")
    #expect(try store.session?.secret?.text == "s2")
    let asked = provider.asked
    await #expect(throws: AppControllerError.self) { try await controller.freshSession(insteadOf: Secret("s2")) }
    #expect(provider.asked == asked)
  }

  // MARK: A login

  @Test func `that ends for one user does not give way to the login of another one`() async throws {
    let controller = try await loggedIn()
    let (renewal, gate) = try await renewing(controller)
    let (handler, bob) = (Gate(), Session(subject: "bob", secret: Secret("b1")))
    controller.shouldTransitionHandler = { _ in try? await handler.wait() }
    let login = Task.immediate { await controller.login(bob) }
    await handler.arrived()
    provider.answer = .ended
    gate.open()
    #expect(await code(renewal) == .sessionEnded)
    #expect(try store.session == nil)
    handler.open()
    #expect(await login.value.isCompleted)
    await controller.settle()
    #expect(controller.session == bob)
    #expect(try store.session == bob)
    controller.shouldTransitionHandler = nil
  }

  @Test(arguments: [false, true])
  func `leaves a newer login of the same user alone`(hasEnded: Bool) async throws {
    let controller = try await loggedIn()
    let (renewal, gate) = try await renewing(controller)
    let newer = Session(subject: "ann", secret: Secret("new"), refreshToken: Secret("new"))
    try store.change(to: newer)
    if hasEnded { provider.answer = .ended }
    gate.open()
    #expect(try await renewal.value == newer)
    await store.heard()
    await controller.settle()
    #expect(controller.session == newer)
    #expect(try store.session == newer)
    #expect(provider.ended == (hasEnded ? [] : ["s2"]))
  }

  @Test func `replaces what a login puts back that nobody wants any more`() async throws {
    let controller = try await loggedIn(gated)
    let (renewal, gate) = try await renewing(controller)
    let saving = Gate()
    // The provider is busy, and the login has what it needs.
    gated.gate = saving
    let keeper = controller.keeper
    let login = Task.immediate {
      let replaced = try await keeper.save(Session(subject: "bob")) { _ in true }
      try await keeper.putBack(replaced?.session)
    }
    await saving.arrived()
    gate.open()
    await reached { provider.answered == 1 }
    saving.open()
    try await login.value
    #expect(try await renewal.value.secret?.text == "s2")
    #expect(try await gated.load(for: "test").session?.secret?.text == "s2")
  }

  // MARK: Several windows

  @Test func `is followed by another window that finds it before it is told`() async throws {
    let (one, other) = (try await loggedIn(), try await loggedIn())
    store.keepNews()
    let renewed = try await one.freshSession(insteadOf: Secret("s1"))
    #expect(try await other.freshSession(insteadOf: Secret("s1")) == renewed)
    await other.settle()
    #expect(other.session == renewed)
    #expect(await other.login() == .unchanged)
    #expect(try store.session == renewed)
    store.letGoOfNews()
  }

  @Test func `of several windows spends each token once, also when one is closed`() async throws {
    let windows = [try await loggedIn(), try await loggedIn()]
    for round in 0..<6 {
      let window = windows[round % 2]
      _ = try await window.freshSession(insteadOf: window.session?.secret)
      await store.heard()
    }
    windows[0].terminate()
    for _ in 0..<3 {
      _ = try await windows[1].freshSession(insteadOf: windows[1].session?.secret)
      await windows[1].settle()
    }
    #expect(windows[1].state == .loggedIn)
    #expect(Set(provider.asked).count == provider.asked.count)
  }

  @Test func `is not overwritten by a login that brings no session`() async throws {
    let controller = try await loggedIn()
    store.keepNews()
    let renewed = provider.issue()
    try store.change(to: renewed)
    #expect(await controller.login() == .unchanged)
    #expect(try store.session == renewed)
    store.letGoOfNews()
    await store.heard()
    await controller.settle()
    #expect(controller.session == renewed)
  }

  // MARK: Answers that are not lost

  @Test func `is stored at the next attempt when the store has failed`() async throws {
    let controller = try await loggedIn(gated)
    gated.isBroken = true
    #expect(await code(Task { try await controller.freshSession(insteadOf: Secret("s1")) }) == .storeFailed)
    gated.isBroken = false
    #expect(try await controller.freshSession(insteadOf: Secret("s1")).secret?.text == "s2")
    #expect(provider.asked == ["r1"])
  }

  @Test func `is stored when it comes after its deadline`() async throws {
    let controller = try await loggedIn()
    controller.providerDeadline = .seconds(30)
    let (renewal, gate) = try await renewing(controller)
    await clock.sleeperArrived(within: .seconds(30))
    clock.advance(by: .seconds(30))
    #expect(await code(renewal) == .timedOut)
    gate.open()
    await reached { controller.session?.secret?.text == "s2" }
    #expect(try store.session?.secret?.text == "s2")
  }

  @Test func `goes on when the task that needs it is cancelled, which is answered at once`() async throws {
    let controller = try await loggedIn()
    let (renewal, gate) = try await renewing(controller)
    renewal.cancel()
    #expect(await code(renewal) == .cancelled)
    gate.open()
    await controller.settle()
    #expect(try store.session?.secret?.text == "s2")
  }

  // MARK: What is accepted

  @Test func `is asked for when the session itself ends soon`() async throws {
    let controller = try await loggedIn()
    await controller.login(Session(subject: "ann", secret: Secret("short"), expiresAt: 10))
    #expect(try await controller.freshSession(validFor: .seconds(60)).secret?.text == "s2")
  }

  @Test func `is not what a session gets that has ended, since the clock was set`() async throws {
    let controller = try await loggedIn()
    // Nobody has been told: the clock of the machine has jumped.
    let end = Timestamp(secondsSince1970: 3000)
    await controller.login(Session(subject: "ann", secret: Secret("old"), expiresAt: end))
    clock.advance(by: .seconds(6000))
    #expect(await code(Task { try await controller.freshSession() }) == .notLoggedIn)
    await controller.settle()
    #expect(controller.state == .loggedOut)
    #expect(provider.asked.isEmpty)
  }

  @Test(arguments: [false, true])
  func `is stored and not returned when its secret is not accepted`(wasRefused: Bool) async throws {
    let controller = try await loggedIn()
    let (secret, end): (String, Timestamp?) = wasRefused ? ("s1", nil) : ("s2", 0)
    let given = Session(
      subject: "ann", secret: Secret(secret), secretExpiresAt: end, refreshToken: Secret("r2"))
    provider.answer = .renewed(given)
    #expect(await code(Task { try await controller.freshSession(insteadOf: Secret("s1")) }) == .renewedInVain)
    #expect(try store.session == given)
  }

  @Test(arguments: [false, true])
  func `is had while the splash is shown, and followed after it`(hasEnded: Bool) async throws {
    try store.change(to: provider.issue())
    let (controller, gate) = (controller(), Gate())
    provider.gate = gate
    if hasEnded { provider.answer = .ended }
    let renewal = Task.immediate { try await controller.freshSession(insteadOf: Secret("s1")) }
    await gate.arrived()
    let installation = Task.immediate { try await controller.installRootInterface(in: InterfaceWindow()) }
    await reached { controller.state == .launching }
    #expect(try await controller.freshSession().secret?.text == "s1")
    gate.open()
    try await installation.value
    _ = await code(renewal)
    await controller.settle()
    #expect(controller.session?.secret?.text == (hasEnded ? nil : "s2"))
    #expect(try store.session == controller.session)
  }
}

/// The provider of a server whose tokens are good for one use.
@MainActor
private final class RotatingProvider: MainActorInterfaceProviding {
  var gate: Gate?
  /// What it answers in the place of the next tokens.
  var answer: SessionRefresh?
  /// The refresh tokens that it was asked with.
  private(set) var asked: [String] = []
  private(set) var answered = 0
  /// The secrets of the sessions that it was told to end.
  private(set) var ended: [String] = []
  private var lastNumber = 0

  /// A session with the next tokens.
  func issue() -> Session {
    lastNumber += 1
    return Session(subject: "ann", secret: Secret("s\(lastNumber)"), refreshToken: Secret("r\(lastNumber)"))
  }

  func configuration(for controller: ControllerHandle) async throws -> TransitionConfiguration {
    TransitionConfiguration(style: .none)
  }

  func loggedOutInterface(for controller: ControllerHandle) async throws -> InterfaceDescription {
    InterfaceDescription("out") { Screen("out", title: "Out") {} }
  }

  func loggedInInterface(for controller: ControllerHandle) async throws -> InterfaceDescription {
    InterfaceDescription("in") { Screen("in", title: "In") {} }
  }

  func refresh(_ session: Session, for controller: ControllerHandle) async throws -> SessionRefresh {
    asked.append(session.refreshToken?.text ?? session.secret?.text ?? "")
    let gate = gate
    self.gate = nil
    await gate?.waitIgnoringCancellation()
    defer { answered += 1 }
    if asked.dropLast().contains(asked[asked.count - 1]) { return .ended }
    return answer ?? .renewed(issue())
  }

  func sessionEnded(_ session: Session, for controller: ControllerHandle) async throws {
    ended.append(session.secret?.text ?? "")
  }
}
