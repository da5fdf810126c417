import AppControllerKit

/// The examination of one rule: makes the providers and the handles, and collects the violations.
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

  /// The session that the rules about the end of a session use.
  var endedSession: Session { contract.endedSession ?? contract.session }

  func makeProvider() -> any AppControllerInterfaceProviding { contract.make() }

  /// Records a violation of the rule.
  func report(expected: String, seen: String, likelyCause: String) {
    violations.append(
      ProviderContract.Violation(rule: rule, expected: expected, seen: seen, likelyCause: likelyCause))
  }

  /// Makes a handle for a state, with the session of the state.
  func handle(_ state: AppController.State, traits: TraitCollection = .init()) -> AppController.Handle {
    handle(state, session: state == .loggedIn ? contract.session : nil, traits: traits)
  }

  func handle(
    _ state: AppController.State, session: Session?, traits: TraitCollection = .init()
  ) -> AppController.Handle {
    recorder.handle(state, session: session, traits: traits)
  }

  /// The states whose interface a provider has to describe.
  static let states: [AppController.State] = [.loggedOut, .loggedIn]
}

// MARK: - Asking

extension AppControllerInterfaceProviding {
  /// Returns the interface of the handle's state; `nil` for a splash that the provider leaves to the host.
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
  /// Returns the interface that a provider describes; `nil` when it throws, which another rule reports.
  func interface(
    _ state: AppController.State, of provider: any AppControllerInterfaceProviding
  ) async -> InterfaceDescription? {
    try? await provider.interface(for: handle(state))
  }

  /// Returns the interface that a provider describes twice in the same way; `nil` when the two differ.
  ///
  /// A later difference is then caused by the steps in between.
  func steadyInterface(
    _ state: AppController.State, of provider: any AppControllerInterfaceProviding
  ) async -> InterfaceDescription? {
    let first = await interface(state, of: provider)
    let second = await interface(state, of: provider)
    return first == second ? first : nil
  }
}

extension InterfaceDescription {
  /// The errors of the interface except those about its size.
  var faults: [Diagnostic] { validate().filter { $0.severity == .error && !$0.isAboutSize } }

  /// Whether a host would show the interface.
  var isShowable: Bool { !validate().contains { $0.severity == .error } }
}

extension Diagnostic {
  /// Whether the error is about a limit of ``InterfaceLimits``.
  var isAboutSize: Bool { ("ACK1120"..."ACK1126").contains(code.rawValue) }
}

extension Error {
  /// The error in a report: its message, without the reason and the remedy.
  var sentence: String {
    (self as? any ExplainedError).map { "\($0.what) [\($0.codeName)]" } ?? "\(self)"
  }
}
