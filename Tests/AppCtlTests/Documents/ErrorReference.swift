import TestSupport
import appctl

/// The generated parts of `Docs/Errors.md`: a list of the codes for each hundred.
enum ErrorReference {
  typealias Part = (name: String, text: String)

  /// The document with the generated parts.
  static let path = "Docs/Errors.md"

  static func parts(_ explanations: [ErrorExplanation]) -> [Part] {
    let hundreds = Dictionary(grouping: explanations) { $0.code.prefix(5) }
    return hundreds.sorted { $0.key < $1.key }.map { ("list of \($0)", list($1)) }
  }

  private static func list(_ explanations: [ErrorExplanation]) -> String {
    Markdown.table(
      ["code", "what it means"],
      explanations.map { ["[\($0.code)](#\($0.code.lowercased())-\($0.name.lowercased()))", $0.meaning] })
  }
}
