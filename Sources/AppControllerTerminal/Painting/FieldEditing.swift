/// What is being done in the control that has the focus: what is typed so far, and where.
public struct FieldEditing: Sendable, Hashable {
  /// The part of a control that is edited.
  public enum Content: Sendable, Hashable {
    /// A text that may be shown, and how many characters stand before the caret.
    case text(String, caret: Int)
    /// How many characters a secret has, and how many of them stand before the caret.
    case secret(count: Int, caret: Int)
    /// The option of a choice that the cursor is on, from 0.
    case option(Int)
  }

  /// The id of the node.
  public var id: String
  /// What is edited.
  public var content: Content

  /// Makes a value; a caret beyond the end counts as at the end.
  public init(id: String, _ content: Content) {
    self.id = id
    self.content = content
  }
}
