/// What there is to know about one stable code: what it means, when it happens, and what to do about it.
///
/// `appctl explain`, `Docs/Errors.md` and the tables of `Docs/Interfaces.md` are made from these, so that nothing about a
/// code is written twice. Each text is whole sentences; what is to be typed or written stands between backticks.
package struct ErrorExplanation: Sendable, Equatable {
  /// How grave it is when it happens.
  package enum Severity: String, Sendable, CaseIterable {
    /// What was asked for is refused.
    case error
    /// It is done all the same, and somebody should look.
    case warning
    /// The one or the other, as the texts say.
    case either = "error or warning"
  }

  /// A chapter of the documentation.
  package struct Chapter: Sendable, Equatable {
    /// The file, in `Docs`.
    package let document: String
    /// The heading.
    package let heading: String

    /// The heading as a link names it.
    package var anchor: String {
      String(
        heading.lowercased().compactMap { character in
          character == " " ? "-" : character.isLetter || character.isNumber || character == "-" ? character : nil
        })
    }
  }

  /// The stable code, such as `ACK2004`.
  package let code: String
  /// The code's name in the source, such as `incompatibleABI`.
  package let name: String
  /// How grave it is.
  package let severity: Severity
  /// One sentence: what the code means.
  package let meaning: String
  /// When it happens: the usual causes, one or two sentences each.
  package let causes: [String]
  /// What to do about it.
  package let fix: String
  /// A command or a text that shows the way out, of one or more lines; `nil` when the words are enough.
  package let example: String?
  /// Where there is more to read; `nil` when this is all.
  package let chapter: Chapter?

  /// Makes an explanation.
  ///
  /// - Parameters:
  ///   - code: The code, which has to be one of its error type.
  ///   - name: The code's name in the source.
  ///   - meaning: One sentence.
  ///   - severity: How grave it is.
  ///   - causes: When it happens.
  ///   - fix: What to do about it.
  ///   - example: A command or a text that shows the way out.
  ///   - more: The document and the heading under which there is more.
  package init(
    _ code: some RawRepresentable<String>, _ name: String, _ meaning: String, severity: Severity = .error,
    when causes: [String], fix: String, example: String? = nil, more: (document: String, heading: String)? = nil
  ) {
    self.code = code.rawValue
    self.name = name
    self.meaning = meaning
    self.severity = severity
    self.causes = causes
    self.fix = fix
    self.example = example
    chapter = more.map { Chapter(document: $0.document, heading: $0.heading) }
  }
}
