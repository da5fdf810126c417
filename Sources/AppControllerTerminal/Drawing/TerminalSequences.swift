internal import AppControllerKit

/// The few control sequences that are written to a terminal.
///
/// All output of a session consists of these sequences, of style and cursor sequences, and of characters that the cell
/// reader has accepted.
package enum TerminalSequences: Sendable {
  /// Switches to the alternate screen, turns line wrapping off, and turns bracketed paste on.
  package static let begin: [UInt8] = Array("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[m\u{1B}[2J\u{1B}[H".utf8)
  /// Undoes ``begin`` and ``takeMouse``, terminates an incomplete sequence, and shows the cursor.
  package static let end = end(deletingPictures: false)

  package static func end(deletingPictures: Bool) -> [UInt8] {
    Array("\u{18}\u{1B}[?2026l\u{1B}]8;;\u{1B}\\".utf8) + (deletingPictures ? deletePictures : [])
      + Array(
        "\u{1B}[m\u{1B}[?2031l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)
  }
  /// Turns on reports of mouse presses and of the wheel, with decimal positions; movements are not reported.
  static let takeMouse: [UInt8] = Array("\u{1B}[?1000h\u{1B}[?1006h".utf8)
  static let leaveMouse: [UInt8] = Array("\u{1B}[?1006l\u{1B}[?1000l".utf8)
  /// Only for a terminal that has reported that it supports synchronized updates.
  static let beginUpdate: [UInt8] = Array("\u{1B}[?2026h".utf8)
  static let endUpdate: [UInt8] = Array("\u{1B}[?2026l".utf8)
  /// Encloses a text whose letters the terminal orders, apart from the text around it: U+2068 and U+2069.
  ///
  /// A terminal that orders letters would treat adjacent right-to-left texts, with the spaces between them, as one
  /// text, and exchange the two.
  static let beginIsolate: [UInt8] = Array("\u{2068}".utf8)
  static let endIsolate: [UInt8] = Array("\u{2069}".utf8)
  static let eraseAll: [UInt8] = Array("\u{1B}[m\u{1B}[2J".utf8)
  static let eraseRest: [UInt8] = Array("\u{1B}[K".utf8)
  static let endLink: [UInt8] = Array("\u{1B}]8;;\u{1B}\\".utf8)

  /// Rows with the same URL are one link; nil for a URL that a sequence cannot hold.
  static func beginLink(_ url: String) -> [UInt8]? {
    guard url.utf8.count <= 2000 else { return nil }
    var target: [UInt8] = []
    // Other characters than printable ASCII are percent-encoded, so that none of them ends the sequence.
    for byte in url.utf8 {
      if (0x21..<0x7F).contains(byte) {
        target.append(byte)
      } else {
        target += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      }
    }
    let hash = target.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Array("\u{1B}]8;id=\(String(hash, radix: 16));".utf8) + target + Array("\u{1B}\\".utf8)
  }

  private static let hexadecimal = Array("0123456789ABCDEF".utf8)

  /// The terminal may ignore the request, and does not answer it.
  static func copy(_ text: String) -> [UInt8] {
    Array("\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{1B}\\".utf8)
  }
}
