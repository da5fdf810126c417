/// Something on the screen that the user can go to.
public enum TerminalTarget: Sendable, Hashable {
  /// A node, by its id.
  case node(String)
  /// One option of a choice, by the id of its node and the option's place from 0.
  case option(of: String, Int)
  /// A tab, by the ids of the tab bar and of the item.
  case tab(of: String, String)
  /// The line that goes back.
  case back
  /// The line that closes the layer.
  case close

  /// The id of the node that the target is in; `nil` for what surrounds the screen.
  public var nodeID: String? {
    switch self {
    case .node(let id), .option(let id, _): id
    case .tab, .back, .close: nil
    }
  }
}

/// Where something is that the user can go to.
public struct TerminalRegion: Sendable, Hashable {
  /// What it is.
  public let target: TerminalTarget
  /// Where it is; above or below the grid when it is scrolled out.
  public let rectangle: CellRectangle
  /// Where the hardware cursor stands when it has the focus.
  public let cursor: CellPosition
  /// Whether it can have the focus: it can be used, and is no part of something else.
  public let isFocusable: Bool
}
