/// What a thing on a screen is, under the name that AccessKit and ARIA have for it.
///
/// A role follows from the kind of a node and from where it stands; no provider can set one.
public enum AccessibleRole: String, Sendable, Hashable, CaseIterable {
  // Places
  /// A screen.
  case main
  /// A layer above a screen.
  case dialog
  /// A part of a screen that is worth finding: its main part, or a screen inside a layer that has a name of its own.
  case region
  /// A form.
  case form
  /// Things that belong together under a name; also a choice that takes several options.
  case group
  /// A list, or a grid of items.
  case list
  /// An item of a list or of a grid.
  case listItem
  /// A tab bar.
  case tabList
  /// A tab.
  case tab

  // What is read
  /// A title or the head of a section.
  case heading
  /// A text.
  case paragraph
  /// A text that is shown as it is.
  case code
  /// An image that shows something.
  case image
  /// How far something is.
  case progressIndicator
  /// A message that something failed.
  case alert
  /// Any other message.
  case status

  // What is used
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
  /// A field for words to search for.
  case searchInput
  /// Something that is on or off.
  case checkBox
  /// A choice that takes one option.
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
