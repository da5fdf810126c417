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

  // Content
  /// A title or the heading of a section.
  case heading
  /// A text.
  case paragraph
  /// A text that is shown verbatim.
  case code
  /// An image with an alternative text.
  case image
  /// The progress of a task.
  case progressIndicator
  /// A message about a failure.
  case alert
  /// Any other message.
  case status

  // Controls
  /// A field for text.
  case textInput
  /// A field for an email address.
  case emailInput
  /// A field for a secret.
  case passwordInput
  /// A field for a number.
  case numberInput
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
  /// A button.
  case button
  /// A link.
  case link

  /// The role of a field with this content.
  init(_ content: FieldContent) {
    self =
      switch content {
      case .text, .username: .textInput
      case .email: .emailInput
      case .password, .newPassword, .oneTimeCode: .passwordInput
      case .number: .numberInput
      case .url: .urlInput
      case .search: .searchInput
      }
  }
}
