/// Draws an interface as plain text without escape codes: for pipes, logs and screen readers.
///
/// The text is that of ``InterfaceDescription/accessibleElements(state:tabs:traits:)`` with all tabs, one or more lines
/// for each element. It is a function of its arguments alone, and linear in the size of the description.
public struct TextRenderer: Sendable {
  /// Makes a renderer.
  public init() {}

  /// The text of a snapshot, ending in a line feed: each visible screen with its surroundings, the front one last.
  public func render(_ snapshot: FaceSnapshot) -> String {
    var text = AccessibleText(snapshot.words)
    for screen in snapshot.screens {
      for element in screen.surroundings { text.append(element) }
      var walk = AccessibleWalk(
        screen.node.arena, screen.state, screen.words, tabs: .selected, into: text, extent: .withoutLayers,
        opensGroups: true)
      walk.visit(screen.node.index)
      text = walk.output
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The text of a description, ending in a line feed.
  public func render(
    _ description: InterfaceDescription, state: PresentationState = .init(), traits: TraitCollection = .init()
  ) -> String {
    render(description.resolved().root, state: state, traits: traits)
  }

  /// The text of a node and its subtree, ending in a line feed; for a node of unknown kind, the text of its children.
  public func render(
    _ node: InterfaceDescription.Node, state: PresentationState = .init(), traits: TraitCollection = .init()
  ) -> String {
    let shown = InterfaceDescription(arena: node.arena).shown(in: state)
    let words = FaceWords(for: shown.language, traits)
    var walk = AccessibleWalk(shown.arena, state, words, tabs: .all, into: AccessibleText(words))
    walk.visit(node.index)
    return String(decoding: walk.output.bytes, as: UTF8.self)
  }
}
