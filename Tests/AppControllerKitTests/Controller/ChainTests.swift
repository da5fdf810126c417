import AppControllerKit
import AppControllerKitTesting
import Testing

@MainActor
@Suite struct `Requests from inside transitions` {
  private let fixture = ControllerFixture()
  private var controller: AppController { fixture.controller }

  /// The requests that were made from inside transitions.
  @MainActor
  private final class Requests {
    private var tasks: [Task<TransitionOutcome, Never>] = []

    func make(_ request: @escaping @MainActor () async -> TransitionOutcome) { tasks.append(Task { await request() }) }

    /// Waits until all of them are answered, also those that follow from others; gives up when they do so for ever.
    func ended() async {
      var index = 0
      while index < min(tasks.count, 3 * TransitionMachine.longestChain) {
        _ = await tasks[index].value
        index += 1
      }
    }
  }

  private let requests = Requests()

  @Test func `end when they follow one another without an end, with what led there`() async throws {
    var errors: [String] = []
    controller.logHandler = { level, text in if level == .error { errors.append(text) } }
    controller.didLoginHandler = { [requests, unowned controller] in requests.make { await controller.logout() } }
    controller.didLogoutHandler = { [requests, unowned controller] in requests.make { await controller.login() } }
    try await fixture.install()
    await controller.login()
    await requests.ended()
    #expect(controller.revision == 1 + 1 + UInt64(TransitionMachine.longestChain))
    #expect(errors.count == 1)
    #expect(errors.first?.contains("16 requests in a row") == true)
    #expect(errors.first?.contains("logged-in, logged-out, logged-in") == true)
    // What is asked for from outside begins anew.
    controller.didLoginHandler = nil
    controller.didLogoutHandler = nil
    let goal: AppController.State = controller.state == .loggedIn ? .loggedOut : .loggedIn
    let outcome = goal == .loggedIn ? await controller.login() : await controller.logout()
    #expect(outcome.isCompleted)
  }

  @Test func `of a provider end too`() async throws {
    let provider = Restless()
    let controller = AppController(interfaceProvider: provider)
    var errors = 0
    controller.logHandler = { level, _ in errors += level == .error ? 1 : 0 }
    try await controller.installRootInterface(in: InterfaceWindow())
    await controller.login()
    await controller.settle()
    #expect(errors == 1)
    #expect(controller.revision == 2 + UInt64(TransitionMachine.longestChain))
  }

  @Test func `may follow one another a few times`() async throws {
    var left = TransitionMachine.longestChain
    func again() {
      guard left > 0 else { return }
      left -= 1
      requests.make { [unowned controller] in
        controller.state == .loggedIn ? await controller.logout() : await controller.login()
      }
    }
    controller.didLoginHandler = { again() }
    controller.didLogoutHandler = { again() }
    try await fixture.install()
    await controller.login()
    await requests.ended()
    #expect(left == 0)
    #expect(controller.revision == 2 + UInt64(TransitionMachine.longestChain))
  }
}

/// A provider that answers each transition with another one.
private final class Restless: AppControllerInterfaceProviding {
  func configuration(for controller: AppController.Handle) -> AppController.Configuration {
    AppController.Configuration(transitionDuration: .zero)
  }

  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription { RecordingProvider.loggedOut }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    RecordingProvider.loggedIn("nobody")
  }

  func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {
    switch event {
    case .didLogin: controller.requestLogout()
    case .didLogout: controller.requestLogin()
    case .didPop, .sessionExpires: break
    }
  }
}
