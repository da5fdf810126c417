package import AppControllerJSON
import AppControllerKit

@MainActor
struct ExplainCommand: Command {
  nonisolated static let help = CommandHelp(
    "Explain the code of an error: what it means and what to do.",
    "Without a CODE it lists all of them, one line each.",
    examples: ["Explain an error": "appctl explain ACK2004", "See all codes": "appctl explain"])

  @Argument(optional: true, as: .code, "The codes, such as ACK2004 or 2004.") private var codes: [String]
  @Option(shared: .format()) private var format: Format?
  nonisolated var declared: DeclaredParameters { ["CODE": _codes, "--format": _format] }

  func run(_ console: Console) throws {
    let explanations = try codes.map(Self.explanation)
    if format == .json {
      console.result(Self.json(explanations.isEmpty ? ErrorExplanation.all : explanations))
    } else if explanations.isEmpty {
      console.result(ErrorExplanation.all.map { "\($0.code)  \($0.meaning)\n" }.joined())
    } else {
      console.result(explanations.map { Self.text($0) + "\n" }.joined(separator: "\n"))
    }
  }

  /// Takes `ACK2004`, `ack2004` or `2004`; for any other word it throws `ACK5001`, which names similar codes.
  nonisolated static func explanation(of word: String) throws(CommandError) -> ErrorExplanation {
    let upper = word.uppercased()
    let code = upper.hasPrefix("ACK") ? upper : "ACK" + upper
    guard let explanation = ErrorExplanation.all.first(where: { $0.code == code }) else {
      throw .unknownCode(word, near: nearest(to: code))
    }
    return explanation
  }

  /// Those with the fewest wrong digits come first, then those nearest in number.
  nonisolated private static func nearest(to code: String) -> [String] {
    // A word without digits resembles no code, and neither does one that is longer than a code with a typing error.
    guard code.utf8.count <= 8, let number = Int(code.dropFirst(3)) else { return [] }
    let candidates = ErrorExplanation.all.compactMap { explanation -> (code: String, slips: Int, gap: Int)? in
      guard let slips = Suggestion.distance(code, explanation.code), let other = Int(explanation.code.dropFirst(3))
      else { return nil }
      // Two wrong digits count as a typing error only when they may have been swapped; otherwise it is another number.
      return slips == 2 && abs(number - other) >= 100 ? nil : (explanation.code, slips, abs(number - other))
    }
    return candidates.sorted { ($0.slips, $0.gap, $0.code) < ($1.slips, $1.gap, $1.code) }.prefix(3).map(\.code)
  }

  /// The page has 80 columns and no trailing newline.
  nonisolated static func text(_ explanation: ErrorExplanation) -> String {
    var page = HelpPage()
    page.line("\(explanation.code) \(explanation.name) (\(explanation.severity.rawValue))", indent: 0)
    page.paragraph(explanation.meaning)
    page.heading("WHEN IT HAPPENS")
    for cause in explanation.causes { page.item(cause) }
    page.heading("WHAT TO DO")
    page.paragraph(explanation.fix, indent: 2)
    if let example = explanation.example {
      page.heading("EXAMPLE")
      for line in example.split(separator: "\n") { page.line(String(line), indent: 2) }
    }
    if let chapter = explanation.chapter {
      page.heading("MORE")
      page.line("Docs/\(chapter.document), \"\(chapter.heading)\"", indent: 2)
    }
    return page.text
  }

  nonisolated static func json(_ explanations: [ErrorExplanation]) -> String {
    JSONReport.text(["explanations": explanations])
  }
}

extension ErrorExplanation: JSONConvertible {
  package var json: JSONValue {
    [
      "causes": causes, "code": code, "example": example, "fix": fix, "meaning": meaning,
      "more": chapter.map { "Docs/\($0.document)#\($0.anchor)" }, "name": name, "severity": severity.rawValue,
    ]
  }
}

extension CommandError {
  fileprivate static func unknownCode(_ word: String, near codes: [String]) -> CommandError {
    let list = codes.count < 2 ? codes.joined() : "\(codes.dropLast().joined(separator: ", ")) or \(codes.last ?? "")"
    return .usage(
      "there is no code \(quoted(word))", why: "a code is ACK and four digits, as an error has it in brackets",
      fix: (codes.isEmpty ? "" : "did you mean \(list)? ") + "'appctl explain' lists all codes")
  }
}

extension ErrorExplanation {
  /// In the order of their numbers.
  package static let all: [ErrorExplanation] = {
    do throws(ErrorDocument.Fault) {
      return try ErrorDocument(String(decoding: EmbeddedFile.errorDocument, as: UTF8.self)).explanations
    } catch {
      preconditionFailure("Docs/Errors.md:\(error.line) is not \(error.expected)")
    }
  }()
}
