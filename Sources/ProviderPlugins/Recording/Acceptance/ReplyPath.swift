internal import AppControllerJSON
internal import AppControllerKit

/// A place in an answer of a recording, such as `$.effects[0].message`; as a pattern, `[*]` is any element.
package struct ReplyPath: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case member(UTF8Key)
    /// `nil` for any element.
    case element(Int?)
  }

  private(set) var steps: [Step] = []

  func appending(_ name: String) -> ReplyPath { ReplyPath(steps: steps + [.member(UTF8Key(text: name))]) }
  func appending(_ index: Int) -> ReplyPath { ReplyPath(steps: steps + [.element(index)]) }

  /// Whether a path leads to a place of this pattern, or to a place inside of it.
  func covers(_ path: ReplyPath) -> Bool {
    steps.count <= path.steps.count
      && zip(steps, path.steps).allSatisfy { $0 == $1 || $0 == .element(nil) && $1.isElement }
  }

  func ends(with names: String...) -> Bool {
    steps.suffix(names.count) == names.map { .member(UTF8Key(text: $0)) }[...]
  }
}

extension ReplyPath.Step {
  fileprivate var isElement: Bool { if case .element = self { true } else { false } }

  fileprivate init?(_ text: Substring) {
    if text == "*" {
      self = .element(nil)
    } else if let name = try? JSONReader.read(Array(text.utf8)).stringValue {
      self = .member(UTF8Key(text: name))
    } else if let index = Int(text), text.utf8.allSatisfy({ (48...57).contains($0) }) {
      self = .element(index)
    } else {
      return nil
    }
  }

  fileprivate static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

// MARK: - Text

extension ReplyPath: CustomStringConvertible {
  /// A name with other characters than letters, digits, `-` and `_` is in brackets, as a JSON string.
  package var description: String {
    steps.reduce(into: "$") { text, step in
      switch step {
      case .member(let name) where !name.text.isEmpty && name.text.utf8.allSatisfy(Step.isPlain):
        text += ".\(name.text)"
      case .member(let name): text += "[\(JSONValue.string(name.text).text)]"
      case .element(let index): text += "[\(index.map(String.init) ?? "*")]"
      }
    }
  }

  /// `nil` for any other text.
  init?(_ text: Substring) {
    guard text.first == "$" else { return nil }
    var rest = text.dropFirst()
    while let mark = rest.popFirst() {
      if mark == "." {
        let name = rest.prefix { $0.utf8.allSatisfy(Step.isPlain) }
        guard !name.isEmpty else { return nil }
        steps.append(.member(UTF8Key(text: String(name))))
        rest = rest.dropFirst(name.count)
      } else {
        // A name in brackets may itself contain a bracket.
        let ends = rest.ranges(of: "]").lazy
        guard mark == "[",
          let (step, end) = ends.compactMap({ end in Step(rest[..<end.lowerBound]).map { ($0, end.upperBound) } }).first
        else { return nil }
        steps.append(step)
        rest = rest[end...]
      }
    }
  }
}

extension JSONValue {
  /// The value as JSON on one line.
  package var text: String {
    var writer = JSONWriter()
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
