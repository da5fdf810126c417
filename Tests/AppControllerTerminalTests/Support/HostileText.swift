/// Texts that would control a terminal, or hide their meaning.
enum HostileText {
  static let payloads = [
    "\u{1B}[31m", "\u{1B}]0;title\u{7}", "\u{1B}]8;;https://evil.example\u{1B}\\", "\u{1B}P1$r\u{1B}\\", "\u{9B}2J",
    "\u{9D}0;x\u{9C}", "\u{90}q\u{9C}", "\r\n\r", "\u{8}\u{8}", "\u{0}", "\u{7F}", "\t", "\u{202E}abc",
    "\u{2066}abc\u{2069}",
    "\u{200E}", "\u{61C}", "\u{2028}", "\u{FEFF}", "\u{E0001}\u{E0041}", "\u{FFFE}", "\u{85}",
  ]

  /// The characters that change the direction of the following text.
  static let hiding = Set("\u{202E}\u{2066}\u{2069}\u{200E}\u{61C}".unicodeScalars)
}
