import Testing

@testable import ProviderPlugins

@Suite struct `Lines of output` {
  /// Returns the lines of pieces of output, each written at a second.
  private static func lines(_ pieces: [(String, Int)]) -> [String] {
    var lines = OutputLines()
    var told: [String] = []
    for (piece, second) in pieces { lines.take(Array(piece.utf8)[...], at: second) { told.append($0) } }
    lines.end { told.append($0) }
    return told
  }

  @Test func `are put together from pieces`() {
    #expect(Self.lines([("a", 0), ("b\nc", 0), ("\n\n", 1), ("d\r\n", 1), ("e", 1)]) == ["ab", "c", "", "d", "e"])
    #expect(Self.lines([]) == [] && Self.lines([("a\n", 0)]) == ["a"])
  }

  @Test(arguments: [1023, 1024, 1025, 4000])
  func `are cut off when they are too long`(_ count: Int) {
    let text = String(repeating: "x", count: count)
    let expected = count <= 1024 ? text : String(repeating: "x", count: 1021) + "…"
    #expect(Self.lines([(text + "\nnext\n", 0)]) == [expected, "next"])
    let half = String(repeating: "x", count: count / 2)
    #expect(Self.lines([(half, 0), (String(text.dropFirst(count / 2)), 0)]) == [expected])
  }

  @Test func `are cut off when what may not be shown makes them too long, and between characters`() {
    let line = Self.lines([(String(repeating: "\u{1}", count: 1000), 0)])
    #expect(line == [String(repeating: "\u{FFFD}", count: 340) + "…"])
    #expect(Self.lines([(String(repeating: "ü", count: 600), 0)]).first?.utf8.count ?? 0 <= 1024)
  }

  @Test func `are left out when they are too many for a second, and what was left out is counted`() {
    let flood = (0..<150).map { "line \($0)\n" }.joined()
    let told = Self.lines([(flood, 5), ("rest", 5), (" of it\n", 6), ("more\n", 6)])
    #expect(told.prefix(100) == (0..<100).map { "line \($0)" }[...])
    let omitted = (100..<150).map { "line \($0)\n".utf8.count }.reduce(0, +)
    #expect(told.dropFirst(100) == ["(\(omitted) bytes were left out)", "rest of it", "more"])
  }

  @Test func `that were left out at the end are counted, too`() {
    let told = Self.lines([(String(repeating: "\n", count: 1000), 0)])
    #expect(told == Array(repeating: "", count: 100) + ["(900 bytes were left out)"])
  }

  @Test func `end with the last output, of which the last 4 KiB are kept`() {
    var output = LastOutput()
    #expect(output.text == "")
    output.append(Array("one\n".utf8)[...])
    output.append(Array("two\u{1b}\n".utf8)[...])
    #expect(output.text == "one\ntwo\u{FFFD}\n")
    for number in 0..<2000 { output.append(Array("line \(number)\n".utf8)[...]) }
    #expect(output.text.hasSuffix("line 1998\nline 1999\n") && output.text.hasPrefix("line "))
    #expect((4000...4096).contains(output.text.utf8.count))
    output.append([UInt8](repeating: UInt8(ascii: "x"), count: 10_000)[...])
    #expect(output.text == String(repeating: "x", count: 4096))
  }

  @Test func `say how a child has ended`() {
    #expect("It \(ChildExit.signaled(11))" == "It was ended by SIGSEGV (a bad memory access)")
    #expect("It \(ChildExit.signaled(64))" == "It was ended by the signal 64")
    #expect("It \(ChildExit.exited(3))" == "It ended by itself with the status 3")
  }
}
