import AppControllerKit
import ProviderPlugins

/// The two plugins that describe the trees.
@MainActor
struct Plugins {
  let inC: PluginProvider
  let inSwift: PluginProvider
}

/// Keeps the handle that it is asked with, so that a plugin can be asked without the validation that follows.
final class HandleKeeper: AppControllerInterfaceProviding {
  private(set) var handle: AppController.Handle?

  func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription { interface }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    handle = controller
    return interface
  }

  private var interface: InterfaceDescription {
    InterfaceDescription("empty") { Screen("empty", title: "Empty") {} }
  }

  /// A handle whose session asks for a tree of so many nodes.
  @MainActor
  static func handle(nodes: Int) async throws -> AppController.Handle {
    let keeper = HandleKeeper()
    _ = try await AppController(interfaceProvider: keeper).describe(.loggedIn, session: Session(subject: "\(nodes)"))
    guard let handle = keeper.handle else { fatalError("nobody asked for the logged-in interface") }
    return handle
  }
}
