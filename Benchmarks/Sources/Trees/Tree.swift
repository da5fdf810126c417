public import AppControllerInterface

/// A tree of any size: eight children for each node, two properties each, and inner nodes without an id, as most are.
public enum Tree {
  /// The default number of nodes of an interface.
  public static let cycleCount = 50

  /// Describes a tree.
  ///
  /// - Parameters:
  ///   - id: The description's id.
  ///   - count: The number of nodes, 1 to 10 000.
  /// - Returns: The description, which is valid.
  public static func description(_ id: String, count: Int) -> InterfaceDescription {
    InterfaceDescription(id) {
      Screen("tree", title: "A tree of many nodes") {
        for child in children(of: 0, count) { Subtree(index: child, count: count) }
      }
      .hint("Eight to a branch")
    }
  }

  fileprivate static func children(of index: Int, _ count: Int) -> Range<Int> {
    let first = min(8 * index + 1, count)
    return first..<min(first + 8, count)
  }

  /// The ids are made beforehand, because describing is measured, not the making of texts.
  fileprivate static let ids = (0..<10_000).map { "n\($0)" }
}

private struct Subtree: InterfaceContent {
  let index: Int
  let count: Int

  func emit(into emitter: inout InterfaceEmitter) { content.emit(into: &emitter) }

  @InterfaceContentBuilder
  private var content: some InterfaceContent {
    let children = Tree.children(of: index, count)
    if !children.isEmpty {
      Group("A part of the tree", style: .form) {
        for child in children { Subtree(index: child, count: count) }
      }
    } else if index.isMultiple(of: 2) {
      Text("Something that somebody may want to read", style: .caption)
    } else {
      Link(Tree.ids[index], "A link to more of it", url: "https://example.com/help")
    }
  }
}
