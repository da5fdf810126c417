import AppControllerTerminal

/// Prints the widths of many characters, for Tests/Terminal/widths: the cells, whether they are certain, the character.
@main
struct CellWidthTool {
  private static let sequences = [
    "👨‍👩‍👧", "🇫🇷", "👍🏽", "❤️", "1️⃣", "e\u{301}", "e\u{301}\u{323}", "ᄒ\u{1161}\u{11AB}", "क\u{94D}ष", "நி",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "a\u{20DD}", "漢\u{301}", "กำ", "한국어", "x\u{338}",
  ]

  static func main() {
    // Every character up to the symbols, and a sample of the ideographs.
    for value in UInt32(0xA0)...0x323AF
    where value < 0x3400 || value.isMultiple(of: 37) || (0x1F000..<0x20000).contains(value) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      switch scalar.properties.generalCategory {
      case .unassigned, .control, .surrogate, .privateUse, .format, .lineSeparator, .paragraphSeparator: continue
      // Nothing stands before it that a mark could join.
      case .nonspacingMark, .enclosingMark, .spacingMark: continue
      case _: show(String(scalar))
      }
    }
    for sequence in sequences { show(sequence) }
  }

  private static func show(_ text: String) {
    let width = CellWidth.of(text)
    print("\(width.cells)\t\(width.isCertain ? "certain" : "uncertain")\t\(text)")
  }
}
