import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

/// The secret of a session, which ends before the session does.
@MainActor
@Suite(.timeLimit(.minutes(30))) struct `The secret of a session` {
  private let clock = ManualClock()
  private let provider = Renewing()
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A controller as another process would have one.
  private func controller(_ provider: Renewing? = nil) -> AppController {
    let controller = AppController(
      interfaceProvider: provider ?? self.provider,
      sessionStore: FileSessionStore(directory: folder.path, lockTimeout: .seconds(3600)),
      clock: clock, wallClock: { [clock] in Timestamp(secondsSince1970: clock.now.offset.milliseconds / 1000) })
    controller.providerDeadline = nil
    return controller
  }

  private func ann(_ number: Int, until end: Timestamp?) -> Session {
    Session(subject: "ann", secret: Secret("s\(number)"), secretExpiresAt: end, refreshToken: Secret("r\(number)"))
  }

  private func loggedIn(_ session: Session) async throws -> AppController {
    let controller = controller()
    try await controller.installRootInterface(in: InterfaceWindow())
    await controller.login(session)
    #expect(controller.session == session)
    return controller
  }

  @Test func `is good without an end, or for as long as is asked`() async throws {
    #expect(try await loggedIn(ann(1, until: nil)).freshSession() == ann(1, until: nil))
    let controller = try await loggedIn(ann(1, until: 61))
    #expect(try await controller.freshSession() == ann(1, until: 61))
    #expect(provider.asked.isEmpty)
  }

  @Test func `is renewed, stored and installed`() async throws {
    let controller = try await loggedIn(ann(1, until: 60))
    provider.answers = [.renewed(ann(2, until: 3600))]
    #expect(try await controller.freshSession() == ann(2, until: 3600))
    #expect(controller.session == ann(2, until: 3600))
    #expect(try await FileSessionStore(directory: folder.path).load(for: "app").session == ann(2, until: 3600))
    #expect(provider.asked == [ann(1, until: 60)])
  }

  @Test func `keeps its refresh token when the answer has none`() async throws {
    let controller = try await loggedIn(ann(1, until: 1))
    provider.answers = [.renewed(Session(subject: "ann", secret: Secret("s2")))]
    #expect(try await controller.freshSession().refreshToken?.text == "r1")
  }

  @Test func `is renewed without an interface`() async throws {
    _ = try await loggedIn(ann(1, until: 1))
    provider.answers = [.renewed(ann(2, until: 3600))]
    let other = controller()
    #expect(try await other.freshSession() == ann(2, until: 3600))
    #expect(other.state == .uninstalled)
    #expect(try await controller().freshSession() == ann(2, until: 3600))
  }

  @Test func `is asked for once by two who need it at once`() async throws {
    let controller = try await loggedIn(ann(1, until: 1))
    provider.answers = [.renewed(ann(2, until: 3600))]
    provider.gate = AwaitedAnswer()
    let others = (self.controller(), self.controller())
    let first = Task.immediate { try await controller.freshSession() }
    await reached { provider.asked.count == 1 }
    let second = Task.immediate { try await controller.freshSession() }
    // Another process waits for its turn, and reads the store again.
    let third = Task.immediate { try await others.0.freshSession() }
    await reached { clock.sleeperCount >= 1 }
    provider.gate?.give(())
    let renewed = ann(2, until: 3600)
    #expect(try await first.value == renewed)
    #expect(try await second.value == renewed)
    clock.advance(by: .milliseconds(50))
    #expect(try await third.value == renewed)
    #expect(try await others.1.freshSession() == renewed)
    #expect(provider.asked.count == 1)
  }

  @Test func `is another one than the one that was refused`() async throws {
    let controller = try await loggedIn(ann(1, until: 3600))
    #expect(try await controller.freshSession(insteadOf: Secret("s0")) == ann(1, until: 3600))
    provider.answers = [.renewed(ann(2, until: 3600))]
    #expect(try await controller.freshSession(insteadOf: Secret("s1")) == ann(2, until: 3600))
  }

  @Test func `has not ended either when another one was refused`() async throws {
    let controller = try await loggedIn(ann(1, until: 0))
    provider.answers = [.renewed(ann(2, until: 3600))]
    #expect(try await controller.freshSession(insteadOf: Secret("s0")) == ann(2, until: 3600))
  }

  @Test func `is not asked for again when the provider cannot renew it`() async throws {
    let controller = try await loggedIn(ann(1, until: 100))
    provider.answers = [.unsupported]
    await clock.sleeperArrived()
    clock.advance(by: .seconds(80))
    await reached { provider.asked.count == 1 }
    for _ in 0..<3 {
      await clock.sleeperArrived()
      clock.advance(by: .seconds(60))
    }
    await controller.settle()
    #expect(provider.asked.count == 1)
  }

  @Test func `ends with the session`() async throws {
    let controller = try await loggedIn(ann(1, until: 1))
    provider.answers = [.ended]
    #expect(await code(of: controller) == .sessionEnded)
    await controller.settle()
    #expect(controller.state == .loggedOut)
    #expect(await code(of: controller) == .notLoggedIn)
    #expect(await code(of: self.controller()) == .notLoggedIn)
  }

  @Test func `stays as it is when it cannot be renewed`() async throws {
    let controller = try await loggedIn(ann(1, until: 30))
    provider.answers = [.unsupported]
    #expect(try await controller.freshSession() == ann(1, until: 30))
    #expect(await code(of: controller, insteadOf: Secret("s1")) == .notRenewable)
    clock.advance(by: .seconds(30))
    #expect(await code(of: controller) == .notRenewable)
    #expect(controller.session == ann(1, until: 30))
  }

  @Test func `stays as it is while the provider fails`() async throws {
    let controller = try await loggedIn(ann(1, until: 30))
    #expect(try await controller.freshSession() == ann(1, until: 30))
    #expect(await code(of: controller, insteadOf: Secret("s1")) == .providerFailed)
    provider.answers = [.renewed(Session(subject: "eve"))]
    #expect(await code(of: controller, insteadOf: Secret("s1")) == .providerFailed)
    #expect(controller.session == ann(1, until: 30))
  }

  @Test func `is renewed before it ends`() async throws {
    let controller = try await loggedIn(ann(1, until: 100))
    provider.answers = [.renewed(ann(2, until: 3600))]
    await clock.sleeperArrived()
    clock.advance(by: .seconds(79))
    #expect(provider.asked.isEmpty)
    await clock.sleeperArrived()
    clock.advance(by: .seconds(1))
    await reached { controller.session == ann(2, until: 3600) }
    await controller.settle()
  }

  @Test func `is asked for each minute while the provider fails, and when it has ended before it came`() async throws {
    let controller = try await loggedIn(ann(1, until: 0))
    for minute in 0..<3 {
      #expect(provider.asked.count == minute)
      await clock.sleeperArrived()
      clock.advance(by: .seconds(60))
      await reached { provider.asked.count == minute + 1 }
    }
    #expect(controller.session == ann(1, until: 0))
  }

  private func code(
    of controller: AppController, insteadOf refused: Secret? = nil
  ) async -> AppControllerError.Code? {
    do {
      _ = try await controller.freshSession(insteadOf: refused)
      return nil
    } catch {
      return error.code
    }
  }
}

/// Answers with what a test has given, the last one again and again; without any, it fails.
@MainActor
private final class Renewing: MainActorInterfaceProviding {
  var answers: [SessionRefresh] = []
  var gate: AwaitedAnswer<Void>?
  private(set) var asked: [Session] = []

  private struct Away: Error {}

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
    asked.append(session)
    await gate?.value
    guard let answer = answers.first else { throw Away() }
    if answers.count > 1 { answers.removeFirst() }
    return answer
  }
}
