public import AppControllerKit

/// Keeps the handle of a question, so that a plugin can be asked without a controller and its validation.
public final class HandleKeeper: AppControllerInterfaceProviding {
  private var handle: AppController.Handle?

  private init() {}

  /// Returns an empty interface.
  public func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription { interface }

  /// Returns an empty interface.
  public func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    handle = controller
    return interface
  }

  private var interface: InterfaceDescription {
    InterfaceDescription("empty") { Screen("empty", title: "Empty") {} }
  }

  /// Returns a handle whose session asks for a tree with a number of nodes.
  ///
  /// - Throws: The error of the controller.
  @MainActor
  public static func handle(nodes: Int) async throws -> AppController.Handle {
    let keeper = HandleKeeper()
    _ = try await AppController(interfaceProvider: keeper).describe(.loggedIn, session: Session(subject: "\(nodes)"))
    guard let handle = keeper.handle else { fatalError("nobody asked for the logged-in interface") }
    return handle
  }
}
