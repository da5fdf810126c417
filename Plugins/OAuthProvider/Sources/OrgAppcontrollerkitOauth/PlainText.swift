/// What is taken from a server into a screen, a session or an error.
enum PlainText {
  /// Whether each character can be shown as it is: no controls, no marks of direction, nothing that cannot be seen.
  static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
      default: !scalar.properties.isVariationSelector && !scalar.properties.isDefaultIgnorableCodePoint
      }
    }
  }

  /// A text of at most a number of bytes; `nil` when it is empty, longer, or not plain.
  static func plain(_ text: String?, atMost bytes: Int) -> String? {
    guard let text, 1...bytes ~= text.utf8.count, isPlain(text) else { return nil }
    return text
  }

  /// A server's word for an error, in the characters of RFC 6749; another one is not repeated.
  static func errorCode(_ text: String) -> String {
    let isWord = text.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_")
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
    }
    return isWord && 1...40 ~= text.utf8.count ? text : "an unknown error"
  }
}
