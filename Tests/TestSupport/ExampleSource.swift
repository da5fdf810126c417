import Foundation
import Testing

/// A source file of this package, as it is compiled.
package struct ExampleSource {
  private let text: String

  /// Reads a source by its path in the package.
  package init(_ path: String) throws {
    text = try String(contentsOf: GeneratedDocument.package.appendingPathComponent(path), encoding: .utf8)
  }

  /// Returns the text between `// example: NAME` and `// end`, without its common indentation.
  package func example(_ name: String) throws -> String {
    let opening = try #require(text.firstRange(of: "// example: \(name)\n"), "there is no example \(name)")
    let rest = text[opening.upperBound...]
    let closing = try #require(rest.firstRange(of: "// end\n"))
    let lines = rest[..<closing.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.dropFirst(margin) }.joined(separator: "\n")
  }

  /// Returns the cases of an enumeration, by its name.
  package func cases(of enumeration: String) throws -> [String] {
    let opening = try #require(text.firstRange(of: "enum \(enumeration)"))
    var cases: [String] = []
    for line in text[opening.upperBound...].split(separator: "\n").dropFirst() {
      let words = line.split { !($0.isLetter || $0.isNumber) }
      if words.first == "case", words.count > 1, let name = words.dropFirst().first { cases.append(String(name)) }
      if line.drop(while: { $0 == " " }).first == "}" { break }
    }
    return cases
  }

  /// Returns the number of the line on which a text begins, from 1; `nil` when the text is missing.
  package func line(of part: String) -> Int? {
    text.firstRange(of: part).map { found in text[..<found.lowerBound].count { $0 == "\n" } + 1 }
  }

  /// Returns all matches of the pattern's first group.
  package func matches(of pattern: Regex<(Substring, Substring)>) -> [Substring] { text.matches(of: pattern).map(\.1) }
}
