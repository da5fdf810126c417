internal import AppControllerInterface

extension JSONScanner {
  /// ``offset`` is at the opening quotation mark.
  mutating func scanString() throws(AppControllerError) {
    let opening = offset
    var index = bytes.span.endOfPlainText(from: offset + 1)
    var runStart = opening + 1
    var hasEscapes = false
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        if hasEscapes {
          unescaped.append(contentsOf: bytes[runStart..<index])
          stringRange = nil
        } else {
          stringRange = runStart..<index
        }
        offset = index + 1
        return
      case UInt8(ascii: "\\"):
        if !hasEscapes {
          unescaped.removeAll(keepingCapacity: true)
          hasEscapes = true
        }
        unescaped.append(contentsOf: bytes[runStart..<index])
        index = try unescape(at: index)
        runStart = index
      case 0..<0x20:
        throw problem(
          at: index,
          "found the control character \(Self.hexadecimal(byte)) in a string",
          why: "a string has control characters only as escapes",
          fix: "write \\n, \\t or \\u00\(Self.hexadecimal(byte).suffix(2)) instead"
        )
      case 0x80...:
        let end = bytes.span.endOfPlainText(from: index, isASCII: false)
        do throws(UTF8.ValidationError) { _ = try UTF8Span(validating: bytes.span.extracting(index..<end)) } catch {
          throw invalidUTF8(at: index + error.byteOffsets.lowerBound)
        }
        index = end
      default:
        index = bytes.span.endOfPlainText(from: index + 1)
      }
    }
    throw problem(
      at: opening,
      "expected a closing quotation mark, found the end of the text",
      why: "the string that begins here is never closed",
      fix: "close the string, or look whether the text was cut off"
    )
  }

  /// Returns the index after the escape.
  private mutating func unescape(at start: Int) throws(AppControllerError) -> Int {
    guard start + 1 < bytes.count else { return bytes.count }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""): unescaped.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): unescaped.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): unescaped.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"): return try unescapeUnicode(at: start)
    default:
      throw problem(
        at: start,
        "found a backslash before \(found(at: start + 1))",
        why: #"an escape is one of \" \\ \/ \b \f \n \r \t \uXXXX"#,
        fix: #"write \\ for a backslash itself"#
      )
    }
    return start + 2
  }

  /// Returns the index after the `\uXXXX`, or after both of a surrogate pair.
  private mutating func unescapeUnicode(at start: Int) throws(AppControllerError) -> Int {
    let unit = try codeUnit(at: start)
    var end = start + 6
    var value = unit
    if (0xD800...0xDBFF).contains(unit), end + 1 < bytes.count, bytes[end] == UInt8(ascii: "\\"),
      bytes[end + 1] == UInt8(ascii: "u")
    {
      let low = try codeUnit(at: end)
      if (0xDC00...0xDFFF).contains(low) {
        value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        end += 6
      }
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw problem(
        at: start,
        "found the lone surrogate U+\(String(unit, radix: 16, uppercase: true))",
        why: "half of a surrogate pair is no character, and UTF-8 cannot hold it",
        fix: "write both halves, the high one first, or the character itself"
      )
    }
    unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    return end
  }

  /// `start` is at the backslash.
  private func codeUnit(at start: Int) throws(AppControllerError) -> UInt32 {
    var value: UInt32 = 0
    for index in start + 2..<start + 6 {
      let digit: UInt8? =
        switch index < bytes.count ? bytes[index] : 0 {
        case let byte where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): byte - UInt8(ascii: "0")
        case let byte where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte): byte - UInt8(ascii: "a") + 10
        case let byte where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte): byte - UInt8(ascii: "A") + 10
        default: nil
        }
      guard let digit else {
        throw problem(
          at: index,
          "expected a hexadecimal digit, found \(found(at: index))",
          why: "\\u takes exactly four hexadecimal digits",
          fix: "write four digits, such as \\u00e9"
        )
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private func invalidUTF8(at index: Int) -> AppControllerError {
    problem(
      at: index,
      "found the byte \(Self.hexadecimal(bytes[index])), which begins no valid UTF-8 character here",
      why: "JSON is UTF-8, without overlong forms, surrogates or cut off characters",
      fix: "save the text as UTF-8"
    )
  }
}

extension Span<UInt8> {
  /// Returns the end of a run of plain text: at a quotation mark, a backslash, a control character, a byte beyond ASCII
  /// if the run has to be ASCII, a delete character, or the end of the text.
  ///
  /// Nearly all text consists of such runs, and checking eight bytes at a time takes as long as checking one.
  func endOfPlainText(from start: Int, isASCII: Bool = true) -> Int {
    let beyondASCII: UInt64 = isASCII ? .max : 0
    let raw = unsafe bytes
    var index = start
    while index + 8 <= count {
      let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      let controls = (word &- 0x2020_2020_2020_2020) & ~word
      let quotes = Self.zeroBytes(of: word ^ 0x2222_2222_2222_2222)
      let backslashes = Self.zeroBytes(of: word ^ 0x5C5C_5C5C_5C5C_5C5C)
      let deletes = (word &+ 0x0101_0101_0101_0101) & ~word
      let ends = (controls | quotes | backslashes | deletes | word & beyondASCII) & 0x8080_8080_8080_8080
      // A borrow can only mark bytes after one that is marked correctly, and a carry after one that is no UTF-8.
      if ends != 0 { return index + ends.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, self[index] >= 0x20, !isASCII || self[index] < 0x80, self[index] != 0x22, self[index] != 0x5C,
      self[index] != 0x7F
    {
      index += 1
    }
    return index
  }

  /// Sets the top bit of the first zero byte of a word, and perhaps of later bytes.
  private static func zeroBytes(of word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }
}
