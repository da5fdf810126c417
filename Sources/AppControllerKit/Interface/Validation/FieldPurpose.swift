enum FieldPurpose: Equatable {
  case secret
  /// The identity of a person, with the content type for it.
  case identity(String)

  func isMet(by content: FieldContent) -> Bool {
    switch self {
    case .secret: content.isSecret
    case .identity: content != .text
    }
  }

  func advice(_ name: String) -> String {
    switch self {
    case .secret: "\"\(name)\" is shown as it is typed; say that its content is a password, newPassword or oneTimeCode"
    case .identity(let content): "say that the content of \"\(name)\" is \(content), so that it can be filled in"
    }
  }
}

extension String {
  /// The purpose of a field with this name; `nil` when the name does not show it.
  var fieldPurpose: FieldPurpose? {
    // A name has few words; a long label is a sentence, which may be about a secret.
    if utf8.count > InterfaceLimits.standard.label { return nil }
    let words = words
    if words.count > 6 { return nil }
    let letters = words.joined()
    if words.contains(where: Self.secretWords.contains) || letters.hasSuffix("password") || letters == "onetimecode" {
      return words.last.map(Self.nounsAboutSecrets.contains) == true ? nil : .secret
    }
    if letters == "username" { return .identity("username") }
    return letters.hasSuffix("email") ? .identity("email") : nil
  }

  private static let secretWords: Set = [
    "otp", "passcode", "passphrase", "passwd", "password", "pin", "pwd", "secret", "token",
  ]

  /// The last words of names that refer to a secret without being one, such as `password hint`.
  private static let nounsAboutSecrets: Set = [
    "count", "date", "expiry", "hint", "id", "kind", "length", "name", "policy", "question", "type", "url",
  ]

  /// The words of ASCII letters in the text, in lower case; "clientSecret", "client_secret" and "Client secret" give
  /// the same two words.
  private var words: [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var isAfterSmall = false
    for byte in utf8 {
      let isLetter = byte.isLetter
      let isCapital = isLetter && byte & 0x20 == 0
      if !isLetter || isCapital && isAfterSmall {
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
      }
      if isLetter { word.append(byte | 0x20) }
      isAfterSmall = isLetter && !isCapital
    }
    return word.isEmpty ? words : words + [String(decoding: word, as: UTF8.self)]
  }
}
