/// The door that all text of a provider comes through: strict UTF-8, and nothing in it that drives a terminal.
enum TextIntake {
  /// Appends text to a buffer, with each control character and bidirectional override as U+FFFD.
  ///
  /// - Parameters:
  ///   - bytes: The text as received.
  ///   - buffer: Where it goes; unchanged when the text is refused.
  ///   - keepsLineFeeds: Whether a line feed is part of the text, as in paragraphs.
  /// - Returns: The offset of the first byte that is not UTF-8, or `nil` when all is well.
  @inline(__always)
  static func append(_ bytes: Span<UInt8>, to buffer: inout ScratchArray<UInt8>, keepsLineFeeds: Bool) -> Int? {
    if appendPrintableASCII(bytes, to: &buffer) { return nil }
    return appendCarefully(bytes, to: &buffer, keepsLineFeeds: keepsLineFeeds)
  }

  private static func appendCarefully(
    _ bytes: Span<UInt8>, to buffer: inout ScratchArray<UInt8>, keepsLineFeeds: Bool
  ) -> Int? {
    let start = buffer.count
    var offset = 0
    while offset < bytes.count {
      guard let (scalar, length) = decode(bytes, at: offset) else {
        buffer.truncate(to: start)
        return offset
      }
      if isUnsafe(scalar), !(keepsLineFeeds && scalar == 0x0A) {
        for byte in "\u{FFFD}".utf8 { buffer.append(byte) }
      } else {
        for index in offset..<offset + length { buffer.append(bytes[index]) }
      }
      offset += length
    }
    return nil
  }

  /// Appends text whose every byte is from space to tilde, and no other; a word at a time, because nearly all text is.
  @inline(__always)
  private static func appendPrintableASCII(_ bytes: Span<UInt8>, to buffer: inout ScratchArray<UInt8>) -> Bool {
    let raw = unsafe bytes.bytes
    return unsafe buffer.append(count: bytes.count) { room in
      var offset = 0
      while offset + 8 <= raw.byteCount {
        let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
        if !isPrintableASCII(word) { return false }
        unsafe room.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
        offset += 8
      }
      while offset < bytes.count {
        if bytes[offset] < 0x20 || bytes[offset] >= 0x7F { return false }
        unsafe room.storeBytes(of: bytes[offset], toByteOffset: offset, as: UInt8.self)
        offset += 1
      }
      return true
    }
  }

  private static func isPrintableASCII(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let belowSpace = (word &- ones &* 0x20) & ~word
    let crossed = word ^ (ones &* 0x7F)
    let deletes = (crossed &- ones) & ~crossed
    return (word | belowSpace | deletes) & tops == 0
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
