/// The door that all text of a provider comes through: strict UTF-8, and nothing in it that drives a terminal.
enum TextIntake {
  /// Appends text to a buffer, with each control character and bidirectional override as U+FFFD.
  ///
  /// - Parameters:
  ///   - bytes: The text as received.
  ///   - buffer: Where it goes; unchanged when the text is refused.
  ///   - keepsLineFeeds: Whether a line feed is part of the text, as in paragraphs.
  /// - Returns: The offset of the first byte that is not UTF-8, or `nil` when all is well.
  static func append(_ bytes: Span<UInt8>, to buffer: inout [UInt8], keepsLineFeeds: Bool) -> Int? {
    if isPrintableASCII(bytes) {
      unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
      return nil
    }
    let start = buffer.count
    var offset = 0
    while offset < bytes.count {
      guard let (scalar, length) = decode(bytes, at: offset) else {
        buffer.removeLast(buffer.count - start)
        return offset
      }
      if isUnsafe(scalar), !(keepsLineFeeds && scalar == 0x0A) {
        buffer.append(contentsOf: [0xEF, 0xBF, 0xBD])
      } else {
        for index in offset..<offset + length { buffer.append(bytes[index]) }
      }
      offset += length
    }
    return nil
  }

  /// Whether every byte is from space to tilde; tested a word at a time, because nearly all text is.
  private static func isPrintableASCII(_ bytes: Span<UInt8>) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    var offset = 0
    let raw = unsafe bytes.bytes
    while offset + 8 <= raw.byteCount {
      let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
      let belowSpace = (word &- ones &* 0x20) & ~word
      let crossed = word ^ (ones &* 0x7F)
      let deletes = (crossed &- ones) & ~crossed
      if (word | belowSpace | deletes) & tops != 0 { return false }
      offset += 8
    }
    while offset < bytes.count {
      if bytes[offset] < 0x20 || bytes[offset] >= 0x7F { return false }
      offset += 1
    }
    return true
  }

  /// One scalar of UTF-8 as Unicode 15 table 3-7 has it: no overlong form, no surrogate, nothing beyond U+10FFFF.
  private static func decode(_ bytes: Span<UInt8>, at offset: Int) -> (scalar: UInt32, length: Int)? {
    let first = bytes[offset]
    if first < 0x80 { return (UInt32(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, offset + length <= bytes.count else { return nil }
    var scalar = UInt32(first) & (0x7F >> UInt32(length))
    for index in offset + 1..<offset + length {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(bytes[index] & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard scalar >= least, scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar) else { return nil }
    return (scalar, length)
  }

  /// Controls (C0, DEL, C1), line and paragraph separators, marks and overrides of direction, and the byte order mark.
  private static func isUnsafe(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
