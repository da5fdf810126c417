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
  /// The value of the element: the typed text of a field, unless it is secret; the text of a code or an item; the cells
  /// of a row; the numbers of a chart; the URL of a link; the percentage of a progress; the note that a secret is
  /// hidden.
  public var value: String?
  /// An example of what to type.
  public var placeholder: String?
  /// The least value of a number, a day or a time.
  public var minimum: String?
  /// The greatest value of a number, a day or a time.
  public var maximum: String?
  /// A few characters beside an item or a tab, such as a count.
  public var badge: String?
  /// The severity of a message.
  public var severity: Severity?
  /// The intended look of a text or a button; `nil` for the default, and for one that this version does not know.
  public var style: NodeStyle?
  /// The current states of the element.
  public var states: AccessibleStates
  /// The number of elements that contain it.
  public var level: Int

  /// Makes an element; parameters that are left out are absent.
  public init(
    _ role: AccessibleRole, id: String? = nil, name: String, hint: String? = nil, error: String? = nil,
    value: String? = nil, placeholder: String? = nil, badge: String? = nil, severity: Severity? = nil,
    style: NodeStyle? = nil, states: AccessibleStates = [], level: Int = 0, minimum: String? = nil,
    maximum: String? = nil
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
    self.style = style
    self.states = states
    self.level = level
    self.minimum = minimum
    self.maximum = maximum
  }
}

extension AccessibleElement: CustomStringConvertible {
  /// The element on one line, indented by its level, such as `button "Sign in" (disabled)`.
  public var description: String {
    let more = [
      ("value", value), ("hint", hint), ("error", error), ("example", placeholder), ("badge", badge),
      ("severity", severity?.rawValue), ("style", style?.rawValue), ("minimum", minimum), ("maximum", maximum),
    ]
    let details = more.compactMap { name, text in text.map { " \(name)=\"\($0)\"" } }.joined()
    let states = self.states.isEmpty ? "" : " (\(self.states))"
    return String(repeating: "  ", count: level) + "\(role) \"\(name)\"" + details + states
  }
}

/// The role of an element, with the name that AccessKit and ARIA have for it.
///
/// A role follows from the kind of a node and from its place; no provider can set one.
public enum AccessibleRole: String, Sendable, Hashable, CaseIterable {
  // Places
  /// A screen.
  case main
  /// A layer above a screen.
  case dialog
  /// An important part of a screen: its main part, or a screen inside a layer that has a name of its own.
  case region
  /// A form.
  case form
  /// Elements that belong together under a name; also a multiple choice.
  case group
  /// A list, or a grid of items.
  case list
  /// An item of a list or of a grid.
  case listItem
  /// A tab bar.
  case tabList
  /// A tab.
  case tab
  /// A table.
  case table
  /// A row of a table; its value has the cells with the heads of their columns.
  case row

  // Content
  /// A title or the heading of a section.
  case heading
  /// A text.
  case paragraph
  /// A text that is shown verbatim.
  case code
  /// An image with an alternative text.
  case image
  /// A chart; its value has the numbers.
  case figure
  /// The progress of a task.
  case progressIndicator
  /// A message about a failure.
  case alert
  /// Any other message.
  case status

  // Controls
  /// A field for text.
  case textInput
  /// A field for several lines of text.
  case multilineTextInput
  /// A field for an email address.
  case emailInput
  /// A field for a secret.
  case passwordInput
  /// A field for a number.
  case numberInput
  /// A field for a number within bounds.
  case spinButton
  /// A field for a day.
  case dateInput
  /// A field for a time of day.
  case timeInput
  /// A field for a day and a time.
  case dateTimeInput
  /// A field for a URL.
  case urlInput
  /// A field for search words.
  case searchInput
  /// A control that is on or off.
  case checkBox
  /// A choice of one option.
  case radioGroup
  /// An option of such a choice.
  case radioButton
  /// A button; also a secret, whose value states that it is hidden.
  case button
  /// A link.
  case link
}

/// The current states of an element.
public struct AccessibleStates: OptionSet, Sendable, Hashable {
  /// A bit for each state.
  public let rawValue: UInt16

  /// Makes a set of states from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The element is disabled.
  public static let disabled = AccessibleStates(rawValue: 1)
  /// The element requires a value.
  public static let required = AccessibleStates(rawValue: 2)
  /// The value of the element is invalid.
  public static let invalid = AccessibleStates(rawValue: 4)
  /// The element is on; a check box or an option without this state is off.
  public static let checked = AccessibleStates(rawValue: 8)
  /// The element is the selected tab.
  public static let selected = AccessibleStates(rawValue: 16)
  /// The element is waiting for a result.
  public static let busy = AccessibleStates(rawValue: 32)
  /// The element can be pressed although it is not a button: an item or a row with an action.
  public static let pressable = AccessibleStates(rawValue: 64)
  /// The element opens and closes the elements that follow it, which are shown.
  public static let expanded = AccessibleStates(rawValue: 128)
  /// The element opens and closes elements that are not shown at present.
  public static let collapsed = AccessibleStates(rawValue: 256)
  /// The element asks for confirmation before its action.
  public static let asksFirst = AccessibleStates(rawValue: 512)
}

extension AccessibleStates: CustomStringConvertible {
  /// The names of the states, in their order, with spaces between them.
  public var description: String { names.joined(separator: " ") }

  /// The names of the states, in their order.
  public var names: [String] {
    let names: [(AccessibleStates, String)] = [
      (.disabled, "disabled"), (.required, "required"), (.invalid, "invalid"), (.checked, "checked"),
      (.selected, "selected"), (.busy, "busy"), (.pressable, "pressable"), (.expanded, "expanded"),
      (.collapsed, "collapsed"), (.asksFirst, "asking"),
    ]
    return names.filter { contains($0.0) }.map(\.1)
  }
}

/// The tabs whose contents are presented.
public enum AccessibleTabs: Sendable, Hashable {
  /// The selected tabs, which the user sees.
  case selected
  /// All tabs, one after the other, for a medium in which no tab can be selected.
  case all
}

extension InterfaceDescription {
  /// The accessible elements of the interface, in reading order.
  ///
  /// They are the elements that the user sees: the bar of tabs and, unless all are requested, the selected tab's
  /// contents; the top screen of a navigation stack, with a way back if there is one; and a layer after the screen
  /// below it. Hidden nodes, decoration and containers without a name give no elements. The result depends on the
  /// arguments alone, and takes time linear in the size of the description. The kit's own words in it are in the
  /// description's language, or else in one of the traits.
  public func accessibleElements(
    state: PresentationState = .init(), tabs: AccessibleTabs = .selected, traits: TraitCollection = .init()
  ) -> [AccessibleElement] {
    resolved().root.accessibleElements(state: state, tabs: tabs, traits: traits)
  }
}

extension InterfaceDescription.Node {
  /// The accessible elements of the node and its subtree, in reading order; for a node of unknown kind, those of its
  /// children.
  public func accessibleElements(
    state: PresentationState = .init(), tabs: AccessibleTabs = .selected, traits: TraitCollection = .init()
  ) -> [AccessibleElement] {
    let shown = InterfaceDescription(arena: arena).shown(in: state)
    let words = FaceWords(for: shown.language, traits)
    var walk = AccessibleWalk(shown.arena, state, words, tabs: tabs, into: [AccessibleElement]())
    walk.visit(index)
    return walk.output
  }
}

extension InterfaceDescription.Node {
  func accessibleElements(
    state: PresentationState, _ words: FaceWords, _ extent: AccessibleExtent
  ) -> [AccessibleElement] {
    var walk = AccessibleWalk(arena, state, words, tabs: .selected, into: [], extent: extent)
    walk.visit(index)
    return walk.output
  }
}
