import Foundation
import TestSupport
import Testing

/// A storyboard without faults.
private let storyboard = """
  {
    "id": "com.example.main", "lang": "en",
    "interfaces": {
      "form": {
        "root": { "kind": "screen", "id": "form", "label": "Who are you?", "primaryAction": "go", "children": [
          { "kind": "field", "id": "name", "label": "Name", "input": { "name": "name" } },
          { "kind": "button", "id": "go", "label": "Go", "style": "primary",
            "action": { "name": "login", "scope": "host" } }
        ] }
      }
    }
  }
  """

@Suite struct `A file that is checked` {
  private func check(_ text: String, format: String = "text") throws -> (Program.Outcome, String) {
    try withStateFolder { appctl in
      let file = appctl.stateFolder + ".json"
      defer { try? FileManager.default.removeItem(atPath: file) }
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      let outcome = try appctl("lint", file, "--format", format)
      return (outcome, file)
    }
  }

  @Test func `says nothing about a file that is right`() throws {
    let (outcome, _) = try check(storyboard)
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
  }

  @Test func `lists every fault as a compiler does, in the order of the text`() throws {
    let (outcome, file) = try check(
      storyboard.replacing(#""label": "Name", "#, with: "").replacing(#""label": "Go", "#, with: ""))
    #expect(outcome.status == 65)
    #expect(
      outcome.output == """
        \(file):6:9: error: a field needs a label, which is its accessible name [ACK1204]
        \(file):7:9: error: a button needs a label, which is its accessible name [ACK1204]

        """
    )
    #expect(outcome.errors.hasPrefix("error[ACK5010]: 2 errors in the file\n"))
  }

  @Test func `says where a text stops to be JSON`() throws {
    let (outcome, file) = try check("{\n  \"id\": \"a\",\n}")
    #expect(outcome.status == 65)
    #expect(outcome.output.hasPrefix("\(file):3:1: error: expected a name in quotation marks, found '}'"))
    #expect(outcome.output.hasSuffix("[ACK1002]\n"))
  }

  @Test func `prints JSON for editors`() throws {
    let (outcome, file) = try check(#"{"root":{"kind":"screen","id":"s"}}"#, format: "json")
    #expect(outcome.status == 0)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let diagnostics = try #require(json["diagnostics"] as? [[String: Any]])
    let first = try #require(diagnostics.first { $0["code"] as? String == "ACK1204" })
    #expect(first["file"] as? String == file)
    #expect(first["line"] as? Int == 1)
    #expect(first["column"] as? Int == 9)
    #expect(first["severity"] as? String == "warning")
    #expect(first["path"] as? String == "$.root.label")
  }

  @Test func `takes several files, and needs one`() throws {
    try withStateFolder { appctl in
      let (first, second) = (appctl.stateFolder + "-1.json", appctl.stateFolder + "-2.json")
      defer { for file in [first, second] { try? FileManager.default.removeItem(atPath: file) } }
      try Data("{}".utf8).write(to: URL(fileURLWithPath: first))
      try Data("[]".utf8).write(to: URL(fileURLWithPath: second))
      let outcome = try appctl("lint", first, second)
      #expect(outcome.output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) } == [first, first, second])
      #expect(outcome.errors.contains("3 errors in 2 files"))
      try #expect(appctl("lint").status == 64)
      try #expect(appctl("lint", "/nonexistent.json").status == 66)
    }
  }
}
