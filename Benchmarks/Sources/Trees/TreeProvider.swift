public import AppControllerKit

/// Describes trees and does nothing else: logged out one of fifty nodes, logged in one of as many as the session's
/// subject says.
open class TreeProvider: AppControllerInterfaceProviding {
  /// Makes a provider.
  public init() {}

  /// A transition that takes no time.
  public func configuration(for controller: AppController.Handle) -> AppController.Configuration {
    AppController.Configuration(transitionDuration: .zero, style: .none)
  }

  /// A tree of fifty nodes.
  public func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
    Tree.description("logged-out", count: Tree.cycleCount)
  }

  /// A tree of as many nodes as the subject says.
  public func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    Tree.description("logged-in", count: controller.session.flatMap { Int($0.subject) } ?? Tree.cycleCount)
  }
}
