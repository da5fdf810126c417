/// One accessible element of a screen, the same in every front end.
///
/// Text, pages, pictures and terminals look different, but present the same elements in the same order. The texts are
/// ready to be shown: characters that could control a terminal have been replaced.
public struct AccessibleElement: Sendable, Hashable {
  /// The role of the element.
  public var role: AccessibleRole
  /// The id of its node; `nil` when it has none, and for the options of a choice and the way back.
  public var id: String?
  /// The accessible name; for a text or a message, its text.
  public var name: String
  /// A second line that explains the element.
  public var hint: String?
  /// The error message of the element.
  public var error: String?
  /// The value of the element: the typed text of a field, unless it is secret; the text of a code or an item; the URL
  /// of a link; the percentage of a progress.
  public var value: String?
  /// An example of what to type.
  public var placeholder: String?
  /// A few characters beside an item or a tab, such as a count.
  public var badge: String?
  /// The severity of a message.
  public var severity: MessageSeverity?
  /// The current states of the element.
  public var states: AccessibleStates
  /// The number of elements that contain it.
  public var level: Int

  /// Makes an element; parameters that are left out are absent.
  public init(
    _ role: AccessibleRole, id: String? = nil, name: String, hint: String? = nil, error: String? = nil,
    value: String? = nil, placeholder: String? = nil, badge: String? = nil, severity: MessageSeverity? = nil,
    states: AccessibleStates = [], level: Int = 0
  ) {
    self.role = role
    self.id = id
    self.name = name
    self.hint = hint
    self.error = error
    self.value = value
    self.placeholder = placeholder
    self.badge = badge
    self.severity = severity
    self.states = states
    self.level = level
  }
}

extension AccessibleElement: CustomStringConvertible {
  /// The element on one line, indented by its level, such as `button "Sign in" (disabled)`.
  public var description: String {
    let more = [
      ("value", value), ("hint", hint), ("error", error), ("example", placeholder), ("badge", badge),
      ("severity", severity?.rawValue),
    ]
    let details = more.compactMap { name, text in text.map { " \(name)=\"\($0)\"" } }.joined()
    let states = self.states.isEmpty ? "" : " (\(self.states))"
    return String(repeating: "  ", count: level) + "\(role) \"\(name)\"" + details + states
  }
}
