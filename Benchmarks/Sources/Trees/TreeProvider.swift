public import AppControllerInterface

/// Describes trees, and does nothing else.
///
/// The number of nodes of the logged-in tree is the subject of the session. The logged-out tree has the size of the
/// last logged-in one, or fifty nodes before the first login.
open class TreeProvider: AppControllerInterfaceProviding {
  private var count = Tree.cycleCount

  /// Makes a provider.
  public init() {}

  /// Returns the configuration of a transition that takes no time.
  public func configuration(for controller: ControllerHandle) -> TransitionConfiguration {
    TransitionConfiguration(transitionDuration: .zero, style: .none)
  }

  /// Returns a tree of the size of the last logged-in one.
  public func loggedOutInterface(for controller: ControllerHandle) -> InterfaceDescription {
    Tree.description("logged-out", count: count)
  }

  /// Returns a tree with the number of nodes that the subject names.
  public func loggedInInterface(for controller: ControllerHandle) -> InterfaceDescription {
    count = controller.session.flatMap { Int($0.subject) } ?? Tree.cycleCount
    return Tree.description("logged-in", count: count)
  }
}
