import AppControllerKit
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A login that could not be taken back` {
  private let store = HookedStore()
  private let fixture: ControllerFixture
  private var controller: AppController { fixture.controller }

  init() { fixture = ControllerFixture(store: store) }

  /// Has a login of the dog stopped right after its save, when the store does not take anything any more.
  private func stopLogin(by stop: @escaping @MainActor (Task<TransitionOutcome, Never>?) -> Void) async {
    var login: Task<TransitionOutcome, Never>?
    store.afterChange = { [store] in
      store.afterChange = nil
      store.step = { throw HookedStore.noRoom }
      stop(login)
      // Whoever does not want it any more says so by a task of its own.
      await reached { controller.transitions.machine.active?.isStopping == true }
    }
    login = Task { await controller.login(.dog) }
    #expect(await login?.value.isCompleted == false)
    await controller.settle()
  }

  @Test func `is erased by the logout that stopped it`() async throws {
    try await fixture.install()
    var logout: Task<TransitionOutcome, Never>?
    await stopLogin { _ in logout = Task.immediateDetached { @MainActor in await self.controller.logout() } }
    #expect(await logout?.value == .unchanged)
    #expect(try await store.load(for: "test").session == nil)
    #expect(controller.state == .loggedOut && controller.session == nil)
  }

  @Test func `is overwritten by the next login of whoever is there`() async throws {
    try await fixture.install()
    await controller.login(.kitty)
    await stopLogin { $0?.cancel() }
    #expect(try await store.load(for: "test").session == .dog, "nothing could be done about it")
    #expect(controller.session == .kitty)
    #expect(await controller.login() == .unchanged)
    #expect(try await store.load(for: "test").session == .kitty)
  }

  @Test func `is told`() async throws {
    try await fixture.install()
    var failures: [AppControllerError.Code] = []
    controller.onEvent { if case .failed(let error) = $0.kind { failures.append(error.code) } }
    await stopLogin { $0?.cancel() }
    #expect(failures == [.storeFailed])
  }
}
