internal import AppControllerJSON

/// Extracts the secret from the bytes of a session file, before a reader makes strings of them.
///
/// It looks for the member `secret` of an object inside the outermost object, and checks nothing else: the reader
/// decides from the rest whether the text is a session file.
enum SecretExtractor {
  /// The parts of the bytes.
  struct Extraction {
    /// The secret.
    let secret: Secret
    /// The text with `x` in place of each byte of the secret; to be zeroed like the text, of which it is a copy.
    var rest: [UInt8]
  }

  /// Extracts the secret.
  ///
  /// - Returns: The secret and the rest; nil when there is no secret, or the text is malformed before it.
  static func extract(from bytes: [UInt8]) -> Extraction? {
    var scanner = JSONScanner(bytes)
    // Never grown, so that a secret with escapes leaves no copy behind.
    scanner.unescaped.reserveCapacity(bytes.count)
    defer { Secret.wipe(&scanner.unescaped) }
    guard find(&scanner) else { return nil }
    let secret = scanner.withStringBytes { Secret($0) }
    var rest = bytes
    for index in scanner.tokenOffset + 1..<scanner.offset - 1 { rest[index] = UInt8(ascii: "x") }
    return Extraction(secret: secret, rest: rest)
  }

  /// Moves a scanner to the text of the secret, and returns whether there is one.
  private static func find(_ scanner: inout JSONScanner) -> Bool {
    var depth = 0
    // The part of `"secret":` that was read.
    var isNamed = false
    var isNext = false
    while let token = try? scanner.next() {
      switch token {
      case .beginObject, .beginArray: depth += 1
      case .endObject, .endArray: depth -= 1
      case .string where isNext: return true
      case .string, .colon, .comma, .int, .double, .bool, .null: break
      case .end: return false
      }
      isNext = token == .colon && isNamed
      isNamed = token == .string && depth == 2 && scanner.withStringBytes { $0.equals("secret") }
    }
    return false
  }
}
