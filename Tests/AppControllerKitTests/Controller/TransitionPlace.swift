import AppControllerKit
import AppControllerKitTesting

/// A function that an app, or its provider, is called at in a transition.
enum TransitionPlace: String, CaseIterable, Sendable {
  case veto, interface, configuration, will, did, abort, ended, told

  /// Whether the other interface is installed by then.
  var isAfterExchange: Bool {
    switch self {
    case .did, .ended, .told: true
    case .veto, .interface, .configuration, .will, .abort: false
    }
  }

  /// Has something happen at this place of every transition.
  @MainActor
  func attach(
    to controller: AppController, _ provider: RecordingProvider, _ step: @escaping @MainActor () async -> Void
  ) {
    switch self {
    case .veto:
      controller.shouldTransitionHandler = { _ in await step() }
    case .interface:
      provider.steps["logged-in"] = step
      provider.steps["logged-out"] = step
    case .configuration: provider.steps["configuration"] = step
    case .will:
      controller.willLoginHandler = { _ in await step() }
      controller.willLogoutHandler = { _ in await step() }
    case .did:
      controller.didLoginHandler = step
      controller.didLogoutHandler = step
    case .abort:
      controller.willLoginHandler = { _ in throw RecordingProvider.Refusal() }
      controller.willLogoutHandler = { _ in throw RecordingProvider.Refusal() }
      controller.didAbortHandler = { _ in await step() }
    case .ended:
      provider.steps["ended kitty"] = step
      provider.steps["ended dog"] = step
    case .told:
      provider.steps[.notify(.didLogin)] = step
      provider.steps[.notify(.didLogout)] = step
    }
  }
}
