/// One thing that a screen says, whichever face says it.
///
/// Text, pages, pictures and terminals look different and say the same: these elements, in this order. Texts are ready to
/// be shown: what could drive a terminal has been replaced.
public struct AccessibleElement: Sendable, Hashable {
  /// What it is.
  public var role: AccessibleRole
  /// The id of its node; `nil` when it has none, and for the options of a choice and the way back.
  public var id: String?
  /// What it is called; of a text or a message, what it says.
  public var name: String
  /// A second line that explains it.
  public var hint: String?
  /// What is wrong with it.
  public var error: String?
  /// What is in it: of a field what was typed, unless that is secret; of a code and an item the text; of a link the URL;
  /// of a progress how far it is.
  public var value: String?
  /// An example of what to type.
  public var placeholder: String?
  /// A few characters beside an item or a tab, such as a count.
  public var badge: String?
  /// How grave a message is.
  public var severity: MessageSeverity?
  /// What is so of it at the moment.
  public var states: AccessibleStates
  /// How many elements it is inside of.
  public var level: Int

  /// Makes an element; what is not given is not there.
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
