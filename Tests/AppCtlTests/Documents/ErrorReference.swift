import AppControllerKit

/// The generated parts of `Docs/Errors.md`: a list of all codes, and a chapter for each hundred of them.
enum ErrorReference {
  typealias Part = (name: String, text: String)

  /// The document that holds them.
  static let path = "Docs/Errors.md"

  static func parts(_ explanations: [ErrorExplanation]) -> [Part] {
    let hundreds = Dictionary(grouping: explanations) { $0.code.prefix(5) }
    return hundreds.sorted { $0.key < $1.key }.flatMap { hundred, explanations in
      [("list of \(hundred)", list(explanations))]
        + [("texts of \(hundred)", explanations.map(text).joined(separator: "\n\n"))]
    }
  }

  private static func list(_ explanations: [ErrorExplanation]) -> String {
    Markdown.table(
      ["code", "what it means"],
      explanations.map { ["[\($0.code)](#\($0.code.lowercased())-\($0.name.lowercased()))", $0.meaning] })
  }

  private static func text(_ explanation: ErrorExplanation) -> String {
    var paragraphs = [
      "### \(explanation.code) `\(explanation.name)`",
      wrapped(explanation.meaning + (explanation.severity == .error ? "" : " (\(explanation.severity.rawValue))")),
      explanation.causes.map { wrapped("- \($0)", indent: "  ") }.joined(separator: "\n"),
      wrapped("**What to do.** " + explanation.fix),
    ]
    if let example = explanation.example { paragraphs.append(Markdown.block("text", example)) }
    if let chapter = explanation.chapter {
      let document = chapter.document.split(separator: ".")[0]
      paragraphs.append("More: [\(document), \(chapter.heading)](\(chapter.document)#\(chapter.anchor))")
    }
    return paragraphs.joined(separator: "\n\n")
  }

  /// A paragraph in lines of at most 120 columns.
  private static func wrapped(_ text: String, indent: String = "") -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > 120 {
        lines.append(line)
        line = indent + word
      } else {
        line += line.isEmpty ? String(word) : " \(word)"
      }
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
