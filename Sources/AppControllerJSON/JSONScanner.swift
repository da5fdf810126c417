package import AppControllerInterface

/// Splits a JSON text into tokens, strictly by RFC 8259, in one pass and in linear time.
///
/// The scanner checks only tokens; the reader checks their order. The content of strings is available as bytes, so that
/// a reader with its own text storage needs no `String`.
package struct JSONScanner: Sendable {
  package enum Token: Sendable, Equatable {
    case beginObject
    case endObject
    case beginArray
    case endArray
    case colon
    case comma
    /// ``JSONScanner/string()`` has its content.
    case string
    /// Without fraction and exponent; `-0` is 0.
    case int(Int64)
    /// Rounded to the nearest double; never infinite.
    case double(Double)
    case bool(Bool)
    case null
    case end
  }

  /// In bytes.
  package static let numberLimit = 1024

  package let bytes: [UInt8]
  package private(set) var tokenOffset = 0
  /// The first byte after the last token.
  var offset = 0

  /// In ``bytes``; `nil` when the last string had escapes and is in ``unescaped``.
  var stringRange: Range<Int>? = 0..<0
  /// Kept for its capacity.
  var unescaped: [UInt8] = []

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns ``Token/end`` at the end, in every further call too; throws `invalidJSON` with the position.
  package mutating func next() throws(AppControllerError) -> Token {
    skipWhitespace()
    tokenOffset = offset
    guard offset < bytes.count else { return .end }
    switch bytes[offset] {
    case UInt8(ascii: "{"): return punctuation(.beginObject)
    case UInt8(ascii: "}"): return punctuation(.endObject)
    case UInt8(ascii: "["): return punctuation(.beginArray)
    case UInt8(ascii: "]"): return punctuation(.endArray)
    case UInt8(ascii: ":"): return punctuation(.colon)
    case UInt8(ascii: ","): return punctuation(.comma)
    case UInt8(ascii: "\""):
      try scanString()
      return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try scanNumber()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case 0xEF where offset == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]):
      throw problem(
        at: 0,
        "found a byte order mark",
        why: "JSON is UTF-8 and begins with its first token",
        fix: "save the text as UTF-8 without a byte order mark"
      )
    default: throw unexpected("a value")
    }
  }

  /// Returns the first token of the next element or member, past its comma; `nil` at the end of the array or object.
  mutating func content(isFirst: Bool, ofObject: Bool) throws(AppControllerError) -> Token? {
    switch try next() {
    case .endArray where !ofObject, .endObject where ofObject: return nil
    case .comma where !isFirst: return try next()
    case let token where isFirst: return token
    default: throw unexpected(ofObject ? "',' or '}'" : "',' or ']'")
    }
  }

  package mutating func token(at offset: Int) throws(AppControllerError) -> Token {
    self.offset = offset
    return try next()
  }

  private mutating func skipWhitespace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return
      }
    }
  }

  private mutating func punctuation(_ token: Token) -> Token {
    offset += 1
    return token
  }

  private mutating func literal(_ word: StaticString, _ token: Token) throws(AppControllerError) -> Token {
    let text = word.description
    guard bytes[offset...].starts(with: text.utf8) else { throw unexpected("a value") }
    offset += text.utf8.count
    return token
  }

  package func string() -> String {
    if let stringRange {
      String(decoding: bytes[stringRange], as: UTF8.self)
    } else {
      String(decoding: unescaped, as: UTF8.self)
    }
  }

  private var stringBytes: ArraySlice<UInt8> { stringRange.map { bytes[$0] } ?? unescaped[...] }
}

extension JSONScanner {
  /// ``offset`` is at the minus sign or the first digit.
  mutating func scanNumber() throws(AppControllerError) -> Token {
    let start = offset
    let isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    let digits = try scanDigits(after: isNegative ? "the minus sign" : "")
    if bytes[digits.lowerBound] == UInt8(ascii: "0"), digits.count > 1 {
      throw problem(
        at: digits.lowerBound,
        "found a number that begins with 0",
        why: "a number has no leading zeros",
        fix: "leave the zeros out, or write a string"
      )
    }

    var isInteger = true
    if byte(is: UInt8(ascii: ".")) {
      isInteger = false
      offset += 1
      _ = try scanDigits(after: "the decimal point")
    }
    if byte(is: UInt8(ascii: "e")) || byte(is: UInt8(ascii: "E")) {
      isInteger = false
      offset += 1
      if byte(is: UInt8(ascii: "+")) || byte(is: UInt8(ascii: "-")) { offset += 1 }
      _ = try scanDigits(after: "the exponent's e")
    }

    guard offset - start <= Self.numberLimit else {
      throw problem(
        at: start,
        "found a number of \(offset - start) bytes, more than \(Self.numberLimit)",
        why: "no number that can be kept needs so many digits",
        fix: "write fewer digits, or a string"
      )
    }
    return isInteger
      ? .int(try integer(of: digits, isNegative: isNegative, start: start))
      : .double(try double(of: start..<offset))
  }

  private mutating func scanDigits(after what: String) throws(AppControllerError) -> Range<Int> {
    let start = offset
    while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) { offset += 1 }
    guard offset > start else {
      throw problem(
        at: offset,
        "expected a digit after \(what), found \(found(at: offset))",
        why: "a number has a digit there, and JSON knows neither NaN nor infinity",
        fix: "write the digit, such as in -1, 0.5 or 2e3"
      )
    }
    return start..<offset
  }

  private func byte(is wanted: UInt8) -> Bool { offset < bytes.count && bytes[offset] == wanted }

  private func integer(of digits: Range<Int>, isNegative: Bool, start: Int) throws(AppControllerError) -> Int64 {
    var value: Int64 = 0
    for index in digits {
      let digit = Int64(bytes[index] - UInt8(ascii: "0"))
      // Counted downwards from zero, because the smallest integer has no positive counterpart.
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (difference, underflows) = product.subtractingReportingOverflow(digit)
      if overflows || underflows { throw outOfRange(at: start) }
      value = difference
    }
    if isNegative { return value }
    guard value != .min else { throw outOfRange(at: start) }
    return -value
  }

  private func double(of range: Range<Int>) throws(AppControllerError) -> Double {
    guard let value = Double(String(decoding: bytes[range], as: UTF8.self)), value.isFinite else {
      throw problem(
        at: range.lowerBound,
        "found a number beyond \(Double.greatestFiniteMagnitude)",
        why: "a number with a fraction or an exponent is kept as a 64-bit floating-point number",
        fix: "write a smaller number, or a string"
      )
    }
    return value
  }

  private func outOfRange(at start: Int) -> AppControllerError {
    problem(
      at: start,
      "found an integer outside \(Int64.min)...\(Int64.max)",
      why: "an integer is kept exactly, in 64 bits",
      fix: "write a smaller integer, one with a fraction (1.0e30) if rounding is fine, or a string"
    )
  }
}

extension JSONScanner {
  /// The message shows at most one character of the text, because the text may hold a secret.
  package func problem(at offset: Int, _ what: String, why: String, fix: String) -> AppControllerError {
    let position = JSONPosition(of: offset, in: bytes)
    return AppControllerError(
      .invalidJSON,
      what: "the JSON text is wrong at \(position): \(what)",
      why: why,
      fix: fix,
      diagnostics: [Diagnostic(.error, .badJSON, path: "$", position: position, message: "\(what); \(why)")]
    )
  }

  package func unexpected(_ expected: String) -> AppControllerError {
    problem(
      at: tokenOffset,
      "expected \(expected), found \(found(at: tokenOffset))",
      why: "the text does not follow the grammar of RFC 8259, which has no comments and no commas at the end",
      fix: "correct the text at that place"
    )
  }

  /// Safe to print: an ASCII character, a byte's value, or the end.
  func found(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the text" }
    let byte = bytes[offset]
    return (0x21...0x7E).contains(byte) ? "'\(Unicode.Scalar(byte))'" : "the byte \(Self.hexadecimal(byte))"
  }

  static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 0x10 ? "0x0\(digits)" : "0x\(digits)"
  }
}

extension JSONScanner {
  /// With its escapes resolved.
  package mutating func name(of member: JSONOutline.Value, in outline: JSONOutline) throws(AppControllerError) -> String
  {
    String(decoding: try nameBytes(of: member, in: outline), as: UTF8.self)
  }

  package mutating func nameBytes(
    of member: JSONOutline.Value, in outline: JSONOutline
  ) throws(AppControllerError) -> ArraySlice<UInt8> {
    try contentOfString(at: outline.nameOffset(of: member) ?? 0, in: outline)
  }

  /// Empty for no value.
  package mutating func bytes(
    of value: JSONOutline.Value?, in outline: JSONOutline
  ) throws(AppControllerError) -> ArraySlice<UInt8> {
    guard let value else { return [] }
    return try contentOfString(at: outline.offset(of: value), in: outline)
  }

  /// A slice of the text, without a copy unless there are escapes to resolve.
  private mutating func contentOfString(
    at offset: Int, in outline: JSONOutline
  ) throws(AppControllerError) -> ArraySlice<UInt8> {
    if let range = outline.plainContent(at: offset) { return bytes[range] }
    guard try token(at: offset) == .string else { return [] }
    return stringBytes
  }
}
