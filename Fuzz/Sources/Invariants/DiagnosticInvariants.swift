@testable package import AppControllerInterface
@testable internal import AppControllerKit

/// Checks the invariants of the diagnostics of a text.
///
/// - Parameters:
///   - diagnostics: The diagnostics, in their order.
///   - count: The number of the text's bytes.
package func checkDiagnostics(_ diagnostics: [Diagnostic], ofTextOf count: Int) {
  checkDiagnostics(diagnostics)
  var last = 0
  for diagnostic in diagnostics {
    guard let position = diagnostic.position else { fatalError("a diagnostic of a text has no place: \(diagnostic)") }
    require(
      0...count ~= position.offset && position.line >= 1 && position.column >= 1
        && position.line + position.column <= position.offset + 2,
      "a diagnostic is not inside the text: \(diagnostic)"
    )
    if diagnostic.code == .more { continue }
    require(position.offset >= last, "the diagnostics are not in the order of the text")
    last = position.offset
  }
}

/// Checks the invariants of all diagnostics.
///
/// - Parameter diagnostics: The diagnostics of one text or description.
package func checkDiagnostics(_ diagnostics: [Diagnostic]) {
  require(diagnostics.count <= 101, "there are \(diagnostics.count) diagnostics")
  for diagnostic in diagnostics {
    require(diagnostic.path.hasPrefix("$"), "a path does not begin with $: \(diagnostic)")
    require(
      (diagnostic.path + diagnostic.message).unicodeScalars.allSatisfy { !isDrivingTerminals($0) && $0 != "\n" },
      "a diagnostic is more than a line: \(diagnostic.description.debugDescription)"
    )
    require(!diagnostic.message.isEmpty, "a diagnostic says nothing: \(diagnostic)")
    require(diagnostic.code != .more || diagnostic == diagnostics.last, "a count of more is not the last")
  }
}
