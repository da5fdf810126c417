package import AppControllerInterface

/// Splits a JSON text into tokens, strictly by RFC 8259, in one pass and in linear time.
///
/// The scanner checks only tokens; the reader checks their order. The content of strings is available as bytes, so that
/// a reader with its own text storage needs no `String`.
package struct JSONScanner: Sendable {
  /// A token of JSON.
  package enum Token: Sendable, Equatable {
    /// `{`
    case beginObject
    /// `}`
    case endObject
    /// `[`
    case beginArray
    /// `]`
    case endArray
    /// `:`
    case colon
    /// `,`
    case comma
    /// A string; ``JSONScanner/string()`` and ``JSONScanner/withStringBytes(_:)`` have its content.
    case string
    /// A number without fraction and exponent. `-0` is 0.
    case int(Int64)
    /// A number with a fraction or an exponent, rounded to the nearest double; never infinite.
    case double(Double)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`
    case null
    /// The end of the text.
    case end
  }

  /// The largest size of one number in bytes.
  package static let numberLimit = 1024

  /// The text.
  package let bytes: [UInt8]
  /// The offset of the last token, in bytes from 0.
  package private(set) var tokenOffset = 0
  /// The first byte after the last token.
  package internal(set) var offset = 0

  /// The range of the last string's content in ``bytes``; nil when it had escapes and is in ``unescaped``.
  package var stringRange: Range<Int>? = 0..<0
  /// The content of the last string with escapes; kept for its capacity.
  package var unescaped: [UInt8] = []

  /// Makes a scanner at the start of a text, which is not copied.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the next token.
  ///
  /// - Returns: The token; ``Token/end`` at the end, in every further call too.
  /// - Throws: `invalidJSON` with the position, for bytes that are not a token.
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

  /// Reads the token that begins at a byte.
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

  /// The content of the last string.
  package func string() -> String {
    if let stringRange {
      String(decoding: bytes[stringRange], as: UTF8.self)
    } else {
      String(decoding: unescaped, as: UTF8.self)
    }
  }

  /// Passes the content of the last string to a closure as valid UTF-8, without making a `String`.
  package func withStringBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let stringRange {
      return try body(bytes.span.extracting(stringRange))
    }
    return try body(unescaped.span)
  }
}
