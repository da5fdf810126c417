/// A session's `.desktop` file, as the Desktop Entry Specification 1.5 has it: what a greeter needs of it.
struct DesktopEntry: Sendable, Equatable {
  /// The name in the user's language.
  let name: String
  /// The words of the command, without field codes.
  let command: [String]
  /// The program that has to be there.
  let tried: String?
  let desktopNames: [String]

  /// Reads a file; `nil` when it is no session, is hidden, or has an error.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - languages: The languages to look for, as in the keys' brackets, the best first.
  init?(_ text: String, languages: [String]) {
    var values: [String: String] = [:]
    var isEntry = false
    // Of bytes, because a carriage return and a line feed are one character.
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = PlainText.trimmed(Substring(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes))
      if line.utf8.first == UInt8(ascii: "[") { isEntry = line == "[Desktop Entry]" }
      guard isEntry, line.utf8.first != UInt8(ascii: "#"), let sign = line.firstIndex(of: "=") else { continue }
      let key = PlainText.trimmed(line[..<sign])
      // The first counts.
      if values[key] == nil { values[key] = PlainText.trimmed(line[line.index(after: sign)...]) }
    }
    if [values["Hidden"], values["NoDisplay"]].contains("true") { return nil }
    let names = (languages.map { "Name[\($0)]" } + ["Name"]).compactMap { values[$0] }
    name = PlainText.line(Self.unescaped(names.first ?? ""), atMost: 128)
    guard !name.isEmpty, let exec = values["Exec"], let words = Self.words(Self.unescaped(exec)), !words.isEmpty else {
      return nil
    }
    command = words
    tried = values["TryExec"].map(Self.unescaped)
    let desktops = (values["DesktopNames"] ?? "").split(separator: ";").map(String.init)
    desktopNames = desktops.filter { !$0.isEmpty && PlainText.line($0, atMost: 64) == $0 }
  }

  /// The names of a locale such as `de_AT.UTF-8@euro` in the keys of these files, the best first.
  static func languages(ofLocale locale: String) -> [String] {
    let modifier = locale.split(separator: "@").dropFirst().first.map { "@\($0)" }
    let base = locale.split(separator: "@").first?.split(separator: ".").first.map(String.init) ?? ""
    let language = base.split(separator: "_").first.map(String.init) ?? ""
    if ["", "C", "POSIX"].contains(language) { return [] }
    let names = [base, language]
    return (modifier.map { modifier in [base + modifier, base, language + modifier, language] } ?? names)
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func unescaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      if isEscaped {
        switch scalar {
        case "s": result.append(" ")
        case "n": result.append("\n")
        case "t": result.append("\t")
        case "r": result.append("\r")
        case "\\": result.append("\\")
        default: result.append(contentsOf: ["\\", scalar])
        }
      } else {
        result.append(scalar)
      }
      isEscaped = false
    }
    return String(result)
  }

  /// The words of a command line; `nil` when a quote is not closed or a control character is in it.
  private static func words(_ line: String) -> [String]? {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var (isQuoted, isEscaped, isWord, isCode) = (false, false, false, false)
    for scalar in line.unicodeScalars {
      if scalar.properties.generalCategory == .control { return nil }
      if isEscaped {
        word.append(scalar)
        isEscaped = false
      } else if isCode {
        // A session opens no file and no address, so that every field code is empty.
        if scalar == "%" { word.append("%") }
        isCode = false
      } else if isQuoted, scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        (isQuoted, isWord) = (!isQuoted, true)
      } else if !isQuoted, scalar == "%" {
        isCode = true
      } else if !isQuoted, scalar == " " {
        if isWord || !word.isEmpty { words.append(String(word)) }
        (word, isWord) = (.init(), false)
      } else {
        word.append(scalar)
      }
    }
    if isQuoted || isEscaped { return nil }
    if isWord || !word.isEmpty { words.append(String(word)) }
    return words
  }
}
