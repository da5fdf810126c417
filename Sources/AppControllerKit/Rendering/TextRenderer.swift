/// Draws an interface as plain text without escape codes: for pipes, logs and screen readers.
///
/// The text is that of ``InterfaceDescription/accessibleElements(state:tabs:)`` with all tabs, one or more lines for each
/// element. It is a function of its arguments alone, and linear in the size of the description.
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
    var walk = AccessibleWalk(node.arena, state, tabs: .all, into: AccessibleText())
    walk.say(node.index)
    return walk.output.text
  }
}
