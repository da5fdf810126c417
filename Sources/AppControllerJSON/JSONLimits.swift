package import AppControllerInterface

/// How large a JSON text may be.
package struct JSONLimits: Sendable {
  /// The most bytes; 4 MiB by default.
  package let bytes: Int
  /// The most arrays and objects within each other; 128 by default, and never more than 512.
  package let depth: Int
  /// The most values, arrays and objects included; half a million by default.
  package let values: Int

  /// Makes limits.
  package init(bytes: Int = 4 << 20, depth: Int = 128, values: Int = 500_000) {
    self.bytes = bytes
    // Readers recurse, and whatever a caller allows, the stack must hold it.
    self.depth = min(depth, 512)
    self.values = values
  }

  /// Refuses a text that is too long.
  func check(_ text: [UInt8]) throws(AppControllerError) {
    guard text.count > bytes else { return }
    let what = "the JSON text has \(text.count) bytes, more than \(bytes)"
    throw AppControllerError(
      .invalidJSON,
      what: what,
      why: "what is read is bounded, so that no text can use up the memory",
      fix: "make the text smaller",
      diagnostics: [Diagnostic(.error, .badJSON, path: "$", position: JSONPosition(), message: what)]
    )
  }
}

extension JSONScanner {
  /// One array or object deeper, while that is allowed.
  func deeper(than depth: Int, _ limits: JSONLimits) throws(AppControllerError) -> Int {
    guard depth < limits.depth else {
      throw tooMuch("found more than \(limits.depth) arrays and objects within each other", fix: "nest less")
    }
    return depth + 1
  }

  package func tooManyValues(_ limit: Int) -> AppControllerError {
    tooMuch("found more than \(limit) values", fix: "split the text")
  }

  private func tooMuch(_ what: String, fix: String) -> AppControllerError {
    problem(
      at: tokenOffset, what, why: "what is read is bounded, so that no text can use up the memory or the stack",
      fix: fix
    )
  }
}
