/// The filter for all text of a provider: it requires strict UTF-8, and removes characters that control a terminal or
/// hide text.
///
/// It removes control characters, marks and overrides of direction, separators of lines or paragraphs, the byte order
/// mark, annotations, noncharacters, and tags, joiners and selectors that have no effect at their place. It keeps
/// everything else, even if it is invisible: soft hyphens and zero-width spaces mark the line breaks of German and
/// Khmer, and a code point that is unassigned today may become a letter.
///
/// In a description a character that is removed is replaced in place, byte for byte: one of three bytes by U+FFFD,
/// another by question marks. So a text keeps its size, and a form its offsets. Elsewhere each becomes a U+FFFD. The
/// filter does not change a text that it has filtered, or the concatenation of two of them.
package enum TextSanitizer {
  package enum Outcome: Equatable {
    case kept
    /// The offset of the first character that was replaced.
    case repaired(first: Int)
    /// The offset from which on it is not UTF-8.
    case refused(at: Int)
  }

  /// Takes linear time; a refused text is not appended.
  @inline(__always)
  package static func append(
    _ bytes: Span<UInt8>, to buffer: inout ScratchArray<UInt8>, keepsLineFeeds: Bool, filler: UInt8 = questionMark
  ) -> Outcome {
    appendPrintableASCII(bytes, to: &buffer) ? .kept : appendCarefully(bytes, to: &buffer, keepsLineFeeds, filler)
  }

  static let questionMark = UInt8(ascii: "?")

  // Kept out of the code that runs for every property, because almost no text needs it.
  @inline(never)
  private static func appendCarefully(
    _ bytes: Span<UInt8>, to buffer: inout ScratchArray<UInt8>, _ keepsLineFeeds: Bool, _ filler: UInt8
  ) -> Outcome {
    let start = buffer.count
    buffer.append(bytes)
    let copy = unsafe UnsafeMutableBufferPointer(start: buffer.elements + start, count: bytes.count)
    let outcome = unsafe repair(copy, keepsLineFeeds: keepsLineFeeds, filler: filler)
    if case .refused = outcome { buffer.truncate(to: start) }
    return outcome
  }

  /// Appends text if every character is kept wherever it stands; otherwise appends nothing.
  ///
  /// The result for several texts in one piece is that for each of them alone, provided that none begins inside a
  /// character.
  @inline(__always)
  static func appendPlain(_ bytes: Span<UInt8>, to buffer: inout ScratchArray<UInt8>) -> Bool {
    appendPrintableASCII(bytes, to: &buffer) || appendPlainLetters(bytes, to: &buffer)
  }

  private static func appendPlainLetters(_ bytes: Span<UInt8>, to buffer: inout ScratchArray<UInt8>) -> Bool {
    guard plainEnd(of: bytes, from: 0) == bytes.count else { return false }
    buffer.append(bytes)
    return true
  }

  static func isPrintableASCII(_ text: Span<UInt8>) -> Bool {
    var index = 0
    // Words without a branch between them are checked several at a time.
    while text.count - index >= 64 {
      var strays: UInt64 = 0
      for word in 0..<8 {
        strays |= unsafe text.bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &+ 8 &* word, as: UInt64.self
        ).strays
      }
      if strays & 0x8080_8080_8080_8080 != 0 { return false }
      index += 64
    }
    while text.count - index >= 8 {
      let word = unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      if !word.isPrintableASCII { return false }
      index += 8
    }
    while index < text.count {
      if !text[index].isPrintableASCII { return false }
      index += 1
    }
    return true
  }

  /// Nothing else may write to the memory; `filler` replaces each byte of a character that has not three.
  static func repair(
    _ text: UnsafeMutableBufferPointer<UInt8>, keepsLineFeeds: Bool, filler: UInt8 = questionMark
  ) -> Outcome {
    let (removed, refusal) = unsafe removals(from: UnsafeBufferPointer(text).span, keepsLineFeeds: keepsLineFeeds)
    if let refusal { return .refused(at: refusal) }
    for range in removed {
      let replacement: StaticString = "\u{FFFD}"
      for index in range {
        unsafe text[index] = range.count == 3 ? replacement.utf8Start[index - range.lowerBound] : filler
      }
    }
    return removed.first.map { .repaired(first: $0.lowerBound) } ?? .kept
  }

  /// `refusal` is the offset from which on the text is not UTF-8.
  @inline(never)
  static func removals(from bytes: Span<UInt8>, keepsLineFeeds: Bool) -> (removed: [Range<Int>], refusal: Int?) {
    var removed: [Range<Int>] = []
    var offset = 0
    var context = TextContext()
    while true {
      let run = plainRun(bytes, from: offset)
      if run.end > offset {
        if let (last, _) = decode(bytes, at: run.last) { context.note(last) }
        offset = run.end
      }
      if offset == bytes.count { return (removed, nil) }
      guard let (scalar, length) = decode(bytes, at: offset) else { return ([], offset) }
      var kept = length
      switch treatment(of: scalar) {
      case .kept: break
      case .removed: kept = keepsLineFeeds && scalar == "\n" ? length : 0
      case .joiner: if !context.keepsJoiner(before: peek(bytes, at: offset + length)) { kept = 0 }
      case .nonJoiner: if !context.keepsNonJoiner(before: peek(bytes, at: offset + length)) { kept = 0 }
      case .selector: if !context.keepsSelector(scalar, before: peek(bytes, at: offset + length)) { kept = 0 }
      case .tag: kept = context.allowsTags ? lengthOfFlag(bytes, at: offset) : 0
      }
      if kept == 0 { removed.append(offset..<offset + length) }
      context.note(kept > 0 ? scalar : "\u{FFFD}")
      offset += max(kept, length)
    }
  }

  @inline(never)
  static func plainEnd(of text: Span<UInt8>, from start: Int) -> Int { plainRun(text, from: start).end }

  /// Finds the end of a run of characters that are kept wherever they stand and that do not combine; `last` is the
  /// offset of the last of them.
  @inline(__always)
  private static func plainRun(_ bytes: Span<UInt8>, from start: Int) -> (last: Int, end: Int) {
    var (last, end) = (start, start)
    while end < bytes.count {
      if bytes.count - end >= 8 {
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: end, as: UInt64.self)
        // The next word need not wait until the bytes of this one are counted.
        if word.isPrintableASCII {
          (last, end) = (end + 7, end + 8)
          continue
        }
        let count = word.printableASCIICount
        if count > 0 { (last, end) = (end + count - 1, end + count) }
      }
      // Most letters of two bytes, from U+00C0 to U+05FF, need no closer look.
      if 0xC3...0xD7 ~= bytes[end], bytes.count - end >= 2, bytes[end + 1] & 0xC0 == 0x80 {
        (last, end) = (end, end + 2)
        continue
      }
      guard let (scalar, length) = decode(bytes, at: end), scalar.isPlain else { break }
      (last, end) = (end, end + length)
    }
    return (last, end)
  }

  /// Works block by block, because almost all text is printable; otherwise nothing is appended.
  @inline(__always)
  static func appendPrintableASCII(_ bytes: Span<UInt8>, to buffer: inout ScratchArray<UInt8>) -> Bool {
    if bytes.isEmpty { return true }
    return unsafe buffer.append(count: bytes.count) { room in
      if bytes.count >= 16 { return unsafe copy(bytes, to: room, by: WordPair.self) }
      if bytes.count >= 8 { return unsafe copy(bytes, to: room, by: UInt64.self) }
      if bytes.count >= 4 { return unsafe copy(bytes, to: room, by: UInt32.self) }
      return unsafe copy(bytes, to: room, by: UInt8.self)
    }
  }

  /// The last block overlaps the one before it; the text has at least the size of one block.
  @inline(__always)
  private static func copy<Block: TextBlock>(
    _ text: Span<UInt8>, to room: UnsafeMutableRawPointer, by block: Block.Type
  ) -> Bool {
    let bytes = unsafe text.bytes
    let last = bytes.byteCount &- MemoryLayout<Block>.size
    var offset = 0
    while true {
      let block = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Block.self)
      if !block.isPrintableASCII { return false }
      unsafe room.storeBytes(of: block, toByteOffset: offset, as: Block.self)
      if offset == last { return true }
      offset = min(offset &+ MemoryLayout<Block>.size, last)
    }
  }

  /// Reads one scalar of UTF-8 by table 3-7 of Unicode 15: no overlong form, no surrogate, nothing above U+10FFFF.
  @inline(__always)
  private static func decode(_ bytes: Span<UInt8>, at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let first = bytes[offset]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, offset + length <= bytes.count else { return nil }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for index in offset + 1..<offset + length {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(bytes[index] & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }

  /// `nil` at the end and for invalid UTF-8.
  private static func peek(_ bytes: Span<UInt8>, at offset: Int) -> Unicode.Scalar? {
    offset < bytes.count ? decode(bytes, at: offset)?.scalar : nil
  }

  /// The number of bytes of tags at an offset that form a flag: three to seven letters and digits, which name a part of
  /// a country, and the terminating tag; 0 when they form none.
  private static func lengthOfFlag(_ bytes: Span<UInt8>, at start: Int) -> Int {
    var count = 0
    var offset = start
    while count <= 7, offset < bytes.count, let (tag, length) = decode(bytes, at: offset) {
      offset += length
      switch tag.value {
      case 0xE0030...0xE0039, 0xE0061...0xE007A: count += 1
      case 0xE007F: return count >= 3 ? offset - start : 0
      default: return 0
      }
    }
    return 0
  }
}

// MARK: - Treatment of characters

extension TextSanitizer {
  fileprivate enum Treatment { case kept, removed, joiner, nonJoiner, selector, tag }

  fileprivate static func treatment(of scalar: Unicode.Scalar) -> Treatment {
    switch scalar.value {
    // Controls: C0, DEL and C1.
    case 0..<0x20, 0x7F..<0xA0: .removed
    // Marks, overrides and isolates of direction, separators, and the deprecated switches of swapping and digit shapes.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F: .removed
    // The byte order mark, and annotations, which hide the text that they annotate with.
    case 0xFEFF, 0xFFF9...0xFFFB: .removed
    case 0x200C: .nonJoiner
    case 0x200D: .joiner
    case 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: .selector
    case 0xE0020...0xE007F: .tag
    // The rest of the plane's invisible part: the language tag and reserved code points.
    case 0xE0000...0xE0FFF: .removed
    case 0xFDD0...0xFDEF: .removed
    case let value where value & 0xFFFE == 0xFFFE: .removed
    default: .kept
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is kept wherever it stands, and neither extends the one before it nor replaces another.
  @inline(__always)
  fileprivate var isPlain: Bool {
    switch value {
    case 0x20..<0x7F, 0xA0..<0x061C, 0x061D..<0x180B, 0x1810..<0x200C, 0x2010..<0x2028, 0x2070..<0x20E3: true
    case 0x20E4..<0xFDD0: true
    case 0x20E3, 0xFFFD, 0x1F3FB...0x1F3FF: false
    default: TextSanitizer.treatment(of: self) == .kept
    }
  }
}

// MARK: - Checking blocks of bytes

private protocol TextBlock: BitwiseCopyable {
  var isPrintableASCII: Bool { get }
}

extension TextBlock where Self: FixedWidthInteger {
  // A byte of 0x80 or more has the top bit set. For other bytes, adding 1 sets it in DEL, and subtracting 0x20 sets it
  // in a control; neither carries from one printable byte to the next.
  @inline(__always)
  fileprivate var strays: Self {
    self | (self &+ Self(truncatingIfNeeded: 0x0101_0101_0101_0101 as UInt64))
      | (self &- Self(truncatingIfNeeded: 0x2020_2020_2020_2020 as UInt64))
  }

  @inline(__always)
  fileprivate var isPrintableASCII: Bool { strays & Self(truncatingIfNeeded: 0x8080_8080_8080_8080 as UInt64) == 0 }
}

extension UInt64 {
  /// Only those at the front.
  @inline(__always)
  fileprivate var printableASCIICount: Int {
    // A carry from an invalid byte into the next one does not matter, because only the first is searched for.
    (UInt64(littleEndian: self).strays & 0x8080_8080_8080_8080).trailingZeroBitCount / 8
  }
}

extension UInt8: TextBlock {}
extension UInt32: TextBlock {}
extension UInt64: TextBlock {}

private struct WordPair: TextBlock {
  let low: UInt64
  let high: UInt64

  @inline(__always)
  var isPrintableASCII: Bool { (low.strays | high.strays) & 0x8080_8080_8080_8080 == 0 }
}
