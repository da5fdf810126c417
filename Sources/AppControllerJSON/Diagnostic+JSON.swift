package import AppControllerInterface

extension Diagnostic.Code {
  /// The text is not well-formed JSON; the error that reading it throws has the same number.
  package static let badJSON = Self(1002)
}
