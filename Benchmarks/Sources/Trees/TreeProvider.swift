public import AppControllerInterface

/// Describes trees and does nothing else: logged in one of as many nodes as the session's subject says, logged out one
/// as large as the last that was logged in, and of fifty nodes before.
open class TreeProvider: AppControllerInterfaceProviding {
  private var count = Tree.cycleCount

  /// Makes a provider.
  public init() {}

  /// A transition that takes no time.
  public func configuration(for controller: ControllerHandle) -> TransitionConfiguration {
    TransitionConfiguration(transitionDuration: .zero, style: .none)
  }

  /// A tree of as many nodes as the last that was logged in.
  public func loggedOutInterface(for controller: ControllerHandle) -> InterfaceDescription {
    Tree.description("logged-out", count: count)
  }

  /// A tree of as many nodes as the subject says.
  public func loggedInInterface(for controller: ControllerHandle) -> InterfaceDescription {
    count = controller.session.flatMap { Int($0.subject) } ?? Tree.cycleCount
    return Tree.description("logged-in", count: count)
  }
}
