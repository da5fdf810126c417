/// A rule that a description breaks, and the place where it does.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  /// `error` when the description is refused, `warning` when it is shown, but its author should check it.
  public let severity: Severity
  /// The stable code, such as `ACK1105`.
  public let code: Code
  /// The path in the description, such as `$.root.children[2].label`.
  public let path: String
  /// The position in the text; `nil` for a description that was not read from a text.
  public let position: JSONPosition?
  /// The problem with the actual values, and the expected ones.
  public let message: String

  /// Makes a diagnostic.
  public init(_ severity: Severity, _ code: Code, path: String, position: JSONPosition? = nil, message: String) {
    self.severity = severity
    self.code = code
    self.path = path
    self.position = position
    self.message = message
  }

  /// The diagnostic on one line.
  public var description: String {
    let place = position.map { "line \($0.line), column \($0.column), " } ?? ""
    return "\(severity.rawValue)[\(code.rawValue)]: \(place)\(path): \(message)"
  }

  /// The diagnostic as a part of a sentence.
  package var text: String {
    let place = position.map { " at line \($0.line), column \($0.column)" } ?? ""
    return "\(path)\(place): \(message) [\(code.rawValue)]"
  }
}

extension Diagnostic {
  /// The rule that is broken; the raw value is the stable code.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable code, such as `ACK1105`.
    public let rawValue: String

    /// Makes a code from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    package init(_ number: Int) { rawValue = "ACK\(number)" }
  }
}

// The rules that the builder enforces: structure, text and limits. The first broken one stops it.
extension Diagnostic.Code {
  /// A node has no kind.
  package static let emptyKind = Self(1101)
  /// A description begins a second root.
  package static let secondRoot = Self(1102)
  /// The description has no root.
  package static let noRoot = Self(1103)
  /// An `end` or `close` does not match the innermost open node or value, or a node or value is left open.
  package static let unbalanced = Self(1104)
  /// A node stands inside a value that is not the fallback of a node, or a fallback has two nodes.
  package static let nodeInValue = Self(1105)
  /// A property comes after the first child, or after the node of a fallback.
  package static let propertyAfterChild = Self(1106)
  /// A property is set twice.
  package static let duplicateKey = Self(1107)
  /// A key stands in a list, is missing outside a list, or is reserved for the nesting, such as `children`.
  package static let badKey = Self(1108)
  /// Text is not UTF-8.
  package static let badUTF8 = Self(1109)
  /// A number is infinite or not a number.
  package static let notFinite = Self(1110)
  /// A boolean of the ABI is neither 0 nor 1.
  package static let badBool = Self(1111)
  /// Text of the ABI has a length but no pointer, or more bytes than there is memory.
  package static let badText = Self(1112)
  /// A form is not in order: a count, an offset, a number or the order of its records.
  package static let badForm = Self(1114)

  /// There are too many nodes.
  package static let tooManyNodes = Self(1120)
  /// Nodes nest too deep.
  package static let tooDeep = Self(1121)
  /// There are too many property values.
  package static let tooManyValues = Self(1122)
  /// Maps and lists nest too deep.
  package static let valueTooDeep = Self(1123)
  /// A text, a label or a placeholder is too long.
  package static let textTooLong = Self(1124)
  /// An id, a kind or a key is too long.
  package static let nameTooLong = Self(1125)
  /// There is too much text in total.
  package static let tooMuchText = Self(1126)
  /// A provider has no memory for its description.
  package static let noMemory = Self(1127)

  /// Whether it is a limit of a description that is reached.
  var isLimit: Bool { Self.tooManyNodes.rawValue...Self.noMemory.rawValue ~= rawValue }
}
