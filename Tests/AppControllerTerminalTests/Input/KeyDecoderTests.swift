import AppControllerTerminal
import Testing

@Suite struct `The keys of a terminal` {
  /// The bytes of a terminal, and the expected keys.
  struct Sample: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let keys: [TerminalKey]

    init(_ text: String, _ keys: TerminalKey...) { (bytes, self.keys) = (Array(text.utf8), keys) }
    init(bytes: [UInt8], _ keys: TerminalKey...) { (self.bytes, self.keys) = (bytes, keys) }

    var testDescription: String { "\(bytes)" }
  }

  private static let replacement = TerminalKey.character("\u{FFFD}")

  static let samples = [
    Sample("a€😀", .character("a"), .character("€"), .character("😀")),
    Sample("\r", .enter), Sample("\n", .enter), Sample("\t", .tab), Sample("\u{7F}\u{8}", .backspace, .backspace),
    Sample("\u{1}\u{5}\u{15}\u{17}\u{4}\u{C}", .home, .end, .deleteToStart, .deleteWord, .endOfInput, .redraw),
    Sample("\u{0}\u{2}"), Sample("\u{1F}\u{12}", .undo, .reveal),
    Sample("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", .up, .down, .right, .left),
    Sample("\u{1B}OA\u{1B}OH\u{1B}OF\u{1B}OM", .up, .home, .end, .enter),
    Sample("\u{1B}[Z", .backTab), Sample("\u{1B}[H\u{1B}[F", .home, .end),
    Sample("\u{1B}[1~\u{1B}[3~\u{1B}[4~\u{1B}[5~\u{1B}[6~", .home, .delete, .end, .pageUp, .pageDown),
    Sample("\u{1B}[1;5C", .right), Sample("\u{1B}[3;2~", .delete),
    // An unknown sequence is skipped as a whole.
    Sample("\u{1B}[15~x", .character("x")), Sample("\u{1B}[?1;2cx", .character("x")),
    // F1 and F2 of xterm, of rxvt and of the Linux console.
    Sample(
      "\u{1B}OP\u{1B}OQ\u{1B}[11~\u{1B}[12~\u{1B}[[A\u{1B}[[Bx", .help, .mouse, .help, .mouse, .help, .mouse,
      .character("x")),
    // The left button and the wheel of a mouse, in the new form and the old; nothing else of it is a key.
    Sample("\u{1B}[<0;5;2M\u{1B}[<0;5;2mx", .click(CellPosition(row: 1, column: 4)), .character("x")),
    Sample(
      "\u{1B}[<64;300;1M\u{1B}[<65;1;1M", .wheel(-1, CellPosition(row: 0, column: 299)), .wheel(1, CellPosition())),
    Sample("\u{1B}[<2;1;1M\u{1B}[<4;1;1M\u{1B}[<;M\u{1B}[<0;0;0M\u{1B}[<0;1Mx", .character("x")),
    Sample(
      "\u{1B}[M %\"\u{1B}[M#%\"\u{1B}[M`!!x", .click(CellPosition(row: 1, column: 4)), .wheel(-1, CellPosition()),
      .character("x")),
    Sample("\u{1B}[200~\u{1B}[<0;5;2M\u{1B}[201~"),
    Sample("\u{1B}ax", .character("x")),
    Sample("\u{1B}]11;rgb:0/0/0\u{7}x", .character("x")), Sample("\u{1B}P1$r0m\u{1B}\\x", .character("x")),
    Sample("\u{1B}\u{1B}[A", .escape, .up),
    // In pasted text, a line feed is not Return, and an Escape is not a key.
    Sample("\u{1B}[200~a\rb\u{1B}[201~\r", .pasted("a"), .pasted("\n"), .pasted("b"), .enter),
    Sample("\u{1B}[200~\u{1B}[A\t\u{1B}[201~\u{1B}[A", .pasted("\t"), .up),
    // Invalid UTF-8: overlong, a surrogate, too large, truncated.
    Sample(bytes: [0x80, 0x41], replacement, .character("A")),
    Sample(bytes: [0xC0, 0xAF], replacement, replacement),
    Sample(bytes: [0xE2, 0x82, 0x41], replacement, replacement, .character("A")),
    Sample(bytes: [0xED, 0xA0, 0x80], replacement, replacement, replacement),
    Sample(bytes: [0xF5, 0x41], replacement, .character("A")),
    // An eight-bit control character is not typed text.
    Sample(bytes: [0xC2, 0x9B, 0x41], .character("A")),
  ]

  @Test(arguments: samples)
  func `are found in what it sends, wherever that is cut`(sample: Sample) {
    var whole = KeyDecoder()
    let all = whole.decode(sample.bytes)
    #expect(all == sample.keys && !whole.isWaiting)
    for cut in 0...sample.bytes.count {
      var decoder = KeyDecoder()
      let keys = decoder.decode(sample.bytes[..<cut]) + decoder.decode(sample.bytes[cut...])
      #expect(keys == sample.keys, "cut at \(cut)")
    }
  }

  @Test func `have an Escape of their own when nothing follows it`() {
    var decoder = KeyDecoder()
    var steps: [[TerminalKey]] = []
    for bytes: [UInt8] in [[0x1B], [0x1B, 0x5B]] {
      steps.append(decoder.decode(bytes))
      #expect(decoder.isWaiting)
      steps.append(decoder.flush())
      #expect(!decoder.isWaiting)
    }
    steps.append(decoder.decode([0x41]))
    #expect(steps == [[], [.escape], [], [], [.character("A")]])
  }

  @Test func `do not wait for a sequence that never ends`() {
    var decoder = KeyDecoder()
    _ = decoder.decode([0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 1000))
    _ = decoder.flush()
    let keys = decoder.decode([0x41])
    #expect(keys == [.character("A")])
  }
}
