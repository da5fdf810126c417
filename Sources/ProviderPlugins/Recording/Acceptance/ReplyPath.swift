internal import AppControllerJSON
internal import AppControllerKit

/// A place in an answer of a recording, such as `$.effects[0].message`; as a pattern, `[*]` is any element.
///
/// A name with other characters than letters, digits, `-` and `_` is in brackets, as a JSON string.
package struct ReplyPath: Sendable, Equatable, CustomStringConvertible {
  /// As in the text: `.name`, `["another name"]`, `[0]` or `[*]`.
  private var steps: [UTF8Key] = []
  private static let plain = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  init() {}

  /// `nil` for any other text.
  init?(_ text: Substring) {
    let step =
      #/\.(?<name>[A-Za-z0-9_-]+)|\[(?:(?<index>\*|[0-9]+)|(?<literal>[ \t\r\n]*"(?:[^"\\]|\\.)*"[ \t\r\n]*))\]/#
    guard text.first == "$" else { return nil }
    var rest = text.dropFirst()
    while let match = rest.prefixMatch(of: step.matchingSemantics(.unicodeScalar)) {
      if let name = match.name {
        add(Self.step(String(name)))
      } else if let literal = match.literal {
        guard let name = try? JSONReader.read(Array(literal.utf8)).stringValue else { return nil }
        add(Self.step(name))
      } else if let index = match.index {
        guard index == "*" || Int(index) != nil else { return nil }
        add("[\(Int(index).map(String.init) ?? "*")]")
      }
      rest = rest[match.range.upperBound...]
    }
    if !rest.isEmpty { return nil }
  }

  package var description: String { "$" + steps.map(\.text).joined() }

  func appending(_ index: Int) -> ReplyPath { adding("[\(index)]") }

  func appending(_ name: String) -> ReplyPath { adding(Self.step(name)) }

  private func adding(_ step: String) -> ReplyPath {
    var path = self
    path.add(step)
    return path
  }

  private mutating func add(_ step: String) { steps.append(UTF8Key(text: step)) }

  private static func step(_ name: String) -> String {
    let isPlain = !name.isEmpty && name.utf8.allSatisfy(plain.contains)
    return isPlain ? ".\(name)" : "[\(JSONValue.string(name).text)]"
  }

  /// Whether a path leads to a place of this pattern, or to a place inside of it.
  func covers(_ path: ReplyPath) -> Bool {
    steps.count <= path.steps.count
      && zip(steps, path.steps).allSatisfy { $0 == $1 || $0.text == "[*]" && $1.isElement }
  }

  func ends(with names: String...) -> Bool {
    steps.suffix(names.count) == names.map { UTF8Key(text: ".\($0)") }[...]
  }
}

extension UTF8Key {
  fileprivate var isElement: Bool { text.utf8.starts(with: "[".utf8) && !text.utf8.starts(with: "[\"".utf8) }
}
