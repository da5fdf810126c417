/// Collects diagnostics, and counts those beyond the first hundred.
struct DiagnosticList {
  private static let most = 100
  private var listed: [Diagnostic] = []
  private var unlisted = 0

  mutating func append(_ severity: Diagnostic.Severity, _ code: Diagnostic.Code, at path: String, _ message: String) {
    if listed.count < Self.most {
      listed.append(Diagnostic(severity, code, path: path, message: message))
    } else {
      unlisted += 1
    }
  }

  var all: [Diagnostic] {
    guard unlisted > 0 else { return listed }
    return listed + [Diagnostic(.error, .more, path: "$", message: "there are \(unlisted) more diagnostics")]
  }
}
