/// Draws an interface as plain text without escape codes: for pipes, logs and screen readers.
///
/// The output is a function of its arguments alone. It is linear in the size of the description.
public struct TextRenderer: Sendable {
  /// Makes a renderer.
  public init() {}

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
    var painter = TextPainter(arena: node.arena, state: state)
    painter.paint(node.index)
    return painter.text
  }
}
