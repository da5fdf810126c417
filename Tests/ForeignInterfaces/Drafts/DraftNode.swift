import AppControllerKit

/// A node that is being made of a foreign element, before it is known which inputs its actions can send.
struct DraftNode: Sendable {
  /// What it becomes.
  enum Kind: Sendable {
    case stack(Axis)
    case group(String?)
    /// What opens and closes, by its label; it is closed at first.
    case disclosure(String)
    /// A picture that is looking for a text to stand beside.
    case icon(Icon)
    case list(String?)
    case item(String)
    case divider
    case text(String, NodeStyle)
    case image(source: String, alternative: String?)
    case field(DraftInput)
    case toggle(DraftInput, isOn: Bool)
    case choice(DraftInput, [InputDescription.Option], isMultiple: Bool, selected: [String])
    case button(String, NodeStyle, DraftAction)
    case link(String, url: String)
    /// Rows under columns; its children are rows, and theirs one cell for each column.
    case table([TableColumn])
    case row
    case chart(String, NodeStyle, [Double], labels: [String])
    /// Parts of which one is seen; its children are items.
    case tabs
    /// A layer above the screen, which is not open at first.
    case layer(String?)
  }

  var kind: Kind
  var id: String?
  var children: [DraftNode] = []
  var hint: String?
  var isHidden = false
  var enabled = Condition.always
  var isLabelHidden = false
  var icon: Icon?
  /// How much wider it is than its siblings in a row, in the original's numbers.
  var share: Double?
  /// Its share of its row, once its siblings are known.
  var weight: Int?

  init(_ kind: Kind, id: String? = nil, _ children: [DraftNode] = []) {
    self.kind = kind
    self.id = id
    self.children = children
  }

  /// Children as one node: the only one itself, or a stack of them.
  static func stacked(_ nodes: [DraftNode], _ axis: Axis = .vertical) -> DraftNode {
    if let only = nodes.first, nodes.count == 1 { return only }
    return DraftNode(.stack(axis), nodes)
  }
}

/// What a draft of an input asks for; its name is the id of its node.
struct DraftInput: Sendable {
  var label: String
  var content = FieldContent.text
  var value: String?
  var placeholder: String?
  var rules: [InputRule] = []
  var lines: Int?
}

/// What a draft of a button does.
struct DraftAction: Sendable {
  /// Which inputs go with it.
  enum Sends: Sendable {
    case nothing
    /// Every input of its screen.
    case all
    /// The inputs that are bound to these places in a data model.
    case bound([String])
  }

  var name: String
  var sends = Sends.nothing
  var payload: [String: String] = [:]
}
