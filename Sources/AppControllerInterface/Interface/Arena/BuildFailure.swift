/// The first failure of a builder, after which it ignores every call.
package struct BuildFailure: Sendable, Equatable {
  /// Whether a limit was reached or the builder was used incorrectly.
  package enum Kind: Sendable { case limit, misuse }

  package let kind: Kind
  package let diagnostic: Diagnostic

  package init(_ kind: Kind, _ code: Diagnostic.Code, path: String, _ message: String) {
    self.kind = kind
    diagnostic = Diagnostic(.error, code, path: path, message: message)
  }
}
