// The tests of a URL's bytes.

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  var isLetterOrDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

  /// The value of a hexadecimal digit.
  var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Span<UInt8> {
  /// The index of the first byte that satisfies a test, from a start index on.
  func firstIndex(from start: Int = 0, where isPicked: (UInt8) -> Bool) -> Int? {
    var index = start
    while index < count {
      if isPicked(self[index]) { return index }
      index += 1
    }
    return nil
  }

  /// Whether the bytes begin with a lower-case ASCII text, ignoring case.
  func starts(with text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      for index in text.indices {
        let byte = self[index]
        let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        if unsafe text[index] != (isUpper ? byte | 0x20 : byte) { return false }
      }
      return true
    }
  }
}
