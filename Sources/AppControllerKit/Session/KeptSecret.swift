/// The secret data of a session in the form in which a file or a vault keeps it.
///
/// The form is the secret alone when there is no refresh token and the secret does not begin with a zero byte.
/// Otherwise it consists of a zero byte, the size of the secret in decimal digits, another zero byte, the secret, and
/// the refresh token.
extension Session {
  private static let zero: UInt8 = 0

  /// Nil when there is neither a secret nor a refresh token.
  var keptSecret: Secret? {
    let startsWithZero = secret?.withUTF8Bytes { $0.count > 0 && $0[0] == Self.zero } ?? false
    guard refreshToken != nil || startsWithZero else { return secret }
    let size = secret?.byteCount ?? 0
    var bytes: [UInt8] = []
    // An array that grows leaves a copy of the secret behind.
    bytes.reserveCapacity(size + (refreshToken?.byteCount ?? 0) + 16)
    defer { Secret.wipe(&bytes) }
    bytes.append(Self.zero)
    bytes += String(size).utf8
    bytes.append(Self.zero)
    for part in [secret, refreshToken] {
      part?.withUTF8Bytes { for index in $0.indices { bytes.append($0[index]) } }
    }
    return Secret(bytes.span)
  }

  /// Data in any other form becomes the secret.
  mutating func take(kept: Secret) {
    let parts = kept.withUTF8Bytes { bytes -> (secret: Secret, refreshToken: Secret)? in
      guard bytes.count > 0, bytes[0] == Self.zero,
        let end = bytes.indices.dropFirst().prefix(8).first(where: { bytes[$0] == Self.zero }),
        let size = Int(String(decoding: (1..<end).map { bytes[$0] }, as: UTF8.self)), size >= 0,
        size <= bytes.count - end - 1
      else { return nil }
      let rest = bytes.extracting((end + 1)...)
      return (Secret(rest.extracting(..<size)), Secret(rest.extracting(size...)))
    }
    guard let parts else {
      secret = kept
      return
    }
    secret = parts.secret.byteCount > 0 ? parts.secret : nil
    refreshToken = parts.refreshToken.byteCount > 0 ? parts.refreshToken : nil
  }
}
