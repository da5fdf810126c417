import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite("A failure before the point of no return changes nothing")
struct TransitionFailureTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let prepare: @MainActor (ControllerFixture) -> Void
    let code: AppControllerError.Code
    let aborts: Bool
    var testDescription: String { name }
  }

  private nonisolated static let cases = [
    Case(
      name: "the provider throws", prepare: { $0.provider.failures = ["logged-in"] }, code: .providerFailed,
      aborts: false),
    Case(
      name: "the interface is not valid", prepare: { $0.provider.loggedIn = { _ in RecordingProvider.invalid } },
      code: .invalidDescription, aborts: false
    ),
    Case(
      name: "the configuration throws", prepare: { $0.provider.failures = ["configuration"] }, code: .providerFailed,
      aborts: false
    ),
    Case(
      name: "the duration is negative",
      prepare: { $0.provider.configuration.transitionDuration = .milliseconds(-1) }, code: .invalidConfiguration,
      aborts: false
    ),
    Case(
      name: "the delay is over a minute", prepare: { $0.provider.configuration.transitionDelay = .seconds(61) },
      code: .invalidConfiguration, aborts: false
    ),
    Case(
      name: "a will handler throws",
      prepare: { $0.controller.willLoginHandler = { _ in throw RecordingProvider.Refusal() } }, code: .handlerFailed,
      aborts: true
    ),
  ]

  @Test(arguments: cases)
  func `a login that fails leaves everything as it was`(_ test: Case) async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    let before = try await fixture.snapshot()
    fixture.controller.didAbortHandler = { _ in fixture.provider.log.append("abort") }
    fixture.controller.didLoginHandler = { fixture.provider.log.append("did") }
    test.prepare(fixture)
    let outcome = await fixture.controller.login(.kitty)
    #expect(outcome.failure == test.code)
    #expect(try await fixture.snapshot() == before)
    #expect(fixture.provider.log.contains("abort") == test.aborts)
    #expect(!fixture.provider.log.contains("did"))
    // And the next one works.
    fixture.provider.failures = []
    fixture.provider.loggedIn = { RecordingProvider.loggedIn($0?.subject ?? "nobody") }
    fixture.provider.configuration = .init(transitionDuration: .zero)
    fixture.controller.willLoginHandler = nil
    #expect(await fixture.controller.login(.kitty).isCompleted)
  }

  @Test func `a store that refuses makes login and logout fail, and changes nothing`() async throws {
    let store = HookedStore()
    store.isBroken = true
    let fixture = ControllerFixture(store: store)
    try await fixture.install()
    let before = try await fixture.snapshot()
    #expect(await fixture.controller.login(.kitty).failure == .storeFailed)
    #expect(try await fixture.snapshot() == before)
  }

  @Test func `another process's change is no failure of a login`() async throws {
    let fixture = ControllerFixture()
    fixture.controller.followsSessionStore = false
    try await fixture.install()
    _ = try await fixture.store.replace(for: "test", with: .dog, ifGeneration: nil)
    #expect(await fixture.controller.login(.kitty).isCompleted)
    #expect(try await fixture.store.load(for: "test").session == .kitty)
  }

  @Test func `a veto gives its reason, and a forced logout does not ask`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    await fixture.controller.login(.kitty)
    fixture.controller.shouldTransitionHandler = { _ in throw Veto("unsaved changes") }
    fixture.controller.willLogoutHandler = { _ in throw RecordingProvider.Refusal() }
    let before = try await fixture.snapshot()
    #expect(await fixture.controller.logout() == .vetoed(reason: "unsaved changes"))
    #expect(try await fixture.snapshot() == before)
    let forced = await fixture.controller.logout(force: true)
    guard case .completed(let report) = forced else { Issue.record("\(forced)"); return }
    #expect(report.problems.count == 1)
    #expect(fixture.controller.state == .loggedOut)
  }

  @Test(arguments: [.loggedOutInterface, .configuration] as [RecordedQuestion.Kind])
  func `a logout goes through when the provider cannot answer`(_ question: RecordedQuestion.Kind) async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    await fixture.controller.login(.kitty)
    fixture.provider.failures = [question]
    // A default configuration takes its 0.6 s, which a clock that never waits skips.
    let outcome = await fixture.controller.logout()
    guard case .completed(let report) = outcome else { Issue.record("\(outcome)"); return }
    #expect(report.problems.count == 1)
    #expect(fixture.controller.state == .loggedOut)
    #expect(try await fixture.store.load(for: "test").session == nil)
    #expect((fixture.controller.installedInterface == RecordingProvider.loggedOut) == (question == "configuration"))
  }

  @Test func `a provider that fails to end its session is reported, and the logout stands`() async throws {
    let fixture = ControllerFixture()
    try await fixture.install()
    await fixture.controller.login(.kitty)
    fixture.provider.failures = ["ended kitty"]
    let outcome = await fixture.controller.logout()
    guard case .completed(let report) = outcome else { Issue.record("\(outcome)"); return }
    #expect(report.problems.count == 1)
  }

  @Test func `a failed first installation leaves nothing, and can be tried again`() async throws {
    let fixture = ControllerFixture()
    fixture.provider.failures = ["logged-out"]
    await #expect(throws: AppControllerError.self) {
      try await fixture.controller.installRootInterface(in: fixture.window)
    }
    #expect(fixture.controller.state == .uninstalled)
    #expect(fixture.window.rootContainer == nil)
    #expect(fixture.controller.rootContainer.children.isEmpty)
    fixture.provider.failures = []
    try await fixture.controller.installRootInterface(in: fixture.window)
    #expect(fixture.controller.state == .loggedOut)
  }
}
