import AppControllerKit

@MainActor
final class Examination {
  let contract: ProviderContract
  let recorder = HandleRecorder()
  private let rule: ProviderContract.Rule
  private(set) var violations: [ProviderContract.Violation] = []

  init(of contract: ProviderContract, rule: ProviderContract.Rule) {
    self.contract = contract
    self.rule = rule
  }

  var endedSession: Session { contract.endedSession ?? contract.session }

  func makeProvider() -> any AppControllerInterfaceProviding { contract.make() }

  func report(expected: String, seen: String, likelyCause: String) {
    violations.append(
      ProviderContract.Violation(rule: rule, expected: expected, seen: seen, likelyCause: likelyCause))
  }

  func handle(_ state: AppController.State, traits: TraitCollection = .init()) -> AppController.Handle {
    handle(state, session: state == .loggedIn ? contract.session : nil, traits: traits)
  }

  func handle(
    _ state: AppController.State, session: Session?, traits: TraitCollection = .init()
  ) -> AppController.Handle {
    recorder.handle(state, session: session, traits: traits)
  }

  static let states: [AppController.State] = [.loggedOut, .loggedIn]
}

// MARK: - Asking

extension AppControllerInterfaceProviding {
  /// Returns nil for a splash that the provider leaves to the host.
  @MainActor
  func interface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    switch controller.state {
    case .loggedIn: try await loggedInInterface(for: controller)
    case .launching: try await splashInterface(for: controller)
    case .loggedOut, .uninstalled, .terminated: try await loggedOutInterface(for: controller)
    }
  }
}

extension Examination {
  /// Returns nil when the provider throws, which another rule reports.
  func interface(
    _ state: AppController.State, of provider: any AppControllerInterfaceProviding
  ) async -> InterfaceDescription? {
    try? await provider.interface(for: handle(state))
  }

  /// Returns nil when the second description differs; a later difference is then caused by the steps in between.
  func steadyInterface(
    _ state: AppController.State, of provider: any AppControllerInterfaceProviding
  ) async -> InterfaceDescription? {
    let first = await interface(state, of: provider)
    let second = await interface(state, of: provider)
    return first == second ? first : nil
  }
}

extension InterfaceDescription {
  var faults: [Diagnostic] { validate().filter { $0.severity == .error && !$0.isAboutSize } }

  var isShowable: Bool { !validate().contains { $0.severity == .error } }
}

extension Diagnostic {
  /// Whether the error is about a limit of ``InterfaceLimits``.
  var isAboutSize: Bool { ("ACK1120"..."ACK1126").contains(code.rawValue) }
}

extension Error {
  var sentence: String {
    (self as? any ExplainedError).map { "\($0.what) [\($0.codeName)]" } ?? "\(self)"
  }
}
