package import AppControllerKit

/// The texts of a provider's note, by their names in its JSON text.
///
/// The writer and the reader of notes share these rules.
package enum NoteText: String, CaseIterable, Sendable {
  /// The provider's id, which sessions are stored under.
  case id
  /// Its name, for people.
  case name
  /// Its version.
  case version
  /// The vendor's name, for people.
  case vendor

  /// The maximum size, in bytes.
  package var limit: Int {
    switch self {
    case .id, .version: 64
    case .name, .vendor: 256
    }
  }

  /// The reason why a text is not valid, such as `has 0 bytes, and has to have 1 to 256`; `nil` when it is valid.
  private func problem(of text: String) -> String? {
    let count = text.utf8.count
    guard 1...limit ~= count else { return "has \(count) bytes, and has to have 1 to \(limit)" }
    guard text.isDisplayable else { return "is \"\(text.displayable)\", in which a character cannot be shown" }
    guard self != .id || IdentifierRule.allowsProviderID(text) else {
      return "is \"\(text.displayable)\"; \(IdentifierRule.text), and does not begin with a dot"
    }
    return nil
  }

  /// The coding kind with these rules.
  fileprivate var kind: CheckedKind<TextKind> { .checked(.text(atMost: .max), problem) }
}

/// The texts of a note, which a `provider.json` contains as well.
package struct NoteTexts: Coded, Equatable {
  package private(set) var id = ""
  package private(set) var name = ""
  package private(set) var version = ""
  package private(set) var vendor = ""

  package static var blank: NoteTexts { NoteTexts() }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("id", &id, NoteText.id.kind)
    try coder.member("name", &name, NoteText.name.kind)
    try coder.member("version", &version, NoteText.version.kind)
    try coder.member("vendor", &vendor, NoteText.vendor.kind)
  }
}
