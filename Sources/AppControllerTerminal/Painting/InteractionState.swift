/// What only an interactive terminal knows of a screen: where the user is, what is being typed, how far it is scrolled.
public struct InteractionState: Sendable, Hashable {
  /// What has the focus; the node that the picture names unless given.
  public var focus: TerminalTarget?
  /// What is being done in the control that has the focus.
  public var editing: FieldEditing?
  /// How many characters the secret inputs have, by the inputs' names.
  public var secretLengths: [String: Int] = [:]
  /// The first row of the content that is seen.
  public var scroll = 0
  /// Whether the content is scrolled as far as it needs to be for the focus to be seen.
  public var followsFocus = true
  /// The node whose action is under way.
  public var busyID: String?
  /// Which picture of the sign of what is under way is shown; any number.
  public var tick = 0
  /// A line at the bottom, such as which keys there are; `nil` for none.
  public var footer: String?

  /// Makes a state in which nothing has been done yet.
  public init() {}
}
