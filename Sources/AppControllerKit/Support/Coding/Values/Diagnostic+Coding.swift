extension Diagnostic: Coded {
  package static var blank: Diagnostic { Diagnostic(.error, Code(rawValue: ""), path: "", message: "") }

  /// Only a builder's failure is encoded; it has no position in a text.
  package mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    var (code, path, message) = (code.rawValue, path, message)
    try coder.member("code", &code, .shown(atMost: 16))
    try coder.member("path", &path, .sentence)
    try coder.member("message", &message, .sentence)
    let isBuilders =
      code.count == 7 && code.hasPrefix("ACK11") && code.utf8.dropFirst(3).allSatisfy { (48...57).contains($0) }
    guard isBuilders || !Form.checksValues else {
      throw .unexpected("the code \(code.debugDescription)", wanted: "one of the builder")
    }
    self = Diagnostic(.error, Code(rawValue: code), path: path, message: message)
  }
}
