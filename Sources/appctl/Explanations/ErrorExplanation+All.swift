extension ErrorExplanation {
  /// In the order of their numbers.
  static let all: [ErrorExplanation] = {
    do throws(ErrorDocument.Fault) {
      return try ErrorDocument(String(decoding: EmbeddedFile.errorDocument, as: UTF8.self)).explanations
    } catch {
      preconditionFailure("Docs/Errors.md:\(error.line) is not \(error.expected)")
    }
  }()
}
