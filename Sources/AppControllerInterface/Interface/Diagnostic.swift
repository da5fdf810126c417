/// A rule that a description breaks, and the place where it does.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, Hashable {
    /// The description is refused.
    case error
    /// The description is shown, but its author should check it.
    case warning
  }

  /// The severity.
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
