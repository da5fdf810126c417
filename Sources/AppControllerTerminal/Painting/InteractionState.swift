/// The user's state on a screen, which only an interactive terminal has: the focus, the typed text, the scroll
/// position.
public struct InteractionState: Sendable, Hashable {
  /// The target that has the focus; by default, the node that the picture names.
  package var focus: TerminalTarget?
  /// The editing state of the control that has the focus.
  package var editing: FieldEditing?
  /// The number of characters of the secret inputs, by the inputs' names.
  package var secretLengths: [String: Int] = [:]
  /// The first visible row of the content.
  package var scroll = 0
  /// Whether the content is scrolled until the focus is visible.
  package var followsFocus = true
  /// The secret node whose text is shown.
  package var revealedID: String?
  /// The long choice whose options are shown.
  package var openID: String?
  /// The node whose action is under way.
  package var busyID: String?
  /// The step of the busy sign's animation; any number.
  package var tick = 0
  /// The whole seconds since the screen got its description, by which each countdown has advanced.
  package var secondsShown = 0
  /// A message below the content, of as many rows as there is room for; `nil` for none.
  package var message: String?
  /// The first visible row of the message.
  package var messageScroll = 0
  /// The entries that are shown of a long list or choice; `nil` when all are.
  var filter: EntryFilter?
  /// The current meanings of keys, such as `Tab: next`, for the last row; the last of them is never left out.
  package var keys: [String] = []

  /// Makes the state of a screen that has not been used yet.
  public init() {}
}

/// The editing state of the control that has the focus: the text that was typed so far, and the caret.
package struct FieldEditing: Sendable, Hashable {
  /// The part of a control that is edited.
  package enum Content: Sendable, Hashable {
    /// A text that may be shown, and the number of characters before the caret.
    case text(String, caret: Int)
    /// The number of characters of a secret, and the number of characters before the caret.
    case secret(count: Int, caret: Int)
    /// The index of the option of a choice that the cursor is on, from 0.
    case option(Int)
  }

  /// The id of the node.
  package var id: String
  /// The edited content.
  package var content: Content

  /// Makes the state of a control; a caret beyond the end counts as at the end.
  package init(id: String, _ content: Content) {
    self.id = id
    self.content = content
  }
}

/// An element on the screen that the user can move to.
package enum TerminalTarget: Sendable, Hashable {
  /// A node, by its id.
  case node(String)
  /// One option of a choice, by the id of its node and its index from 0.
  case option(of: String, Int)
  /// A tab, by the ids of the tab bar and of the item.
  case tab(of: String, String)
  /// The line that leads back.
  case back
  /// The line that closes the layer.
  case close

  /// The id of the node that contains the target; `nil` for the surroundings of the screen.
  package var nodeID: String? {
    switch self {
    case .node(let id), .option(let id, _): id
    case .tab, .back, .close: nil
    }
  }
}

/// The place of an element that the user can move to.
package struct TerminalRegion: Sendable, Hashable {
  /// The element.
  package let target: TerminalTarget
  /// The place; above or below the grid when it is scrolled out of view.
  package let rectangle: CellRectangle
  /// The position of the hardware cursor when the element has the focus.
  package let cursor: CellPosition
  /// Whether the element can have the focus: it can be used, and is not part of another element.
  package let isFocusable: Bool
  /// The URL of a link; `nil` for any other element.
  package let url: String?
}

/// The place of a link, and its URL.
package struct TerminalLink: Sendable, Hashable {
  /// The place; blank cells in it are not part of the link.
  package let rectangle: CellRectangle
  /// The URL.
  package let url: String
}
