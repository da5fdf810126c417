/// An error with a failure, a reason and a remedy, and with a code that stays the same across versions.
///
/// Every module of the package has exactly one error type, and each conforms to this protocol, so that a front end
/// prints them all in the same way.
public protocol ExplainedError: Error, Sendable, CustomStringConvertible {
  /// The module's own codes.
  associatedtype Code: RawRepresentable<String> & Hashable & Sendable

  /// The stable code, such as `ACK2004`.
  var code: Code { get }
  /// The failure, with both values when two disagree. One sentence, no trailing full stop.
  var what: String { get }
  /// The reason for the failure.
  var why: String { get }
  /// The remedy.
  var fix: String { get }
}

extension ExplainedError {
  /// The stable code as text, such as `ACK2004`.
  public var codeName: String { code.rawValue }

  /// The error in three lines: the code with the failure, the reason, the remedy.
  public var description: String {
    "error[\(codeName)]: \(what)\n  why: \(why)\n  fix: \(fix)"
  }
}
