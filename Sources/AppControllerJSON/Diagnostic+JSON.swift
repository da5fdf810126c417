package import AppControllerInterface

extension Diagnostic.Code {
  /// The text is not well-formed JSON; the code of the error that reading it throws.
  package static let badJSON = Self(1002)
}
