/// `Docs/Errors.md` as a parsed document: the sections whose headings are codes, such as "### ACK2012 `folder`".
///
/// A section has these parts in this order. Empty lines separate the parts, and no part contains one:
///
/// 1. the meaning of the code, followed by "(warning)" or "(error or warning)" unless it is an error
/// 2. a list of the causes
/// 3. a paragraph that begins with "\*\*What to do.\*\*"
/// 4. optionally an example: a block of `text`
/// 5. optionally a link to more information: "More: [Operating, login](Operating.md#login)"
///
/// Comments may stand between the parts. Sections under other headings are not parsed.
struct ErrorDocument {
  struct Fault: Error, Equatable {
    /// The line, from 1; the line after the last when the document ends too early.
    let line: Int
    let expected: String
  }

  /// It is identified by the beginning of its first line.
  private enum Part: String {
    case heading = "the heading of a code, such as \"### ACK2012 `folder`\", behind those of lower codes"
    case meaning = "a paragraph with what the code means"
    case causes = "a list of when it happens, of lines that begin with \"- \" or go on after two spaces"
    case fix = "a paragraph that begins with \"**What to do.** \""
    case example = "a block of text, or its end"
    case chapter = "a link to more, such as \"More: [Operating, login](Operating.md#login)\""

    init(_ firstLine: Substring) {
      self =
        switch firstLine {
        case _ where firstLine.hasPrefix("#"): .heading
        case _ where firstLine.hasPrefix("- "): .causes
        case _ where firstLine.hasPrefix(Self.fixMark): .fix
        case _ where firstLine.hasPrefix("```"): .example
        case _ where firstLine.hasPrefix(Self.chapterMark): .chapter
        default: .meaning
        }
    }

    static let fixMark = "**What to do.** "
    static let chapterMark = "More: ["
  }

  private struct Paragraph {
    let line: Int
    var lines: [Substring]

    var part: Part { Part(lines[0]) }
    var text: String { lines.joined(separator: " ") }
  }

  /// In the order of their codes, which is also the order of the sections.
  private(set) var explanations: [ErrorExplanation] = []

  private var rest: ArraySlice<Paragraph>
  private let end: Int

  init(_ text: String) throws(Fault) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    rest = Self.paragraphs(lines).filter { !$0.lines[0].hasPrefix("<!--") }[...]
    end = lines.count
    while let paragraph = rest.first {
      if paragraph.lines[0].hasPrefix("### ") {
        explanations.append(try section())
        if rest.first.map({ $0.part != .heading }) == true { throw fault(.heading) }
      } else {
        rest.removeFirst()
      }
    }
  }

  private static func paragraphs(_ lines: [Substring]) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    for (index, line) in lines.enumerated() where !line.isEmpty {
      if index > 0, !lines[index - 1].isEmpty {
        paragraphs[paragraphs.count - 1].lines.append(line)
      } else {
        paragraphs.append(Paragraph(line: index + 1, lines: [line]))
      }
    }
    return paragraphs
  }

  private mutating func section() throws(Fault) -> ErrorExplanation {
    let (code, name) = try heading()
    var meaning = try required(.meaning).text
    var severity = ErrorExplanation.Severity.error
    for other in ErrorExplanation.Severity.allCases where meaning.hasSuffix(" (\(other.rawValue))") {
      meaning.removeLast(other.rawValue.count + 3)
      severity = other
    }
    return ErrorExplanation(
      code: code, name: name, severity: severity, meaning: meaning, causes: try causes(),
      fix: String(try required(.fix).text.dropFirst(Part.fixMark.count)), example: try example(),
      chapter: try chapter())
  }

  private mutating func heading() throws(Fault) -> (code: String, name: String) {
    let fault = fault(.heading)
    let text = try required(.heading).text
    let words = text.split(separator: " ")
    guard words.count == 3 else { throw fault }
    let (code, name) = (String(words[1]), words[2].dropFirst().dropLast())
    guard text == "### \(code) `\(name)`", code.hasPrefix("ACK"), code.utf8.count == 7,
      code.utf8.dropFirst(3).allSatisfy({ 48...57 ~= $0 }), code > explanations.last?.code ?? ""
    else { throw fault }
    return (code, String(name))
  }

  private mutating func causes() throws(Fault) -> [String] {
    let list = try required(.causes)
    var causes: [String] = []
    for (index, line) in list.lines.enumerated() {
      if line.hasPrefix("- ") {
        causes.append(String(line.dropFirst(2)))
      } else if line.hasPrefix("  ") {
        causes[causes.count - 1] += line.dropFirst()
      } else {
        throw Fault(line: list.line + index, expected: Part.causes.rawValue)
      }
    }
    return causes
  }

  private mutating func example() throws(Fault) -> String? {
    let fault = fault(.example)
    guard let block = optional(.example) else { return nil }
    guard block.lines.count > 2, block.lines.first == "```text", block.lines.last == "```" else { throw fault }
    return block.lines.dropFirst().dropLast().joined(separator: "\n")
  }

  private mutating func chapter() throws(Fault) -> ErrorExplanation.Chapter? {
    let fault = fault(.chapter)
    guard let text = optional(.chapter)?.text else { return nil }
    let title = text.dropFirst(Part.chapterMark.count).prefix { $0 != "]" }
    let document = title.prefix { $0 != "," }
    let chapter = ErrorExplanation.Chapter(
      document: "\(document).md", heading: String(title.dropFirst(document.count + 2)))
    // The document and the link must agree, because neither alone can be trusted.
    guard text == "More: [\(document), \(chapter.heading)](\(chapter.document)#\(chapter.anchor))" else { throw fault }
    return chapter
  }

  private mutating func required(_ part: Part) throws(Fault) -> Paragraph {
    guard let paragraph = optional(part) else { throw fault(part) }
    return paragraph
  }

  private mutating func optional(_ part: Part) -> Paragraph? {
    rest.first?.part == part ? rest.removeFirst() : nil
  }

  private func fault(_ part: Part) -> Fault { Fault(line: rest.first?.line ?? end, expected: part.rawValue) }
}
