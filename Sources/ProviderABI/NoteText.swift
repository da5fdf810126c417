internal import AppControllerInterface

/// The texts of a provider's note, by their names in its JSON text.
///
/// The writer and the reader of notes share these rules.
package enum NoteText: String, CaseIterable, Sendable {
  /// Sessions are stored under it.
  case id
  case name
  case version
  case vendor

  /// In bytes.
  package var limit: Int {
    switch self {
    case .id, .version: 64
    case .name, .vendor: 256
    }
  }

  /// Such as `has 0 bytes, and has to have 1 to 256`; `nil` when the text is valid.
  package func problem(of text: String) -> String? {
    let count = text.utf8.count
    guard 1...limit ~= count else { return "has \(count) bytes, and has to have 1 to \(limit)" }
    guard text.isDisplayable else { return "is \"\(text.displayable)\", in which a character cannot be shown" }
    guard self != .id || IdentifierRule.allowsProviderID(text) else {
      return "is \"\(text.displayable)\"; \(IdentifierRule.text), and does not begin with a dot"
    }
    return nil
  }
}
