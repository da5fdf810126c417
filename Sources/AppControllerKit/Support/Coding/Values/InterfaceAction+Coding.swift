extension InterfaceAction: Coded {
  package static var blank: InterfaceAction { InterfaceAction("", nodeID: "") }
  /// The largest size of a text in bytes, which no action of a valid interface reaches.
  private static var limit: Int { 16 << 20 }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (name, node, payload, revision) = (name, nodeID, payload, revision)
    var (values, seconds) = (self.values.map { NamedInput(name: $0, value: $1) }, deadline.components.seconds)
    values.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    try coder.member("name", &name, .text(atMost: 1 << 20))
    try coder.member("node", &node, .text(atMost: 1 << 20))
    try coder.member("values", &values, .list(.object(), atMost: 100_000))
    try coder.member("payload", &payload, .strings(100_000, each: 1 << 20))
    try coder.member("revision", &revision, .integer())
    try coder.member("deadline", &seconds, .integer())
    self = InterfaceAction(
      name, nodeID: node, values: Dictionary(values.map { ($0.name, $0.value) }) { _, last in last }, payload: payload,
      revision: revision, deadline: .seconds(seconds))
  }

  /// One input and its name.
  private struct NamedInput: Coded {
    var name: String
    var value: InputValue

    static var blank: NamedInput { NamedInput(name: "", value: .plain([])) }

    mutating func code(_ coder: inout some Coder) throws(CodingFault) {
      try coder.member("input", &name, .text(atMost: 1 << 20))
      var (texts, secret): ([String], Secret?) =
        switch value {
        case .plain(let texts): (texts, nil)
        case .secret(let secret): ([], secret)
        }
      try coder.member("secret", &secret, .optional(.secret(atMost: limit)))
      try coder.member("texts", &texts, .list(.text(atMost: limit), atMost: 100_000))
      value = secret.map(InputValue.secret) ?? .plain(texts)
    }
  }
}
