internal import AppControllerKit

/// The last bytes that a child wrote, on whichever stream, and the line before them that says why it crashed.
struct LastWords: Sendable {
  /// How many bytes are kept.
  static let limit = 4096

  private var bytes: [UInt8] = []
  private var reason = CrashReason()

  /// Takes in what was written.
  mutating func append(_ written: ArraySlice<UInt8>) {
    if written.count < Self.limit {
      bytes.removeFirst(max(0, bytes.count + written.count - Self.limit))
    } else {
      bytes.removeAll()
    }
    bytes += written.suffix(Self.limit)
  }

  /// Takes in a line that was written, which may say why the process crashes.
  mutating func take(line: String) { reason.take(line) }

  /// The words as they may be shown, without what is left of a line or of a character whose beginning is lost.
  ///
  /// The reason of a crash comes first when it is not among them any more.
  var text: String {
    let words = words(atMost: Self.limit)
    guard let reason = reason.text, CrashReason(in: words.split(separator: "\n")).text != reason else { return words }
    let beginning = "\(reason)\n…\n"
    return beginning + self.words(atMost: Self.limit - beginning.utf8.count)
  }

  private func words(atMost count: Int) -> String {
    var words = bytes.suffix(count)
    if words.count == count, let end = words.firstIndex(of: UInt8(ascii: "\n")), end + 1 < words.endIndex {
      words = words[(end + 1)...]
    }
    return String(decoding: words, as: UTF8.self).displayableLines
  }
}
