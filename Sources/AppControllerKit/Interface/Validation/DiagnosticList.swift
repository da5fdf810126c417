/// Collects diagnostics, and counts those beyond the first hundred.
struct DiagnosticList {
  private static let maximumCount = 100
  private var listed: [Diagnostic] = []
  private var unlisted = 0
  private var worstUnlisted = Severity.warning

  /// Whether further diagnostics are only counted.
  var isFull: Bool { listed.count >= Self.maximumCount }

  var isEmpty: Bool { listed.isEmpty }

  mutating func append(_ diagnostic: Diagnostic) {
    guard isFull else { return listed.append(diagnostic) }
    unlisted += 1
    if diagnostic.severity == .error { worstUnlisted = .error }
  }

  /// Appends the diagnostics of a part, whose own paths begin with `$`.
  mutating func append(contentsOf part: DiagnosticList, below path: String) {
    for diagnostic in part.listed {
      let path = isFull ? "" : path + diagnostic.path.dropFirst()
      append(diagnostic.severity, diagnostic.code, at: path, diagnostic.message)
    }
    unlisted += part.unlisted
    if part.unlisted > 0, part.worstUnlisted == .error { worstUnlisted = .error }
  }

  mutating func append(_ severity: Severity, _ code: Diagnostic.Code, at path: String, _ message: String) {
    // A text may contain line feeds, and a diagnostic is printed on one line.
    append(Diagnostic(severity, code, path: path, message: isFull ? "" : message.displayable))
  }

  var all: [Diagnostic] {
    guard unlisted > 0 else { return listed }
    return listed + [Diagnostic(worstUnlisted, .more, path: "$", message: "there are \(unlisted) more diagnostics")]
  }
}
