internal import AppControllerJSON

/// Takes the secret out of the bytes of a session file, before a reader makes strings of what is there.
///
/// It looks for the member `secret` of what is inside the outermost object, and believes nothing else: whether the text
/// is a session file is for the reader to find out, from what is left.
enum SecretTaker {
  /// What became of the bytes.
  struct Taken {
    /// The secret.
    let secret: Secret
    /// The text with as many `x` in the place of the secret; to be zeroed like the text, of which it is a copy.
    var rest: [UInt8]
  }

  /// Takes the secret.
  ///
  /// - Returns: The secret and the rest; nil when there is none, or when the text breaks off before it.
  static func take(from bytes: [UInt8]) -> Taken? {
    var scanner = JSONScanner(bytes)
    // Never grown, so that a secret with escapes leaves no copy behind.
    scanner.unescaped.reserveCapacity(bytes.count)
    defer { Secret.wipe(&scanner.unescaped) }
    guard find(&scanner) else { return nil }
    let secret = scanner.withStringBytes { Secret($0) }
    var rest = bytes
    for index in scanner.tokenOffset + 1..<scanner.offset - 1 { rest[index] = UInt8(ascii: "x") }
    return Taken(secret: secret, rest: rest)
  }

  /// Moves a scanner to the text of the secret, and tells whether there is one.
  private static func find(_ scanner: inout JSONScanner) -> Bool {
    var depth = 0
    // How much of `"secret":` was seen.
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
