extension InterfaceDescription {
  /// Reports every rule that the description breaks, in document order; empty when the description can be shown.
  ///
  /// At most 100 are listed, then one that counts the rest. A description that could not be built, because a limit was
  /// reached, reports only that. Takes time linear in the size of the description.
  public func validate() -> [Diagnostic] { brokenRules.all }

  /// Every rule that the description breaks.
  var brokenRules: DiagnosticList {
    var diagnostics = DiagnosticList()
    guard let failure = arena.failure else {
      var validator = InterfaceValidator(arena: arena)
      validator.run()
      return validator.diagnostics
    }
    diagnostics.append(failure)
    return diagnostics
  }

  /// Throws an error that lists every rule that the description breaks; warnings are ignored.
  ///
  /// - Parameter subject: The subject of the description, for the message.
  /// - Throws: ``AppControllerError`` with the code `ACK1001`.
  public func requireValid(_ subject: String) throws(AppControllerError) {
    let diagnostics = validate()
    let errors = diagnostics.filter { $0.severity == .error }
    guard let first = errors.first else { return }
    let more = errors.count < 2 ? "" : errors.count == 2 ? "; 1 more error" : "; \(errors.count - 1) more errors"
    throw AppControllerError(
      .invalidDescription,
      what: "\(subject) is not valid: \(first.text)\(more)",
      why: "a description that breaks a rule is refused whole, so that nothing half-right is shown",
      fix: "correct the provider's description at the path that is named",
      diagnostics: diagnostics
    )
  }
}
