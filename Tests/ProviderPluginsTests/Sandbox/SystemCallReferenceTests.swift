import TestSupport
import Testing

/// The table of system calls in `Docs/Isolation.md`, which is generated from the filter's table.
@Suite struct `The reference of system calls` {
  /// Returns the names of some calls, as lines of text of limited length.
  private static func list(_ calls: [SystemCallTable.Call]) -> String {
    var lines = [""]
    for name in calls.map(\.name).sorted() {
      if lines[lines.count - 1].count + name.count > 110 { lines.append("") }
      lines[lines.count - 1] += "\(lines[lines.count - 1].isEmpty ? "" : " ")\(name)"
    }
    return (["```text"] + lines + ["```"]).joined(separator: "\n")
  }

  @Test(.disabled(if: !SystemCallTable.isForX86, "it is made on a machine that has the older calls, too"))
  func `is up to date`() throws {
    let calls = SystemCallTable.calls
    let ruled = calls.filter { $0.words != nil }.sorted { $0.name < $1.name }
    let rows = ruled.map { "| `\($0.name)` | \($0.words ?? "") |" }
    try GeneratedDocument("Docs/Isolation.md").expect([
      ("allowed calls", Self.list(calls.filter { $0.error == 0 })),
      ("calls with rules", (["| call | allowed |", "| --- | --- |"] + rows).joined(separator: "\n")),
      ("refused calls", Self.list(calls.filter { $0.error != 0 && $0.words == nil })),
    ])
  }
}
