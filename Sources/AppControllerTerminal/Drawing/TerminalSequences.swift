/// The few control sequences that are ever written to a terminal.
///
/// Everything that a frame writer writes is one of these or a character that has passed the reader of cells.
public enum TerminalSequences: Sendable {
  /// Goes to the other screen, stops rows from wrapping, and has pasted text marked.
  public static let begin: [UInt8] = Array("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[m\u{1B}[2J\u{1B}[H".utf8)
  /// Takes back what ``begin`` has done, and shows the cursor.
  public static let end: [UInt8] = Array("\u{1B}[m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)
  /// Begins a picture that is to be shown whole; only for a terminal that has said that it can.
  static let beginUpdate: [UInt8] = Array("\u{1B}[?2026h".utf8)
  /// Shows the picture.
  static let endUpdate: [UInt8] = Array("\u{1B}[?2026l".utf8)
  /// Erases everything, in the colours of the terminal.
  static let eraseAll: [UInt8] = Array("\u{1B}[m\u{1B}[2J".utf8)
  /// Erases to the end of the row.
  static let eraseRest: [UInt8] = Array("\u{1B}[K".utf8)
}
