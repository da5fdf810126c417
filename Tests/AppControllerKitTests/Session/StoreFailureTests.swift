import AppControllerKit
import Testing

/// The error of a store of somebody else.
private struct Broken: Error {}

/// A provider that has nothing to say.
private final class Plain: AppControllerInterfaceProviding {
  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("out") { Screen("out", title: "Out") {} }
  }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("in") { Screen("in", title: "In") {} }
  }
}

@MainActor
@Suite struct `A store that fails` {
  private func check(_ error: AppControllerError?, _ action: String) {
    #expect(error?.code == .storeFailed)
    #expect(error?.what == "the session store failed while \(action) the session: Broken()")
    #expect(error?.why == "its function threw an error")
    #expect(error?.fix.contains("provider") == false)
  }

  private func store(failsAtLoading: Bool) -> HookedStore {
    let store = HookedStore()
    if failsAtLoading { store.beforeLoad = { throw Broken() } } else { store.step = { throw Broken() } }
    return store
  }

  @Test func `is blamed by the controller, and not the provider`() async throws {
    let window = InterfaceWindow()
    let broken = AppController(interfaceProvider: Plain(), sessionStore: store(failsAtLoading: true))
    check(
      await #expect(throws: AppControllerError.self) { try await broken.installRootInterface(in: window) }, "loading")

    let controller = AppController(interfaceProvider: Plain(), sessionStore: store(failsAtLoading: false))
    try await controller.installRootInterface(in: window)
    guard case .failed(let error) = await controller.login(Session(subject: "bob")) else {
      Issue.record("the login did not fail")
      return
    }
    check(error, "storing")
  }

  @Test func `is blamed by an authentication controller`() async throws {
    let controller = AuthenticationController(
      providerID: "test", sessionStore: store(failsAtLoading: false))
    check(
      await #expect(throws: AppControllerError.self) { try await controller.login(Session(subject: "ann")) }, "storing")
    let broken = AuthenticationController(providerID: "test", sessionStore: store(failsAtLoading: true))
    check(await #expect(throws: AppControllerError.self) { try await broken.restore() }, "loading")
  }
}
