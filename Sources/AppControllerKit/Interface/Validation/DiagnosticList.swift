/// Collects diagnostics, and counts those beyond the first hundred.
struct DiagnosticList {
  private static let most = 100
  private var listed: [Diagnostic] = []
  private var unlisted = 0
  private var worstUnlisted = Diagnostic.Severity.warning

  /// Whether what comes now is only counted.
  var isFull: Bool { listed.count >= Self.most }

  mutating func append(_ severity: Diagnostic.Severity, _ code: Diagnostic.Code, at path: String, _ message: String) {
    guard isFull else { return listed.append(Diagnostic(severity, code, path: path, message: message)) }
    unlisted += 1
    if severity == .error { worstUnlisted = .error }
  }

  var all: [Diagnostic] {
    guard unlisted > 0 else { return listed }
    return listed + [Diagnostic(worstUnlisted, .more, path: "$", message: "there are \(unlisted) more diagnostics")]
  }
}
