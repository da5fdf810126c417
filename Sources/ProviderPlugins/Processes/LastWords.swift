internal import AppControllerKit

/// The last bytes that a child wrote, on whichever stream.
struct LastWords: Sendable {
  /// How many bytes are kept.
  static let limit = 4096

  private var bytes: [UInt8] = []

  /// Takes in what was written.
  mutating func append(_ written: ArraySlice<UInt8>) {
    if written.count < Self.limit {
      bytes.removeFirst(max(0, bytes.count + written.count - Self.limit))
    } else {
      bytes.removeAll()
    }
    bytes += written.suffix(Self.limit)
  }

  /// The words as they may be shown, without what is left of a line or of a character whose beginning is lost.
  var text: String {
    var words = bytes[...]
    if bytes.count == Self.limit, let end = words.firstIndex(of: UInt8(ascii: "\n")), end + 1 < words.endIndex {
      words = words[(end + 1)...]
    }
    return String(decoding: words, as: UTF8.self).displayableLines
  }
}
