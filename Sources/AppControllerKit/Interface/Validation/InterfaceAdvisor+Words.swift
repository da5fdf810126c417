// The tests of names and words that the advisor uses.
extension String {
  /// The text without differences that do not matter: case, and spaces around it.
  var folded: String {
    let text = drop(while: \.isWhitespace)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return text[...last].lowercased()
  }

  /// The words of the text, folded and without final punctuation such as an ellipsis, a colon or an arrow.
  var foldedWords: String {
    let text = folded
    guard let last = text.lastIndex(where: { $0.isLetter || $0.isNumber || $0 == ")" }) else { return text }
    return String(text[...last])
  }

  /// Whether no part of the text can be seen or heard.
  var isBlank: Bool {
    unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      // The empty pattern of Braille is drawn as nothing, but is not whitespace to Unicode.
      return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
    }
  }

  /// Whether the text is the name of an image file.
  var isFileName: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, !contains(where: \.isWhitespace), let ending = parts.last?.lowercased() else { return false }
    return ["jpg", "jpeg", "png", "gif", "webp", "avif", "heic", "svg", "bmp", "tif", "tiff", "ico"].contains(ending)
  }

  /// The words that only say that it is an image; `nil` without such words.
  var imagePhrase: String? {
    let text = foldedWords
    for word in ["image", "picture", "graphic"] {
      if text == word { return word }
      for article in ["", "an ", "a ", "the "] where text.hasPrefix("\(article)\(word) of ") {
        return "\(article)\(word) of"
      }
    }
    return nil
  }

  /// Whether the text asks the user to follow it without naming the target.
  func isVague(forLink: Bool) -> Bool {
    switch foldedWords {
    case "here", "click here", "tap here", "press here": true
    case "this", "this link", "this page", "link", "more", "read more": forLink
    default: false
    }
  }

  /// Whether the text has the form of a BCP 47 tag.
  var isLanguageTag: Bool {
    let subtags = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let first = subtags.first, subtags.allSatisfy({ 1...8 ~= $0.count && $0.allSatisfy(\.isLetterOrDigit) })
    else {
      return false
    }
    let isPrivate = subtags.count > 1 && (first.elementsEqual("x".utf8) || first.elementsEqual("i".utf8))
    return isPrivate || 2...3 ~= first.count && !first.contains(where: \.isDigit)
  }

  /// The purpose of a field of this name; `nil` when the name does not tell.
  var fieldPurpose: FieldPurpose? {
    let letters = String(decoding: utf8.filter { $0.isLetterOrDigit && !$0.isDigit }, as: UTF8.self).lowercased()
    if letters.hasSuffix("password") { return .secret }
    switch letters {
    case "passwd", "passphrase", "passcode", "onetimecode", "otp": return .secret
    case "username": return .identity("username")
    default: return letters.hasSuffix("email") ? .identity("email") : nil
    }
  }
}

/// The purpose of a field, by its name.
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
