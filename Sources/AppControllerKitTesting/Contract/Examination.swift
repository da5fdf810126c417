import AppControllerKit

/// One rule at work: the providers that it asks, the handles that it asks with, and what it finds.
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

  func makeProvider() -> any AppControllerInterfaceProviding { contract.make() }

  /// Notes that the rule is broken.
  func report(expected: String, seen: String, likelyCause: String) {
    violations.append(
      ProviderContract.Violation(rule: rule, expected: expected, seen: seen, likelyCause: likelyCause))
  }

  /// A handle for a state, with the session that the state has.
  func handle(_ state: AppController.State, traits: TraitCollection = .init()) -> AppController.Handle {
    handle(state, session: state == .loggedIn ? contract.session : nil, traits: traits)
  }

  func handle(
    _ state: AppController.State, session: Session?, traits: TraitCollection = .init()
  ) -> AppController.Handle {
    recorder.handle(state, session: session, traits: traits)
  }

  /// The states that have an interface which a provider has to describe.
  static let states: [AppController.State] = [.loggedOut, .loggedIn]
}

// MARK: - Asking

extension AppControllerInterfaceProviding {
  /// The interface of the handle's state; `nil` for a splash that is left to the host.
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
  /// The interface that a provider describes; `nil` when it does not, which is another rule's to report.
  func interface(
    _ state: AppController.State, of provider: any AppControllerInterfaceProviding
  ) async -> InterfaceDescription? {
    try? await provider.interface(for: handle(state))
  }

  /// The interface that a provider describes twice in the same way; `nil` when it does not, so that a difference that is
  /// found later comes from what was done in between.
  func steadyInterface(
    _ state: AppController.State, of provider: any AppControllerInterfaceProviding
  ) async -> InterfaceDescription? {
    let first = await interface(state, of: provider)
    let second = await interface(state, of: provider)
    return first == second ? first : nil
  }
}

extension InterfaceDescription {
  /// What is wrong with it but for its size.
  var faults: [Diagnostic] { validate().filter { $0.severity == .error && !$0.isAboutSize } }

  /// Whether a host would show it.
  var isShowable: Bool { !validate().contains { $0.severity == .error } }
}

extension Diagnostic {
  /// Whether a limit of ``InterfaceLimits`` was reached.
  var isAboutSize: Bool { ("ACK1120"..."ACK1126").contains(code.rawValue) }
}

extension Error {
  /// The error in a report: what it says, without why and how to fix it.
  var sentence: String {
    (self as? any ExplainedError).map { "\($0.what) [\($0.codeName)]" } ?? "\(self)"
  }
}
