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
  /// What the failure is due to; `nil` when that is not said.
  var category: FailureCategory? { get }
  /// The time after which trying again may help; `nil` when it is not known.
  var retryAfter: Duration? { get }
}

/// What a failure is due to, which decides what a face and `appctl` say of trying again.
public enum FailureCategory: String, Sendable, Hashable, CaseIterable {
  /// What was typed or chosen; the user tries again.
  case input
  /// The user may not, and trying again does not help.
  case denied
  /// Something is not there for now; trying again may help.
  case later
  /// The provider itself.
  case provider
}

extension FailureCategory: OrdinalEnum {}

extension FailureCategory {
  /// A clause without a full stop; `nil` when the user can do nothing.
  package func remedy(after time: Duration?) -> String? {
    switch self {
    case .input: return "correct what was typed or chosen, and try again"
    case .denied: return "trying again does not help; whoever runs the service can tell more"
    case .later:
      guard let time else { return "try again later" }
      return "try again in \(time.components.seconds + (time.components.attoseconds > 0 ? 1 : 0)) seconds"
    case .provider: return nil
    }
  }
}

extension ExplainedError {
  /// Nothing is said.
  public var category: FailureCategory? { nil }

  /// Nothing is known.
  public var retryAfter: Duration? { nil }

  /// The stable code as text, such as `ACK2004`.
  public var codeName: String { code.rawValue }

  /// The error in three lines: the code with the failure, the reason, the remedy.
  public var description: String {
    "error[\(codeName)]: \(what)\n  why: \(why)\n  fix: \(fix)"
  }
}
