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

  /// A description that could not be built: the failure, and a node that stands for it.
  package init(failure: Diagnostic) { self.init(failure: failure, flatForm: nil) }

  /// A description that another process will build from its flat form, and a node that stands for it here.
  init(passedOn flatForm: [UInt8]) { self.init(failure: nil, flatForm: flatForm) }

  private init(failure: Diagnostic?, flatForm: [UInt8]?) {
    let placeholder = NodeRecord(
      kind: NodeKind.spacer.rawValue, isPropertyValue: false, kindLength: 0, kindOffset: 0, idOffset: 0, idLength: 0,
      firstValue: 0, valueCount: 0, end: 1, parent: 0
    )
    arena = Arena(
      nodes: [placeholder], values: [], text: [], documentValues: 0..<0, failure: failure, flatForm: flatForm)
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
    guard !id.isEmpty else { return nil }
    let bytes = Array(id.utf8)
    let index = arena.nodes.firstIndex { arena.text[$0.id.bounds] == bytes[...] }
    return index.map { Node(arena: arena, index: $0) }
  }

  /// All nodes, each before its children, without the nodes of fallbacks.
  public var allNodes: some Sequence<Node> {
    arena.nodes.indices.lazy.map { Node(arena: arena, index: $0) }
  }

  private func documentString(_ name: PropertyName) -> String? {
    guard let value = arena.value(name, in: arena.documentValues), value.tag == .string else { return nil }
    return arena.string(value.text)
  }
}

extension InterfaceDescription: CustomStringConvertible {
  /// The id, the root's kind and the size.
  public var description: String {
    "InterfaceDescription(\"\(id)\", \(root.kindName), \(nodeCount) nodes)"
  }
}

extension InterfaceDescription {
  /// An empty description, to be replaced later.
  package static let blank = InterfaceDescription("") { Screen("", title: "") {} }
}
