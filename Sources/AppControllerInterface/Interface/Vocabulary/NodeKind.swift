/// The kinds of node that this version draws.
///
/// A description may contain other kinds, from a newer provider: such a node has no `NodeKind`, keeps its name through
/// a round trip, and is shown as its fallback or its children.
public enum NodeKind: UInt16, Sendable, CaseIterable, BitwiseCopyable {
  // Structure
  /// Children in a row or a column; property `axis`.
  case stack = 1
  /// Children in columns; properties `columns`, `minColumns`.
  case grid
  /// Children that belong together under a label; style `form` or `main` makes it a landmark.
  case group
  /// A list of items.
  case list
  /// One entry of a list, or one tab of a tab bar.
  case item
  /// A line between siblings.
  case divider
  /// Room between siblings.
  case spacer

  // Controllers
  /// One screen; its label is its title.
  case screen
  /// A tab bar; its children are items with one controller each.
  case tabs
  /// A stack of screens; the last one is on top.
  case navigation
  /// A layer above its parent, a screen.
  case presented

  // Leaves
  /// Text; styles `title`, `heading`, `body`, `caption`.
  case text
  /// Text that is shown verbatim, copied and spelled out.
  case code
  /// An image; it has an `alt` or is decorative.
  case image
  /// A line of input.
  case field
  /// An input that is on or off.
  case toggle
  /// An input that picks from options.
  case choice
  /// Carries out an action.
  case button
  /// Opens a URL.
  case link
  /// The progress of a task, or the fact that it is under way.
  case progress
  /// A message with a severity.
  case banner

  // Data
  /// Rows under columns; property `columns`.
  case table
  /// One row of a table; its children are its cells, one in each column.
  case row
  /// A few numbers as bars or as a line.
  case chart
  /// A text that is hidden until the user asks for it.
  case secret

  /// The name in descriptions.
  public var name: String { Self.names[Int(rawValue)] }

  /// Finds the kind of a name; `nil` when this version does not know it.
  public init?(name: String) {
    guard let kind = Self.byName.find(name.utf8Span.span) else { return nil }
    self.init(rawValue: kind)
  }
}

extension NodeKind {
  private static let names = [""] + NodeKind.allCases.map { "\($0)" }
  private static let byName = NameTable(names: names)

  package init?(utf8 name: Span<UInt8>) {
    guard let kind = Self.byName.find(name) else { return nil }
    self.init(rawValue: kind)
  }

  /// Also the highest number.
  package static let count = UInt16(allCases.count)

  package var bit: UInt64 { 1 << UInt64(rawValue) }

  package var role: NodeRole {
    switch self {
    case .stack, .grid, .group, .list, .divider, .spacer, .text, .code, .image, .progress, .banner, .table, .chart:
      .content
    case .field, .toggle, .choice: .input
    case .button, .link, .secret: .control
    case .item, .row: .part
    case .screen, .tabs, .navigation: .controller
    case .presented: .layer
    }
  }

  /// Whether the user can act on the node, so that it needs an id and a label.
  package var isInteractive: Bool { role == .input || role == .control }

  package var isInput: Bool { role == .input }

  /// Whether it may stand wherever content does.
  package var isContent: Bool { isInteractive || role == .content }

  /// Whether it is the content of a screen, so that it can have a condition of visibility.
  package var isScreenContent: Bool { role != .controller && role != .layer }

  package func needs(_ name: PropertyName) -> Bool { PropertyRule(name, at: .node(self)).isNeeded }

  /// The item of a tab bar holds a controller instead.
  package func holds(_ child: NodeKind) -> Bool {
    switch self {
    case .stack, .group, .item: child.isContent
    case .grid: child.isContent || child == .item
    case .screen: child.isContent || child == .presented
    case .list, .tabs: child == .item
    case .navigation: child == .screen
    case .presented: child.role == .controller
    case .table: child == .row
    case .row: child == .text || child == .image || child == .button || child == .link
    case .divider, .spacer, .text, .code, .image, .field, .toggle, .choice, .button, .link, .progress, .banner: false
    case .chart, .secret: false
    }
  }
}

/// What a kind of node is for, and so where it stands: content does in any container.
package enum NodeRole: Sendable {
  case content, controller
  /// Content that takes a value, and content that acts.
  case input, control
  /// What only some containers hold, and what is above a screen.
  case part, layer
}
