package import AppControllerInterface

extension JSONScanner {
  /// Makes the error for a place in the text.
  ///
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

  /// Makes the error for a last token that the grammar does not allow there.
  package func unexpected(_ expected: String) -> AppControllerError {
    problem(
      at: tokenOffset,
      "expected \(expected), found \(found(at: tokenOffset))",
      why: "the text does not follow the grammar of RFC 8259, which has no comments and no commas at the end",
      fix: "correct the text at that place"
    )
  }

  /// Returns the content at an offset, safe to print: an ASCII character, a byte's value, or the end.
  func found(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the text" }
    let byte = bytes[offset]
    return (0x21...0x7E).contains(byte) ? "'\(Unicode.Scalar(byte))'" : "the byte \(Self.hexadecimal(byte))"
  }

  /// Returns a byte as `0x1F`.
  static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 0x10 ? "0x0\(digits)" : "0x\(digits)"
  }
}
