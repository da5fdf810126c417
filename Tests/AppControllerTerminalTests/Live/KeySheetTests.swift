import AppControllerKit
import Testing

@testable import AppControllerTerminal

@Suite struct `The sheet of all keys` {
  private func rows(_ words: FaceWords, _ columns: Int, _ rows: Int) -> (text: [String], lastScroll: Int) {
    var sheet = KeySheet(
      words, TerminalRenderer(), here: ["Return: open", "/: find", "F1: all keys", "Ctrl-C: leave"])
    let frame = sheet.frame(TraitCollection(columns, rows))
    return ((0..<rows).map { frame.grid.text(ofRow: $0) }, frame.lastScroll)
  }

  @Test(arguments: FaceWords.catalogs.map(\.language))
  func `is shown at once, in every language`(language: String) {
    let words = FaceWords(for: language, TraitCollection())
    #expect(rows(words, 120, 40).lastScroll == 0)
    #expect(rows(words, 80, 24).lastScroll <= 2)
    #expect(rows(words, 40, 24).lastScroll > 0)
  }

  @Test func `begins with what the focus can do, in groups of keys and their meanings`() throws {
    let (text, _) = rows(.english, 120, 40)
    let here = try #require(text.firstIndex { $0.contains("Here") && $0.contains("Move") })
    let edit = try #require(text.firstIndex { $0.contains("Edit") && $0.contains("Screen") })
    #expect(here < edit)
    let open = try #require(text[here + 1].firstRange(of: "open"))
    let find = try #require(text[here + 2].firstRange(of: "find"))
    #expect(text[here + 1].contains("Return  ") && text[here + 2].contains("/  "))
    #expect(
      text[here + 1].distance(from: text[here + 1].startIndex, to: open.lowerBound)
        == text[here + 2].distance(from: text[here + 2].startIndex, to: find.lowerBound), "the meanings are in a column"
    )
    #expect(!text.contains { $0.contains("all keys") && $0.contains("│") })
  }

  @Test func `has the group of the focus only where there is one`() {
    var sheet = KeySheet(.english, TerminalRenderer(), here: ["F1: all keys", "Ctrl-C: leave"])
    let frame = sheet.frame(TraitCollection(120, 40))
    #expect(!(0..<40).contains { frame.grid.text(ofRow: $0).contains("Here") })
  }
}
