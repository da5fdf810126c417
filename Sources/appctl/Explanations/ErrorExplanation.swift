/// What there is to know about one stable code: what it means, when it happens, and what to do about it.
///
/// Each text is whole sentences; what is to be typed or written stands between backticks.
struct ErrorExplanation: Sendable, Equatable {
  /// How grave it is when it happens.
  enum Severity: String, Sendable, CaseIterable {
    /// What was asked for is refused.
    case error
    /// It is done all the same, and somebody should look.
    case warning
    /// The one or the other, as the texts say.
    case either = "error or warning"
  }

  /// A chapter of the documentation.
  struct Chapter: Sendable, Equatable {
    /// The file, in `Docs`.
    let document: String
    /// The heading.
    let heading: String

    /// The heading as a link names it.
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
  /// How grave it is.
  let severity: Severity
  /// One sentence: what the code means.
  let meaning: String
  /// When it happens: the usual causes, one or two sentences each.
  let causes: [String]
  /// What to do about it.
  let fix: String
  /// A command or a text that shows the way out, of one or more lines; `nil` when the words are enough.
  let example: String?
  /// Where there is more to read; `nil` when this is all.
  let chapter: Chapter?
}
