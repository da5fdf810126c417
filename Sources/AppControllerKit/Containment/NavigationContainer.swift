/// A stack of screens; the last one is on top.
///
/// A popped screen is removed with its subtree and freed, because the stack is its only owner.
public final class NavigationContainer: InterfaceController {
  /// The id of the node, when it has one.
  public let id: String?
  let describedIDs: [String]
  /// The key that identifies the stack when the interface is requested again.
  let key: String

  init(node: InterfaceDescription.Node) {
    id = node.id
    describedIDs = node.shownChildren.compactMap(\.id)
    key = node.id ?? "in \(node.parent?.id ?? "")"
    super.init()
    for child in node.children {
      if let screen = Self.controller(for: child) { add(screen) }
    }
  }

  /// Makes a stack of one screen.
  public init(root: InterfaceController) {
    id = nil
    describedIDs = []
    key = ""
    super.init()
    add(root)
  }

  /// The screens, the first one first.
  public var screens: [InterfaceController] { children }

  /// The visible screen.
  public var top: InterfaceController? { children.last }

  /// The visible screen decides.
  public override var childForPresentationTraits: InterfaceController? { top }

  override func change(with child: InterfaceController) -> InterfaceChange { .screens(stack: id) }

  /// Puts a screen on top.
  public func push(_ screen: InterfaceController) { add(screen) }

  /// Removes the screen on top, unless it is the first.
  ///
  /// - Returns: Whether a screen was removed.
  @discardableResult
  public func pop() -> Bool {
    guard children.count > 1, let top else { return false }
    top.remove()
    return top.parent !== self
  }

  /// Removes the screens above a screen, the top one first.
  ///
  /// - Returns: Whether the screen is in the stack.
  @discardableResult
  public func pop(to screen: InterfaceController) -> Bool {
    guard children.contains(where: { $0 === screen }) else { return false }
    while top !== screen, pop() {}
    return true
  }

  /// Removes all screens but the first, the top one first.
  public func popToRoot() {
    while pop() {}
  }

  /// Replaces the screen on top, or fills an empty stack.
  ///
  /// - Throws: ``AppControllerError`` with the code `ACK3014` when the screen cannot be added; then nothing has
  ///   changed.
  public func replaceTop(with screen: InterfaceController) throws(AppControllerError) {
    guard let top else { return try transition(to: screen) }
    try cycle(from: top, to: screen)
  }
}
