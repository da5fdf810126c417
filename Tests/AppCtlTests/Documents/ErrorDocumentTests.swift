import Testing

@testable import appctl

@Suite struct `The reader of the document of errors` {
  private static let folder = [
    "### ACK2012 `folder`", "", "There is a folder at the path. (error or warning)", "",
    "- The first", "  of two.", "- Another.", "", "**What to do.** Name", "a file.", "", "```text", "one", "  two",
    "```",
    "", "More: [Operating, 2. A title](Operating.md#2-a-title)",
  ]

  private static func read(_ lines: [String]) throws(ErrorDocument.Fault) -> [ErrorExplanation] {
    try ErrorDocument(lines.joined(separator: "\n") + "\n").explanations
  }

  @Test func `finds every part of a section, between texts for people`() throws {
    let explanations = try Self.read(
      ["# Errors", "", "A text.", "", "<!-- a comment -->", ""] + Self.folder
        + ["", "<!-- end -->", "", "## More", "", "- a list", "", "### ACK2013 `device`", ""]
        + ["`It`.", "", "- So.", "", "**What to do.** Nothing.", "", "## The end", "", "More: [of it]"])
    #expect(
      explanations == [
        ErrorExplanation(
          code: "ACK2012", name: "folder", severity: .either, meaning: "There is a folder at the path.",
          causes: ["The first of two.", "Another."], fix: "Name a file.", example: "one\n  two",
          chapter: .init(document: "Operating.md", heading: "2. A title")),
        ErrorExplanation(
          code: "ACK2013", name: "device", severity: .error, meaning: "`It`.", causes: ["So."], fix: "Nothing.",
          example: nil, chapter: nil),
      ])
  }

  /// A text and its replacement, and the line and the beginning of the resulting fault.
  @Test(arguments: [
    ("### ACK2012 `folder`", "### ACK212 `folder`", 1, "the heading"),
    ("### ACK2012 `folder`", "### ACK２０12 `folder`", 1, "the heading"),
    ("### ACK2012 `folder`", "### NACK012 `folder`", 1, "the heading"),
    ("### ACK2012 `folder`", "### ACK2012 folder", 1, "the heading"),
    ("### ACK2012 `folder`", "### ACK2012", 1, "the heading"),
    ("### ACK2012 `folder`", "### Folders", 1, "the heading"),
    ("There is a folder at the path. (error or warning)", "", 5, "a paragraph with what"),
    ("- The first", "The first", 5, "a list"),
    ("  of two.", "of two.", 6, "a list"),
    ("**What to do.** Name", "Name", 9, "a paragraph that begins"),
    ("**What to do.** Name", "- Name", 9, "a paragraph that begins"),
    ("```text", "```sh", 12, "a block"),
    ("one", "", 12, "a block"),
    ("```", "", 12, "a block"),
    ("More: [Operating, 2. A title](Operating.md#2-a-title)", "More.", 17, "the heading"),
    ("More: [Operating, 2. A title](Operating.md#2-a-title)", "More: [Operating](Operating.md)", 17, "a link"),
    ("More: [Operating, 2. A title](Operating.md#2-a-title)", "More: [Operating, a](Operating.md#b)", 17, "a link"),
    ("More: [Operating, 2. A title](Operating.md#2-a-title)", "More: [A, b](B.md#b)", 17, "a link"),
    ("More: [Operating, 2. A title](Operating.md#2-a-title)", "### ACK2012 `folder`", 17, "the heading"),
    ("More: [Operating, 2. A title](Operating.md#2-a-title)", "### ACK2001 `file`", 17, "the heading"),
    ("More: [Operating, 2. A title](Operating.md#2-a-title)", "### ACK2013 `device`", 18, "a paragraph with what"),
  ])
  func `names the line that is wrong`(_ old: String, _ new: String, _ line: Int, _ expected: String) throws {
    #expect(Self.folder.contains(old))
    let fault = #expect(throws: ErrorDocument.Fault.self) {
      try Self.read(Self.folder.map { $0 == old ? new : $0 })
    }
    #expect(fault?.line == line)
    #expect(fault?.expected.hasPrefix(expected) == true, "\(fault?.expected ?? "")")
  }

  @Test func `wants each part, and each once`() throws {
    let parts = Self.folder.split(separator: "").map(Array.init)
    // The example and the link may be left out.
    for index in 1...3 {
      var fewer = parts
      fewer.remove(at: index)
      #expect(throws: ErrorDocument.Fault.self, "\(parts[index])") {
        try Self.read(Array(fewer.joined(separator: [""])))
      }
    }
    for index in parts.indices {
      var more = parts
      more.insert(parts[index], at: index)
      #expect(throws: ErrorDocument.Fault.self, "\(parts[index])") {
        try Self.read(Array(more.joined(separator: [""])))
      }
    }
  }
}
