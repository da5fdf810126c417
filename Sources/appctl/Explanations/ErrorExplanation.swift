/// The explanation of one stable code: its meaning, its causes and the remedy.
///
/// Each text consists of whole sentences; commands and literal text stand between backticks.
package struct ErrorExplanation: Sendable, Equatable {
  enum Severity: String, Sendable, CaseIterable {
    case error
    /// The request is carried out, but a user should look at the cause.
    case warning
    /// An error or a warning, depending on the circumstances that the texts describe.
    case either = "error or warning"
  }

  struct Chapter: Sendable, Equatable {
    /// In `Docs`.
    let document: String
    let heading: String

    var anchor: String {
      String(
        heading.lowercased().compactMap { character in
          character == " " ? "-" : character.isLetter || character.isNumber || character == "-" ? character : nil
        })
    }
  }

  /// Such as `ACK2004`.
  package let code: String
  /// In the source, such as `incompatibleABI`.
  package let name: String
  let severity: Severity
  /// One sentence.
  package let meaning: String
  /// One or two sentences each.
  let causes: [String]
  let fix: String
  /// Of one or more lines; `nil` when the sentences suffice.
  let example: String?
  /// `nil` when there is none.
  let chapter: Chapter?
}
