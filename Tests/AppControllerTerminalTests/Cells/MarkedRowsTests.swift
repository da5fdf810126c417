import AppControllerTerminal
import TestSupport
import Testing

@Suite struct `The rows of a marked line` {
  @Test(arguments: [
    ("warning: a.b | onetwothree", 20, "warning: a.b | \na.b | onetwothree"),
    ("warning: a.b | one two three", 20, "warning: a.b | one \na.b | two three"),
    ("a.b | onetwothreefourfivesix", 20, "a.b | onetwothreefou\na.b | rfivesix"),
    ("a.b | 日本語日本語日本語", 20, "a.b | 日本語日本語日\na.b | 本語"),
    ("a.b | one\na.b | two\n", 20, "a.b | one\na.b | two\n"),
    ("fix: run this long command of the host", 20, "fix: run this long command of the host"),
    ("com.example.kitty | one two three four", 20, "com.example.kitty | \n| one two three four"),
    ("a.b | e | error[ACK2099]: appctl", 16, "a.b | e | \na.b | error[ACK2\na.b | 099]: \na.b | appctl"),
    ("a.b | 👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 20, "a.b | 👩‍👩‍👧‍👦\na.b | 👩‍👩‍👧‍👦"),
  ])
  func `begin with the mark`(_ text: String, _ columns: Int, _ expected: String) {
    #expect(MarkedRows(columns: columns).wrap(text) == expected)
  }

  @Test func `are broken between words for the host, below the text behind a head`() {
    let text = "  fix: name the provider by its id\nerror: no /a/path/that/is/long"
    #expect(
      MarkedRows(columns: 20).wrap(text, atWords: true)
        == "  fix: name the\n       provider by\n       its id\nerror: no\n  /a/path/that/is/long")
    #expect(MarkedRows(columns: 20).wrap(text) == text)
  }

  @Test func `are no wider than the terminal and lose nothing`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let columns = Int.random(in: 2...60, using: &random)
      let letters = (0..<Int.random(in: 0...120, using: &random)).map { _ in
        "ab|.  日é👩‍👧".randomElement(using: &random) ?? "a"
      }
      let line = "x: a.b | " + String(letters)
      let rows = MarkedRows(columns: columns).wrap(line).split(separator: "\n", omittingEmptySubsequences: false)
      let mark = columns >= 14 ? "a.b | " : String("| ".prefix(columns - 1))
      #expect(rows.dropFirst().allSatisfy { $0.hasPrefix(mark) }, "\(rows)")
      let fits = { (row: Substring) in row.count == mark.count + 1 || CellWidth.of(String(row)).cells <= columns }
      #expect(rows.allSatisfy(fits), "\(columns) \(rows)")
      let whole = (rows.prefix(1) + rows.dropFirst().map { $0.dropFirst(mark.count) }).joined()
      #expect(whole == line)
    }
  }
}
