/// The explanation of one stable code: its meaning, its causes and the remedy.
///
/// Each text consists of whole sentences; commands and literal text stand between backticks.
struct ErrorExplanation: Sendable, Equatable {
  /// The severity of the code.
  enum Severity: String, Sendable, CaseIterable {
    /// The request is refused.
    case error
    /// The request is carried out, but a user should look at the cause.
    case warning
    /// An error or a warning, depending on the circumstances that the texts describe.
    case either = "error or warning"
  }

  /// A chapter of the documentation.
  struct Chapter: Sendable, Equatable {
    /// The file, in `Docs`.
    let document: String
    /// The heading.
    let heading: String

    /// The anchor of the heading in a link.
    var anchor: String {
      String(
        heading.lowercased().compactMap { character in
          character == " " ? "-" : character.isLetter || character.isNumber || character == "-" ? character : nil
        })
    }
  }

  /// The stable code, such as `ACK2004`.
  let code: String
  /// The code's name in the source, such as `incompatibleABI`.
  let name: String
  /// The severity of the code.
  let severity: Severity
  /// The meaning of the code, in one sentence.
  let meaning: String
  /// The usual causes, one or two sentences each.
  let causes: [String]
  /// The remedy.
  let fix: String
  /// A command or a text that shows the remedy, of one or more lines; `nil` when the sentences suffice.
  let example: String?
  /// A chapter with more information; `nil` when there is none.
  let chapter: Chapter?
}
