/// One rule that a description breaks, and where.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  /// How grave a diagnostic is.
  public enum Severity: String, Sendable, Hashable {
    /// The description is refused.
    case error
    /// The description is shown, but its author should look.
    case warning
  }

  /// How grave it is.
  public let severity: Severity
  /// The stable code, such as `ACK1105`.
  public let code: Code
  /// Where in the description, such as `$.root.children[2].label`.
  public let path: String
  /// Where in the text; `nil` for a description that was not read from one.
  public let position: JSONPosition?
  /// What is wrong, with the values, and what would be right.
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

  /// The diagnostic as part of a sentence.
  package var text: String {
    let place = position.map { " at line \($0.line), column \($0.column)" } ?? ""
    return "\(path)\(place): \(message) [\(code.rawValue)]"
  }
}
