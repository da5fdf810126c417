/// What an interface shows and what the user can do in it, as a value that any face can draw.
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
/// A description is not checked when it is made; ``validate()`` reports what is wrong with it, and the controller
/// refuses one that has an error. Two descriptions are equal when they say the same, whatever order it was said in.
public struct InterfaceDescription: Sendable, Equatable {
  package let arena: Arena

  package init(arena: Arena) {
    self.arena = arena
  }

  /// A description that could not be built: the failure, and a node that stands for it.
  package init(failure: Diagnostic) {
    let placeholder = NodeRecord(
      kind: NodeKind.spacer.rawValue, isPropertyValue: false, kindLength: 0, kindOffset: 0, idOffset: 0, idLength: 0,
      firstValue: 0, valueCount: 0, end: 1, parent: 0
    )
    arena = Arena(nodes: [placeholder], values: [], text: [], documentValues: 0..<0, failure: failure)
  }

  /// The description's name, such as `logged-out`; empty when it has none.
  public var id: String { documentString(.id) ?? "" }

  /// The language of its text as a BCP 47 tag; `und` when it is not said.
  public var language: String { documentString(.lang) ?? "und" }

  /// The direction of its text.
  public var direction: TextDirection {
    arena.word(.dir, in: arena.documentValues).flatMap(TextDirection.init(rawValue:)) ?? .auto
  }

  /// Plain text to show instead, on a host that is too old for the description.
  public var fallbackText: String? { documentString(.fallbackText) }

  /// The root node: a screen, tabs or a navigation stack.
  public var root: Node { Node(arena: arena, index: 0) }

  /// How many nodes there are.
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

  /// All nodes, each before its children, without those that only stand in for another.
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
  /// A description of nothing, for whatever takes its place.
  package static let blank = InterfaceDescription("") { Screen("", title: "") {} }
}
