import AppControllerKit
import Testing

/// Expects an error with a code, whose first sentence contains certain texts.
func expect(
  _ error: (any ExplainedError)?, _ code: String, _ texts: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let error else {
    Issue.record("there is no error with the code \(code)", sourceLocation: sourceLocation)
    return
  }
  #expect(error.codeName == code, "\(error)", sourceLocation: sourceLocation)
  for text in texts {
    #expect(error.what.contains(text), "\"\(text)\" is not in: \(error.what)", sourceLocation: sourceLocation)
  }
  #expect(!error.why.isEmpty && !error.fix.isEmpty, sourceLocation: sourceLocation)
}
