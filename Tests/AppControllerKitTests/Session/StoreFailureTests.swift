import AppControllerKit
import Testing

/// A store that fails at everything, with an error of its own.
private struct BrokenStore: SessionStore {
  struct Broken: Error {}

  /// What it fails at.
  let failsAtLoading: Bool

  func load(for providerID: String) async throws -> SessionRecord {
    if failsAtLoading { throw Broken() }
    return SessionRecord(session: Session(subject: "ann"), generation: 1)
  }

  func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    throw Broken()
  }
}

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

  @Test func `is blamed by the controller, and not the provider`() async throws {
    let window = InterfaceWindow()
    let broken = AppController(interfaceProvider: Plain(), sessionStore: BrokenStore(failsAtLoading: true))
    check(
      await #expect(throws: AppControllerError.self) { try await broken.installRootInterface(in: window) }, "loading")

    let controller = AppController(interfaceProvider: Plain(), sessionStore: BrokenStore(failsAtLoading: false))
    try await controller.installRootInterface(in: window)
    guard case .failed(let error) = await controller.login(Session(subject: "bob")) else {
      Issue.record("the login did not fail")
      return
    }
    check(error, "storing")
  }

  @Test func `is blamed by an authentication controller`() async throws {
    let controller = AuthenticationController(
      providerID: "test", sessionStore: BrokenStore(failsAtLoading: false))
    check(
      await #expect(throws: AppControllerError.self) { try await controller.login(Session(subject: "ann")) }, "storing")
    let broken = AuthenticationController(providerID: "test", sessionStore: BrokenStore(failsAtLoading: true))
    check(await #expect(throws: AppControllerError.self) { try await broken.restore() }, "loading")
  }
}
