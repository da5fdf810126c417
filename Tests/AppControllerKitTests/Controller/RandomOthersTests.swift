import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

/// A real controller beside another process, with news of it that come early, late and twice, and a provider that renews
/// the session or says that it has ended.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `Whatever an app and another process do` {
  @Test(arguments: [false, true])
  func `shows who is stored when all is quiet`(refuses: Bool) async throws {
    for seed in 0..<Effort.cases(150, thorough: 4000) {
      let walk = RandomWalkBesideOthers(seed: seed, refuses: refuses)
      try await walk.install()
      for _ in 0..<6 {
        for _ in 0..<8 { try await walk.step() }
        try await walk.calm()
        let broken = try walk.broken
        try #require(broken == nil, "seed \(seed): \(walk.lines.joined(separator: "\n"))")
      }
      await walk.end()
    }
  }
}

@MainActor
private final class RandomWalkBesideOthers {
  private let store = TellingStore()
  private let pace = Pace()
  private let fixture: ControllerFixture
  private let refuses: Bool
  private var generator: SeededGenerator
  private var secrets = 0
  /// Every session that somebody has logged in with.
  private var given: [Session] = [.anonymous]
  private var tasks: [Task<Void, Never>] = []
  /// Who was told of a login; a dash for a logout.
  private var told: [String] = []
  private var invented: Session?
  /// What has happened, so that it can be understood.
  private(set) var lines: [String] = []

  private var controller: AppController { fixture.controller }

  init(seed: Int, refuses: Bool) {
    generator = SeededGenerator(seed: seed)
    self.refuses = refuses
    // No time passes, so that nobody is given up on, and nothing moves.
    fixture = ControllerFixture(store: store, clock: ManualClock())
    fixture.window.traits.motion = .none
    controller.providerDeadline = nil
    let pass: @MainActor () async throws -> Void = { [weak self] in try await self?.pass() }
    for kind in [RecordedQuestion.Kind.loggedInInterface, .configuration] { fixture.provider.steps[kind] = pass }
    controller.shouldTransitionHandler = { [weak self] _ in
      do { try await self?.pass() } catch { throw Veto("no") }
    }
    controller.willLoginHandler = { _ in try await pass() }
    controller.willLogoutHandler = { _ in try await pass() }
    controller.didLoginHandler = { [weak self] in
      self?.told.append(self?.controller.session?.subject ?? "nobody")
      await self?.pace.pass()
    }
    controller.didLogoutHandler = { [weak self] in
      self?.told.append("-")
      await self?.pace.pass()
    }
    fixture.provider.renew = { [weak self] session in try await self?.renewed(session) ?? .unsupported }
    controller.onEvent { [weak self] in self?.look(at: $0) }
  }

  func install() async throws {
    try await fixture.install()
    pace.isClosed = true
  }

  private func pass() async throws {
    await pace.pass()
    if refuses, generator.oneIn(6) { throw RecordingProvider.Refusal() }
  }

  private func look(at event: ControllerEvent) {
    lines.append("  \(event.kind)")
    if let session = controller.session, !given.contains(session) { invented = session }
  }

  private func makeSession() -> Session {
    secrets += 1
    let session = Session(subject: generator.pick(["ann", "bob", "eve"]), secret: Secret("\(secrets)"))
    given.append(session)
    return session
  }

  private func renewed(_ session: Session) async throws -> SessionRefresh {
    try await pass()
    if generator.oneIn(4) {
      lines.append("\(session) has ended")
      return .ended
    }
    secrets += 1
    var new = session
    new.secret = Secret("\(secrets)")
    given.append(new)
    lines.append("\(session) is renewed as \(new)")
    return .renewed(new)
  }

  private func ask(_ name: String, _ body: @escaping @MainActor (AppController) async -> TransitionOutcome) {
    lines.append(name)
    tasks.append(Task.immediate { [controller] in _ = await body(controller) })
  }

  /// Something happens.
  func step() async throws {
    switch generator.number(below: 16) {
    case 0, 1:
      let session = makeSession()
      ask("login \(session)") { await $0.login(session) }
    case 2: ask("login") { await $0.login() }
    case 3: ask("logout") { await $0.logout() }
    case 4: ask("logout by force") { await $0.logout(force: true) }
    case 5:
      lines.append("cancel")
      if !tasks.isEmpty { generator.pick(tasks).cancel() }
    case 6:
      guard let subject = controller.session?.subject else { break }
      secrets += 1
      let session = Session(subject: subject, secret: Secret("\(secrets)"))
      given.append(session)
      lines.append("update \(session)")
      controller.transitions.handle(.updateSession(session))
    case 7:
      lines.append("invalidate")
      controller.transitions.handle(.invalidate)
    case 8, 9:
      let session = generator.oneIn(3) ? nil : makeSession()
      lines.append("elsewhere \(session?.description ?? "nobody")")
      try store.change(to: session)
    case 10:
      lines.append("news are late")
      store.keepNews()
    case 11:
      lines.append("news arrive")
      store.letGoOfNews()
      await store.heard()
    case 12:
      lines.append("news once more")
      store.tell(generator.oneIn(2) ? nil : UInt64(generator.number(below: 5)))
    case 13, 14:
      lines.append("renew")
      tasks.append(
        Task.immediate { [controller] in _ = try? await controller.freshSession(insteadOf: controller.session?.secret) }
      )
    default:
      lines.append("go on")
      pace.letOneGoOn()
    }
    if generator.oneIn(3) { return }
    // Whatever is under way goes on to where it waits.
    await reached { !controller.isBusy || pace.isHolding }
  }

  /// Everything goes on, and all news arrive.
  func calm() async throws {
    lines.append("calm")
    pace.isClosed = false
    store.letGoOfNews()
    for task in tasks { await task.value }
    tasks = []
    await controller.settle()
    await store.heard()
    await controller.settle()
    pace.isClosed = true
  }

  /// What should not be so when all is quiet.
  var broken: String? {
    get throws {
      if let invented { return "\(invented) is made up" }
      let stored = try store.session
      // Somebody else's login may be refused; then nobody is logged in here.
      if controller.session != stored, !refuses || controller.session != nil { return "\(String(describing: stored))" }
      for (one, next) in zip(told, told.dropFirst()) where one == next { return "twice: \(one)" }
      return nil
    }
  }

  func end() async {
    pace.isClosed = false
    controller.terminate()
    await controller.settle()
  }
}

/// Where whatever is under way waits until it may go on.
@MainActor
private final class Pace {
  private var waiters: [CheckedContinuation<Void, Never>] = []
  var isClosed = false {
    didSet { if !isClosed { while !waiters.isEmpty { letOneGoOn() } } }
  }
  var isHolding: Bool { !waiters.isEmpty }

  func pass() async {
    if isClosed { await withCheckedContinuation { waiters.append($0) } }
  }

  func letOneGoOn() {
    if !waiters.isEmpty { waiters.removeFirst().resume() }
  }
}
