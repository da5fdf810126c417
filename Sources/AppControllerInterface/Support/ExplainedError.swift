/// An error that says what failed, why, and how to fix it, under a code that stays the same across versions.
///
/// Every module of the package has exactly one error type, and each conforms to this protocol, so that a front end
/// prints them all alike.
public protocol ExplainedError: Error, Sendable, CustomStringConvertible {
  /// The module's own codes.
  associatedtype Code: RawRepresentable<String> & Hashable & Sendable

  /// The stable code, such as `ACK2004`.
  var code: Code { get }
  /// What failed, with both values when two disagree. One sentence, no trailing full stop.
  var what: String { get }
  /// Why it failed.
  var why: String { get }
  /// What to do about it.
  var fix: String { get }
}

extension ExplainedError {
  /// The stable code as text, such as `ACK2004`.
  public var codeName: String { code.rawValue }

  /// The error in three lines: code and what, why, fix.
  public var description: String {
    "error[\(codeName)]: \(what)\n  why: \(why)\n  fix: \(fix)"
  }
}
