import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@MainActor
@Suite struct `A forced logout` {
  /// When it is forced, and by whom.
  enum Wish: String, CaseIterable, Sendable {
    /// It is asked for first of all, and meets with what hangs by itself.
    case first
    /// A login of somebody else is under way.
    case duringLogin
    /// A logout that is not forced is under way.
    case duringLogout
    /// The session ends, and nothing else is under way.
    case expiry
    /// The session ends while a login of somebody else is under way, whose session ends as well.
    case expiryDuringLogin
    /// The session ends while a logout that is not forced is under way.
    case expiryDuringLogout
  }

  struct Case: Sendable, CustomTestStringConvertible {
    /// `nil` for an animation.
    let place: TransitionPlace?
    let wish: Wish
    var testDescription: String { "\(wish.rawValue), \(place?.rawValue ?? "animation") hangs" }
  }

  /// All of them, but those in which a logout has ended the session already, so that nothing is left to expire.
  nonisolated static let cases = (TransitionPlace.allCases.map(Optional.init) + [nil]).flatMap { place in
    Wish.allCases.filter { $0 != .expiryDuringLogout || place?.isAfterExchange != true }
      .map { Case(place: place, wish: $0) }
  }

  private let clock = ManualClock()
  private let provider = RecordingProvider()
  private let store: any SessionStore = InMemorySessionStore()
  private let hangs = Hangs()
  private let controller: AppController

  init() {
    controller = AppController(
      interfaceProvider: provider, providerID: "test", sessionStore: store, clock: clock,
      wallClock: { [clock] in Timestamp(secondsSince1970: clock.now.offset.components.seconds) }
    )
    controller.providerDeadline = nil
  }

  @Test(arguments: cases)
  func `ends whatever hangs, and has erased the session`(_ test: Case) async throws {
    let expires = [.expiry, .expiryDuringLogin, .expiryDuringLogout].contains(test.wish)
    let end: Timestamp? = expires ? 1000 : nil
    try await controller.installRootInterface(in: InterfaceWindow())
    await controller.login(Session(subject: "kitty", expiresAt: end))
    if let place = test.place {
      place.attach(to: controller, provider) { [hangs] in await hangs.wait() }
    } else {
      provider.configuration = AppController.Configuration(transitionDuration: .seconds(60))
    }
    let underWay: Task<TransitionOutcome, Never>? =
      switch test.wish {
      case .first, .expiry: nil
      case .duringLogin, .expiryDuringLogin:
        Task.immediate { await controller.login(Session(subject: "dog", expiresAt: end)) }
      case .duringLogout, .expiryDuringLogout: Task.immediate { await controller.logout() }
      }
    if underWay != nil {
      #expect(controller.isBusy)
      if test.place != nil { await hangs.arrived() }
    }
    let logout = expires ? nil : Task.immediate { await controller.logout(force: true) }
    await clock.pass { controller.state == .loggedOut && !controller.isBusy }
    let outcome = await logout?.value
    #expect(outcome == nil || outcome == .unchanged || outcome?.isCompleted == true)
    #expect(controller.session == nil && controller.rootContainer.overlay == nil)
    #expect(try await store.load(for: "test").session == nil)
    _ = await underWay?.value
    hangs.open()
    await controller.settle()
    #expect(controller.state == .loggedOut)
  }

  @Test func `gives what is under way its time from then, and not a longer one than it had`() async throws {
    try await controller.installRootInterface(in: InterfaceWindow())
    controller.handlerDeadline = .seconds(3)
    controller.forcedDeadline = .seconds(5)
    controller.willLoginHandler = { [hangs] _ in await hangs.wait() }
    let login = Task.immediate { await controller.login(.kitty) }
    await clock.sleeperArrived(within: .seconds(3))
    clock.advance(by: .seconds(1))
    let logout = Task.immediate { await controller.logout(force: true) }
    await clock.sleeperArrived(2)
    clock.advance(by: .seconds(2))
    #expect(await login.value == .superseded)
    #expect(await logout.value == .unchanged)
    hangs.open()
  }

  @Test func `erases in its time, however many handlers hang, and ends in that once more`() async throws {
    try await controller.installRootInterface(in: InterfaceWindow())
    await controller.login(.kitty)
    for _ in 0..<10 {
      var hooks = TransitionHooks()
      hooks.willLogout = { [hangs] _ in await hangs.wait() }
      hooks.didLogout = { [hangs] _ in await hangs.wait() }
      controller.addHooks(hooks)
    }
    let logout = Task.immediate { await controller.logout(force: true) }
    await clock.sleeperArrived(within: controller.forcedDeadline)
    clock.advance(by: controller.forcedDeadline)
    await reached { controller.state == .loggedOut }
    #expect(try await store.load(for: "test").session == nil)
    await clock.sleeperArrived(within: controller.forcedDeadline)
    clock.advance(by: controller.forcedDeadline)
    #expect(await logout.value.isCompleted)
    #expect(clock.now.offset == controller.forcedDeadline * 2)
    hangs.open()
  }

  @Test func `leaves the others as long as the app lets them`() async throws {
    try await controller.installRootInterface(in: InterfaceWindow())
    controller.willLoginHandler = { [hangs] _ in await hangs.wait() }
    let login = Task.immediate { await controller.login(.kitty) }
    #expect(clock.sleeperCount == 0)
    clock.advance(by: .seconds(86_400))
    hangs.open()
    #expect(await login.value.isCompleted)
  }
}
