public import AppControllerKit

/// Keeps the handle that it is asked with, so that a plugin can be asked without a controller and its validation.
public final class HandleKeeper: AppControllerInterfaceProviding {
  private var handle: AppController.Handle?

  private init() {}

  /// An interface with nothing in it.
  public func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription { interface }

  /// An interface with nothing in it.
  public func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    handle = controller
    return interface
  }

  private var interface: InterfaceDescription {
    InterfaceDescription("empty") { Screen("empty", title: "Empty") {} }
  }

  /// A handle whose session asks for a tree of so many nodes.
  ///
  /// - Throws: What the controller throws.
  @MainActor
  public static func handle(nodes: Int) async throws -> AppController.Handle {
    let keeper = HandleKeeper()
    _ = try await AppController(interfaceProvider: keeper).describe(.loggedIn, session: Session(subject: "\(nodes)"))
    guard let handle = keeper.handle else { fatalError("nobody asked for the logged-in interface") }
    return handle
  }
}
