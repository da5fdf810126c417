internal import AppControllerJSON
import AppControllerKit

/// `appctl explain`: says what a code means, when it happens, and what to do about it.
@MainActor
struct ExplainCommand {
  private let invocation: Invocation
  private let console: Console

  init(_ invocation: Invocation, _ console: Console) {
    self.invocation = invocation
    self.console = console
  }

  func run() throws {
    var explanations: [ErrorExplanation] = []
    for word in invocation.positionals { explanations.append(try Self.explanation(of: word)) }
    if invocation.string(.format) == "json" {
      console.result(Self.json(explanations.isEmpty ? ErrorExplanation.all : explanations))
    } else if explanations.isEmpty {
      console.result(ErrorExplanation.all.map { "\($0.code)  \($0.meaning)\n" }.joined())
    } else {
      console.result(explanations.map { Self.text($0) + "\n" }.joined(separator: "\n"))
    }
  }

  /// The explanation of a code, as `ACK2004`, `ack2004` or `2004`.
  ///
  /// - Throws: ``CommandError`` with the code `ACK5001`, and with the codes that are near, when there is none.
  nonisolated static func explanation(of word: String) throws(CommandError) -> ErrorExplanation {
    let upper = word.uppercased()
    let code = upper.hasPrefix("ACK") ? upper : "ACK" + upper
    guard let explanation = ErrorExplanation.all.first(where: { $0.code == code }) else {
      throw .unknownCode(word, near: nearest(to: code))
    }
    return explanation
  }

  /// The codes that somebody may have meant: first those with the fewest wrong digits, then those next in number.
  nonisolated private static func nearest(to code: String) -> [String] {
    // What has no digits at all resembles none, and what is longer than a slip neither.
    guard code.utf8.count <= 8, let number = Int(code.dropFirst(3)) else { return [] }
    let candidates = ErrorExplanation.all.compactMap { explanation -> (code: String, slips: Int, gap: Int)? in
      guard let slips = Suggestion.distance(code, explanation.code), let other = Int(explanation.code.dropFirst(3))
      else { return nil }
      // Two digits that changed places are a slip, and two that are wrong are another number.
      return slips == 2 && abs(number - other) >= 100 ? nil : (explanation.code, slips, abs(number - other))
    }
    return candidates.sorted { ($0.slips, $0.gap, $0.code) < ($1.slips, $1.gap, $1.code) }.prefix(3).map(\.code)
  }

  /// An explanation as a page of 80 columns, without a newline at its end.
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
    JSONReport.text { writer in
      writer.key("explanations")
      writer.beginArray()
      for explanation in explanations { write(explanation, to: &writer) }
      writer.endArray()
    }
  }

  /// Writes one explanation with sorted keys; what there is not is null.
  nonisolated private static func write(_ explanation: ErrorExplanation, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("causes")
    writer.beginArray()
    for cause in explanation.causes { writer.string(cause) }
    writer.endArray()
    let chapter = explanation.chapter.map { "Docs/\($0.document)#\($0.anchor)" }
    let members: [(String, String?)] = [
      ("code", explanation.code), ("example", explanation.example), ("fix", explanation.fix),
      ("meaning", explanation.meaning), ("more", chapter), ("name", explanation.name),
      ("severity", explanation.severity.rawValue),
    ]
    for (name, text) in members {
      writer.key(name)
      if let text { writer.string(text) } else { writer.null() }
    }
    writer.endObject()
  }
}

extension CommandError {
  fileprivate static func unknownCode(_ word: String, near codes: [String]) -> CommandError {
    let list = codes.count < 2 ? codes.joined() : "\(codes.dropLast().joined(separator: ", ")) or \(codes.last ?? "")"
    return .usage(
      "there is no code \(quoted(word))", why: "a code is ACK and four digits, as an error has it in brackets",
      fix: (codes.isEmpty ? "" : "did you mean \(list)? ") + "'appctl explain' lists all codes"
    )
  }
}
