/// The content of an interface and the user's possible actions in it, as a value that any front end can draw.
///
/// It reads as a tree of ``Node``s. Write one with the elements of this module:
///
/// ```swift
/// InterfaceDescription("logged-out") {
///   Screen("welcome", title: "Welcome") {
///     Button("start", "Start", style: .primary, action: "start")
///   }
/// }
/// ```
///
/// A description is not checked when it is made; ``validate()`` reports its problems, and the controller refuses a
/// description with an error. Two descriptions are equal when they have the same content, in whatever order it was
/// written.
public struct InterfaceDescription: Sendable, Equatable {
  package let arena: Arena

  package init(arena: Arena) {
    self.arena = arena
  }

  /// A node stands for what could not be built.
  package init(failure: Diagnostic) { self.init(failure: failure, passedOn: nil) }

  /// Another process will check the form; a node stands for it here.
  init(passedOn form: [UInt8]) { self.init(failure: nil, passedOn: form) }

  private init(failure: Diagnostic?, passedOn: [UInt8]?) {
    arena = Arena(
      nodes: [NodeRecord(.spacer, text: 0, end: 1, parent: 0)], values: [], text: [], documentValues: 0..<0,
      failure: failure, passedOn: passedOn)
  }

  /// The description's name, such as `logged-out`; empty when it has none.
  public var id: String { documentString(.id) ?? "" }

  /// The language of its text as a BCP 47 tag; `und` when it is not given.
  public var language: String { documentString(.lang) ?? "und" }

  /// The direction of its text.
  public var direction: TextDirection {
    arena.word(.dir, in: arena.documentValues).flatMap(TextDirection.init(rawValue:)) ?? .auto
  }

  /// Plain text that a host shows instead when it is too old for the description.
  public var fallbackText: String? { documentString(.fallbackText) }

  /// The root node: a screen, tabs or a navigation stack.
  public var root: Node { Node(arena: arena, index: 0) }

  /// The number of nodes.
  public var nodeCount: Int { arena.nodes.count }

  /// The node with an id, or `nil`.
  ///
  /// Takes time linear in the number of nodes.
  public func node(withID id: String) -> Node? {
    arena.index(ofID: id, in: arena.nodes.indices).map { Node(arena: arena, index: $0) }
  }

  /// All nodes, each before its children, without the nodes of fallbacks.
  public var allNodes: some Sequence<Node> {
    arena.nodes.indices.lazy.map { Node(arena: arena, index: $0) }
  }

  private func documentString(_ name: PropertyName) -> String? { arena.string(name, in: arena.documentValues) }
}

extension InterfaceDescription: CustomStringConvertible {
  /// The id, the root's kind and the size.
  public var description: String {
    "InterfaceDescription(\"\(id)\", \(root.kindName), \(nodeCount) nodes)"
  }
}

extension InterfaceDescription {
  package static let blank = InterfaceDescription("") { Screen("", title: "") {} }
}

extension InterfaceDescription {
  /// One node of a description: a view into it, cheap to make and to pass on.
  public struct Node: Sendable {
    package let arena: Arena
    package let index: Int

    package init(arena: Arena, index: Int) { (self.arena, self.index) = (arena, index) }

    private var record: NodeRecord { arena.nodes[index] }
  }
}

/// The identity of a node is its id, which is `nil` for a node that is only shown; a `FaceNode` always has an identity.
extension InterfaceDescription.Node: Identifiable {}

extension InterfaceDescription.Node: Hashable {
  /// Whether two nodes are the same node of the same description.
  ///
  /// Nodes of two descriptions that were made apart are different, even where the descriptions are equal.
  public static func == (left: InterfaceDescription.Node, right: InterfaceDescription.Node) -> Bool {
    left.arena === right.arena && left.index == right.index
  }

  /// Hashes the description and the place of the node in it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(arena))
    hasher.combine(index)
  }
}

extension InterfaceDescription.Node {
  /// The kind of the node; `nil` for a kind that this version does not know.
  public var kind: NodeKind? { record.knownKind }
  /// The name of the kind, known or not.
  public var kindName: String { arena.kindName(of: record) }
  /// The id, unique in the description, or `nil`.
  public var id: String? { record.idSize == 0 ? nil : arena.string(record.id) }
  /// The accessible name, which is also the visible label; for a screen, its title.
  public var label: String? { string(.label) }
  /// A second line that explains the node.
  public var hint: String? { string(.hint) }
  /// The text of a text, code, banner or item.
  public var text: String? { string(.text) }
  /// The intended look of the node.
  public var style: NodeStyle? { word(.style).map(NodeStyle.init(rawValue:)) }
  /// Whether the node is not shown now.
  public var isHidden: Bool { bool(.hidden) }
  package var shownChildren: [InterfaceDescription.Node] { children.filter { !$0.isHidden } }
  /// Whether the node is waiting for a result.
  public var isBusy: Bool { bool(.busy) }
  /// The urgency with which a change is announced.
  public var live: LiveRegion {
    word(.live).flatMap(LiveRegion.init(rawValue:)) ?? (severity == .error ? .assertive : .off)
  }
  /// The severity of a banner.
  public var severity: Severity? {
    kind == .banner ? word(.severity).flatMap(Severity.init(rawValue:)) ?? .info : nil
  }
  /// The direction in which a stack lays out its children.
  public var axis: Axis { word(.axis).flatMap(Axis.init(rawValue:)) ?? .vertical }
  /// The number of columns of a grid where there is room; `nil` for as many as fit.
  public var columns: Int? { integer(.columns) }
  /// The smallest number of columns of a grid; `nil` when it does not matter.
  public var minColumns: Int? { integer(.minColumns) }
  /// The share of a row's width that the node takes, beside those of its siblings; `nil` when it is as wide as its
  /// content.
  public var weight: Int? { integer(.weight).map { min($0, NodeLimits.weight.upperBound) } }
  /// Whether the label of an input is its accessible name only, and is not drawn.
  public var isLabelHidden: Bool { bool(.labelHidden) }
  /// Whether a group shows only its label until it is opened; `nil` for a group that is always open.
  public var isCollapsed: Bool? {
    guard kind == .group, let value = value(.collapsed), value.tag == .bool else { return nil }
    return value.bool
  }
  /// The picture beside a text or a label; `nil` for none, and for one that this version does not know.
  public var icon: Icon? { word(.icon).flatMap(Icon.init(rawValue:)) }
  /// A few characters beside an item, such as a count.
  public var badge: String? { string(.badge) }
  /// The URL of a link.
  public var url: String? { string(.url) }
  /// The URL that a code shows as a QR code as well.
  public var qrCode: String? { string(.qr) }
  /// The item of a tab bar that is selected initially.
  public var selected: String? { word(.selected) }
  /// The node of a screen that has the focus initially.
  public var initialFocus: String? { word(.initialFocus) }
  /// The button of a screen that Return presses.
  public var primaryAction: String? { word(.primaryAction) }

  /// The children, in order.
  public var children: [InterfaceDescription.Node] {
    arena.children(of: index).map { InterfaceDescription.Node(arena: arena, index: $0) }
  }
  /// The parent; `nil` for the root.
  public var parent: InterfaceDescription.Node? {
    Int(record.parent) == index ? nil : InterfaceDescription.Node(arena: arena, index: Int(record.parent))
  }
  /// The children of the parent, this node among them; only this node for the root and for a fallback.
  public var siblings: [InterfaceDescription.Node] { record.isPropertyValue ? [self] : parent?.children ?? [self] }
  /// The position among the ``siblings``, from 0.
  public var siblingIndex: Int { siblings.firstIndex(of: self) ?? 0 }
  /// The node and its subtree, each node before its children.
  public var subtree: [InterfaceDescription.Node] {
    range.map { InterfaceDescription.Node(arena: arena, index: $0) }
  }
  /// The indices of the node and its subtree.
  package var range: Range<Int> { index..<Int(record.end) }
  /// The path of the node, such as `$.root.children[2]`.
  public var path: String { arena.path(of: index) }

  /// The input of a field, toggle or choice.
  public var input: InputDescription? {
    map(.input).map { InputDescription(arena: arena, values: $0) }
  }
  /// The action of a button or an item.
  public var action: Action? {
    map(.action).map { Action(arena: arena, values: $0) }
  }
  /// The condition under which the node is enabled.
  public var enabled: Condition { arena.condition(value(.enabled)) ?? .always }
  /// The condition under which the node is shown; a hidden node is never shown.
  public var visible: Condition { arena.condition(value(.visible)) ?? .always }
  /// The image of an image node.
  public var media: MediaDescription? {
    map(.media).map { MediaDescription(arena: arena, values: $0) }
  }
  /// The progress of a progress node; parts that are not known are `nil`.
  public var progress: ProgressDescription? {
    kind == .progress ? ProgressDescription(arena: arena, values: map(.progress) ?? 0..<0) : nil
  }
  /// The columns of a table.
  public var tableColumns: [TableColumn] {
    kind == .table ? arena.maps(.columns, in: record.values).map { TableColumn(arena: arena, values: $0) } : []
  }
  /// The numbers of a chart.
  public var chart: ChartDescription? {
    kind == .chart ? ChartDescription(arena: arena, values: record.values) : nil
  }
  /// The text of a secret node, which is shown only when the user asks for it.
  public var secret: Secret? {
    guard let values = map(.secret), let value = arena.value(.value, in: values), value.tag == .string else {
      return nil
    }
    let text = arena.text
    return Secret(text.span.extracting(value.text.bounds))
  }
  /// The node to show where the node's kind is not known.
  public var fallback: InterfaceDescription.Node? {
    guard let value = value(.fallback), value.tag == .node else { return nil }
    return InterfaceDescription.Node(arena: arena, index: value.node)
  }

  package func value(_ name: PropertyName) -> ValueRecord? { arena.value(name, in: record.values) }

  package func string(_ name: PropertyName) -> String? { arena.string(name, in: record.values) }

  private func word(_ name: PropertyName) -> String? { arena.word(name, in: record.values) }

  private func integer(_ name: PropertyName) -> Int? {
    guard let value = value(name), value.tag == .int else { return nil }
    return Int(clamping: value.int)
  }

  private func bool(_ name: PropertyName) -> Bool {
    guard let value = value(name), value.tag == .bool else { return false }
    return value.bool
  }

  private func map(_ name: PropertyName) -> Range<Int>? {
    guard let value = value(name), value.tag == .map else { return nil }
    return value.elements
  }
}
