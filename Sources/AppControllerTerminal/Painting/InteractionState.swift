/// What only an interactive terminal knows of a screen: where the user is, what is being typed, how far it is scrolled.
public struct InteractionState: Sendable, Hashable {
  /// What has the focus; the node that the picture names unless given.
  public var focus: TerminalTarget?
  /// What is being done in the control that has the focus.
  public var editing: FieldEditing?
  /// How many characters the secret inputs have, by the inputs' names.
  public var secretLengths: [String: Int] = [:]
  /// The first row of the content that is seen.
  public var scroll = 0
  /// Whether the content is scrolled as far as it needs to be for the focus to be seen.
  public var followsFocus = true
  /// The node whose action is under way.
  public var busyID: String?
  /// Which picture of the sign of what is under way is shown; any number.
  public var tick = 0
  /// A line at the bottom, such as which keys there are; `nil` for none.
  public var footer: String?

  /// Makes a state in which nothing has been done yet.
  public init() {}
}

/// What is being done in the control that has the focus: what is typed so far, and where.
public struct FieldEditing: Sendable, Hashable {
  /// The part of a control that is edited.
  public enum Content: Sendable, Hashable {
    /// A text that may be shown, and how many characters stand before the caret.
    case text(String, caret: Int)
    /// How many characters a secret has, and how many of them stand before the caret.
    case secret(count: Int, caret: Int)
    /// The option of a choice that the cursor is on, from 0.
    case option(Int)
  }

  /// The id of the node.
  public var id: String
  /// What is edited.
  public var content: Content

  /// Makes a value; a caret beyond the end counts as at the end.
  public init(id: String, _ content: Content) {
    self.id = id
    self.content = content
  }
}

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
