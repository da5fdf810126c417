/// The identity of a node in one face.
///
/// A node keeps its identity for as long as its screen keeps its id, and it is the same node: one with the same id and
/// kind wherever it stands, or one without an id that is equal to one below the same parent, or else the next of its
/// kind. A face never uses an identity again.
public struct FaceNodeID: Sendable, Hashable, Comparable {
  /// The number, counting up from 1.
  let number: UInt64

  init(number: UInt64) { self.number = number }

  /// Whether a node was seen by the face before another one.
  public static func < (left: FaceNodeID, right: FaceNodeID) -> Bool { left.number < right.number }
}

extension FaceNodeID: LosslessStringConvertible {
  /// The identity as text that is valid as an id of HTML, such as `n12`.
  public var description: String { "n\(number)" }

  /// Reads the text of an identity; returns `nil` for any other text.
  public init?(_ description: String) {
    guard description.utf8.first == UInt8(ascii: "n"), let number = UInt64(description.dropFirst()), number > 0,
      description == "n\(number)"
    else { return nil }
    self.number = number
  }
}

/// A node of a screen as a face shows it: the node, its identity, and the state that the user has given it.
public struct FaceNode: Sendable, Identifiable {
  /// The screen that shows the node.
  public let screen: ScreenPicture
  /// The node of the description: its kind, label, hint and other properties.
  public let node: InterfaceDescription.Node

  /// The identity of the node in its face.
  public var id: FaceNodeID { screen.identity(of: node.index) }

  /// The children that are shown, in order.
  ///
  /// Hidden nodes and the layers above the screen are left out.
  public var children: [FaceNode] {
    node.shownChildren.lazy.filter { $0.kind != .presented }.map { FaceNode(screen: screen, node: $0) }
  }

  /// The parent; `nil` for the screen itself.
  public var parent: FaceNode? {
    if node.index == screen.node.index { return nil }
    return node.parent.map { FaceNode(screen: screen, node: $0) }
  }

  /// The value of a field, toggle or choice; `nil` for other nodes, and for a field that is empty.
  ///
  /// The value of a secret input is there only when the face has added it with ``ScreenPicture/add(secrets:)``.
  public var value: InputValue? { node.input.flatMap { screen.state.values[$0.name] } }

  /// The error message of a field, toggle or choice.
  public var error: String? { node.input.flatMap { screen.state.fieldErrors[$0.name]?.displayableLines } }

  /// Whether the condition of the node holds for the values of the screen.
  ///
  /// A face leaves a node that is not enabled reachable where its toolkit allows that; ``Face/perform(_:)`` refuses
  /// the press with the reason.
  public var isEnabled: Bool {
    var status = screen.status
    return status.isEnabled(node)
  }

  /// Whether the user can act on the node now: it is a control or has an action, is enabled, and is not busy.
  public var isUsable: Bool { isInteractive && !node.isBusy && isEnabled }

  /// Whether the node is a control, has an action, or opens and closes.
  public var isInteractive: Bool { node.isActionable }

  /// Whether a group that can be closed is open; `nil` for every other node.
  ///
  /// Pressing the group opens and closes it. Its children are the same in both cases: a face that cannot close it
  /// shows them.
  public var isOpen: Bool? { node.isCollapsed == nil ? nil : screen.state.isOpen(node) }

  /// The picture of an image that names one; `nil` when the alternative text is shown instead.
  public var asset: AssetImage? { node.media?.asset.flatMap { screen.state.assets[$0] } }

  /// The words that a face says by itself on the screen.
  public var words: FaceWords { screen.words }

  /// Whether the node has the focus of its screen.
  public var isFocused: Bool { node.id != nil && node.id == screen.focusedID }

  /// The accessible elements of the node itself, without its children, at level 0: one, or a choice and its options;
  /// none for a node that is only layout.
  public var elements: [AccessibleElement] { node.accessibleElements(state: screen.state, screen.words, .node) }

  /// The node and all shown nodes below it, each before its children.
  public var subtree: [FaceNode] {
    node.shownSubtree(without: .presented).map { FaceNode(screen: screen, node: $0) }
  }
}
