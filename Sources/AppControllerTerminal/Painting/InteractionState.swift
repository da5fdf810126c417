/// The user's state on a screen, which only an interactive terminal has: the focus, the typed text, the scroll
/// position.
public struct InteractionState: Sendable, Hashable {
  /// By default, the node that the picture names.
  package var focus: TerminalTarget?
  package var editing: FieldEditing?
  /// In characters, by the inputs' names.
  package var secretLengths: [String: Int] = [:]
  package var scroll = 0
  /// The first row of the screen's box as it was drawn last, where it stays when an error is added; nil for a new one.
  var boxTop: Int?
  /// Whether the content is scrolled until the focus is visible.
  package var followsFocus = true
  package var revealedID: String?
  package var openID: String?
  package var busyID: String?
  /// The step of the busy sign's animation; any number.
  package var tick = 0
  /// Each countdown has advanced by these whole seconds.
  package var secondsShown = 0
  /// Below the content, in as many rows as there is room for.
  package var message: String?
  package var messageScroll = 0
  /// Nil when all entries are shown.
  var filter: EntryFilter?
  /// Such as `Tab: next`; the last one is never left out.
  package var keys: [String] = []

  /// Makes the state of a screen that has not been used yet.
  public init() {}
}

package struct FieldEditing: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    /// The caret is the number of characters before it.
    case text(String, caret: Int)
    /// In characters.
    case secret(count: Int, caret: Int)
    /// The index of the option that the cursor is on, from 0.
    case option(Int)
  }

  package var id: String
  package var content: Content

  /// A caret beyond the end counts as at the end.
  package init(id: String, _ content: Content) {
    self.id = id
    self.content = content
  }
}

/// An element on the screen that the user can move to.
package enum TerminalTarget: Sendable, Hashable {
  case node(String)
  /// By the id of its node and its index from 0.
  case option(of: String, Int)
  /// By the ids of the tab bar and of the item.
  case tab(of: String, String)
  case back
  case close

  /// Nil for the surroundings of the screen.
  package var nodeID: String? {
    switch self {
    case .node(let id), .option(let id, _): id
    case .tab, .back, .close: nil
    }
  }
}

package struct TerminalRegion: Sendable, Hashable {
  package let target: TerminalTarget
  /// Above or below the grid when it is scrolled out of view.
  package var rectangle: CellRectangle
  /// The position of the hardware cursor when the element has the focus.
  package var cursor: CellPosition
  /// It can be used, and is not part of another element.
  package let isFocusable: Bool
  /// Nil for any other element than a link.
  package let url: String?

  func moved(rows: Int, columns: Int) -> TerminalRegion {
    var moved = self
    moved.rectangle = rectangle.moved(rows: rows, columns: columns)
    moved.cursor = CellPosition(row: cursor.row + rows, column: cursor.column + columns)
    return moved
  }
}

package struct TerminalLink: Sendable, Hashable {
  /// Blank cells in it are not part of the link.
  package let rectangle: CellRectangle
  package let url: String
}
