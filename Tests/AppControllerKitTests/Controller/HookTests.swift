import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite struct `Hooks` {
  private struct Refusal: Error {}

  private let fixture = ControllerFixture()
  private var controller: AppController { fixture.controller }
  private var log: [String] { fixture.provider.log.filter { $0.contains(":") } }

  /// Hooks that write their name and what they are called for.
  private func hooks(_ name: String) -> TransitionHooks {
    let provider = fixture.provider
    var hooks = TransitionHooks()
    hooks.shouldTransition = { provider.log.append("\(name): should \($0.rawValue)") }
    hooks.willLogin = { provider.log.append("\(name): will login to \($0.title)") }
    hooks.didLogin = { provider.log.append("\(name): did login, revision \($0.revision)") }
    hooks.willLogout = { provider.log.append("\(name): will logout to \($0.title)") }
    hooks.didLogout = { provider.log.append("\(name): did logout, revision \($0.revision)") }
    hooks.didAbort = { target, error in
      provider.log.append("\(name): abort \(target.rawValue) \(error?.code.rawValue ?? "-")")
    }
    return hooks
  }

  @Test func `are called in the order in which they were added, the app's own first`() async throws {
    controller.willLoginHandler = { [provider = fixture.provider] _ in provider.log.append("app: will login") }
    controller.addHooks(hooks("a"))
    controller.addHooks(hooks("b"))
    try await fixture.install()
    await controller.login(.kitty)
    #expect(
      log == [
        "a: should logged-in", "b: should logged-in", "app: will login", "a: will login to Hello kitty",
        "b: will login to Hello kitty", "a: did login, revision 2", "b: did login, revision 2",
      ])
  }

  @Test func `are ended in reverse when one fails, itself included, and those behind it hear nothing`() async throws {
    controller.addHooks(hooks("a"))
    var failing = hooks("b")
    failing.willLogin = { _ in throw Refusal() }
    controller.addHooks(failing)
    controller.addHooks(hooks("c"))
    try await fixture.install()
    #expect(await controller.login(.kitty).failure == .handlerFailed)
    #expect(
      log.suffix(3) == [
        "a: will login to Hello kitty", "b: abort logged-in ACK3003", "a: abort logged-in ACK3003",
      ])
  }

  @Test func `keep the words of an explained error that they throw`() async throws {
    controller.willLoginHandler = { _ in
      throw AppControllerError(.storeFailed, what: "the disk is full", why: "too much is on it", fix: "make room")
    }
    try await fixture.install()
    guard case .failed(let error) = await controller.login(.kitty) else {
      Issue.record("the login did not fail")
      return
    }
    #expect(error.code == .handlerFailed)
    #expect(error.what == "the will handler of the transition to logged-in failed: the disk is full [ACK4001]")
    #expect(error.why == "too much is on it")
    #expect(error.fix == "make room")
  }

  @Test func `learn nothing of an error when a later request stops the transition`() async throws {
    let gate = Gate()
    controller.addHooks(hooks("a"))
    var waiting = TransitionHooks()
    waiting.willLogin = { _ in try await gate.wait() }
    controller.addHooks(waiting)
    try await fixture.install()
    let login = Task.immediate { await controller.login(.kitty) }
    await gate.arrived()
    let logout = Task.immediate { await controller.logout() }
    gate.open()
    #expect(await login.value == .superseded)
    #expect(await logout.value == .unchanged)
    #expect(log.last == "a: abort logged-in -")
  }

  @Test func `of which one says no are not asked further`() async throws {
    var refusing = hooks("a")
    refusing.shouldTransition = { _ in throw Veto("unsaved") }
    controller.addHooks(refusing)
    controller.addHooks(hooks("b"))
    try await fixture.install()
    #expect(await controller.login(.kitty) == .vetoed(reason: "unsaved"))
    #expect(log == [])
  }

  @Test func `are all called when one fails afterwards, and the report says so`() async throws {
    var failing = TransitionHooks()
    failing.didLogin = { _ in throw Refusal() }
    controller.addHooks(failing)
    controller.addHooks(hooks("b"))
    try await fixture.install()
    let outcome = await controller.login(.kitty)
    #expect(outcome.report?.problems.count == 1)
    #expect(log.last == "b: did login, revision 2")
  }

  @Test func `that are removed are not called, but for what they have begun`() async throws {
    let token = controller.addHooks(hooks("a"))
    var removing = TransitionHooks()
    removing.willLogin = { [unowned controller] _ in
      controller.removeHooks(token)
      controller.addHooks(self.hooks("late"))
    }
    let remover = controller.addHooks(removing)
    try await fixture.install()
    await controller.login(.kitty)
    #expect(log.last == "a: did login, revision 2")
    controller.removeHooks(remover)
    await controller.logout()
    #expect(
      log.suffix(3) == ["late: should logged-out", "late: will logout to Welcome", "late: did logout, revision 3"])
  }
}

extension TransitionOutcome {
  var report: TransitionReport? {
    if case .completed(let report) = self { report } else { nil }
  }
}
