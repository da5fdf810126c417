internal import AppControllerInterface

/// The rules for the name of a class in Swift: identifiers, separated by dots.
enum SwiftTypeName {
  private static let reserved: Set<String> = [
    "Any", "Self", "Type", "Protocol", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
    "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while", "_",
  ]
  /// In bytes.
  private static let limit = 256

  /// `nil` for a valid name; the compiler finds out whether the class exists.
  static func fault(of text: String) -> String? {
    let count = text.utf8.count
    guard 1...limit ~= count else { return "has \(count) bytes, and has to have 1 to \(limit)" }
    let rule = "the name of a class has letters, digits, underscores, and dots after the types that it is in"
    for part in text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false) {
      let word = String(String.UnicodeScalarView(part))
      guard isIdentifier(part) else { return "is \"\(text.displayable)\"; \(rule)" }
      guard !reserved.contains(word) else { return "is \"\(text)\", in which \"\(word)\" is a word of the language" }
    }
    return nil
  }

  private static func isIdentifier(_ part: Substring.UnicodeScalarView) -> Bool {
    guard let first = part.first, first == "_" || first.properties.isXIDStart else { return false }
    return part.dropFirst().allSatisfy(\.properties.isXIDContinue)
  }
}
