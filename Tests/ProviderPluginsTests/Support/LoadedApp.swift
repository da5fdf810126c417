import AppControllerKit
import AppControllerKitTesting
import ProviderPlugins
import TestSupport

/// An app of a plugin, with a controller and a window.
@MainActor
final class LoadedApp {
  let provider: PluginProvider
  let controller: AppController
  let window = InterfaceWindow()
  private(set) var log: [String] = []

  init(
    _ path: String, loader: ProviderLoader = ProviderLoader(), store: any SessionStore = InMemorySessionStore(),
    clock: any Clock<Duration> = ImmediateClock(), wallClock: @escaping @Sendable () -> Timestamp = { .now }
  ) throws {
    provider = try loader.load(path)
    controller = AppController(
      interfaceProvider: provider, providerID: provider.id, sessionStore: store, clock: clock, wallClock: wallClock
    )
    // The plugin has a deadline of its own, which is not on this clock.
    controller.providerDeadline = nil
    // The mark of the provider's lines has tests of its own.
    controller.logHandler = { [weak self, id = provider.id] level, line in
      self?.log.append("\(level): \(line.replacing("\(id) | ", with: ""))")
    }
  }

  /// Loads a bad provider by its mode.
  convenience init(misbehaving mode: String, loader: ProviderLoader = ProviderLoader()) throws {
    try self.init(try FixtureLibrary.misbehaving(mode), loader: loader)
  }

  func install() async throws { try await controller.installRootInterface(in: window) }

  /// Presses the button that every misbehaving provider has.
  func go() async throws -> ActionOutcome { try await controller.perform(nodeID: "go") }

  /// Presses the button, and returns the message to the user.
  func message() async throws -> String? {
    let effects = try await go().response.effects
    guard case .message(.info, let text)? = effects.last, effects.count == 1 else { return nil }
    return text
  }
}

extension AppController.Handle {
  /// Makes a handle for a state, for any user.
  static func test(_ state: AppController.State, session: Session? = nil) -> AppController.Handle {
    HandleRecorder().handle(state, session: session)
  }
}
