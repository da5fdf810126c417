internal import AppControllerKit

/// A rule that allows differences: a pattern of paths, for one kind of questions or for all kinds.
///
/// The form of a rule is `[KIND] PATH`, such as `perform sign-in $.effects[*].message`. The kind is that of the
/// differences; its first word alone matches every kind that begins with this word. The path allows differences at its
/// place, and at every place inside.
package struct DifferenceRule: Sendable {
  private static let kinds = [
    "initial", "configuration", "splash", "logged-in", "logged-out", "screen", "perform", "ended", "notify", "request",
  ]
  private static let sizeLimit = 1 << 20

  package let text: String
  /// The source of the rule, for messages.
  package let place: String
  private let kind: String
  private let path: ReplyPath

  package init(_ text: String, at place: String) throws(PluginError) {
    (self.text, self.place) = (text, place)
    let start =
      text.hasPrefix("$") ? text.startIndex : text.firstRange(of: " $").map { text.index(after: $0.lowerBound) }
    guard let start else {
      throw .badRule(text, place, "it has no path", "write the path of an answer, such as $.effects[*].message")
    }
    kind = String(text[..<start]).trimmed
    guard let path = ReplyPath(text[start...]) else {
      throw .badRule(
        text, place, "\(text[start...]) is no path",
        "write names after dots and numbers or * in brackets, such as $.effects[*].message")
    }
    self.path = path
    let word = kind.split(separator: " ").first.map(String.init)
    if let word, !Self.kinds.contains(word) {
      throw .badRule(
        text, place, "there is no kind of question \(word.debugDescription)",
        "begin with one of \(Self.kinds.joined(separator: ", ")), or with the path")
    }
  }

  /// Each line is a rule; empty lines and lines that begin with `#` are skipped.
  ///
  /// Throws `ACK2307`.
  package static func rules(inFileAt path: String) throws(PluginError) -> [DifferenceRule] {
    let bytes: [UInt8]
    do throws(AppControllerError) {
      bytes = try FileSystem.content(of: path, atMost: sizeLimit)
    } catch {
      throw PluginError(
        .badAllowList, what: "cannot read the allow list \(path.displayable)", why: error.why,
        fix: "name a text file with a rule on each line")
    }
    var rules: [DifferenceRule] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let place = "\(path.displayable):\(index + 1)"
      guard let text = String(validating: line, as: UTF8.self)?.trimmed else {
        throw .badRule("", place, "the line is not UTF-8", "write the list as UTF-8")
      }
      if !text.isEmpty, !text.hasPrefix("#") { rules.append(try DifferenceRule(text, at: place)) }
    }
    return rules
  }

  func allows(_ difference: ProviderDifference) -> Bool {
    (kind.isEmpty || difference.kind == kind || difference.kind.hasPrefix(kind + " ")) && path.covers(difference.path)
  }
}

extension String {
  fileprivate var trimmed: String {
    let isSpace = { (character: Character) in character == " " || character == "\t" || character == "\r" }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}

extension PluginError {
  fileprivate static func badRule(_ rule: String, _ place: String, _ fault: String, _ fix: String) -> PluginError {
    let quoted = rule.isEmpty ? "" : "\(rule.debugDescription) is no rule: "
    return PluginError(
      .badAllowList, what: "\(place): \(quoted)\(fault)".displayable,
      why: "a rule is the path of what may differ, after the kind of question if only that is meant",
      fix: fix.displayable)
  }
}
