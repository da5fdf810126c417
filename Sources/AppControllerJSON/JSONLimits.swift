package import AppControllerInterface

/// The limits of a JSON text.
package struct JSONLimits: Sendable {
  /// The largest size in bytes; 4 MiB by default.
  package let bytes: Int
  /// The largest depth of nested arrays and objects; 128 by default, and never more than 512.
  package let depth: Int
  /// The largest number of values, including arrays and objects; half a million by default.
  package let values: Int

  /// Makes limits.
  package init(bytes: Int = 4 << 20, depth: Int = 128, values: Int = 500_000) {
    self.bytes = bytes
    // Readers are recursive, and the stack must suffice whatever a caller allows.
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
  /// Returns the depth of an array or object inside another one, if it is allowed.
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
