/// A user's action as the provider receives it: an action that the interface describes, and the values that it names.
public struct InterfaceAction: Sendable {
  /// The action's name, as described.
  public let name: String
  /// The id of the node that the action came from.
  public let nodeID: String
  /// Exactly the inputs that the action sends.
  public let values: InputValues
  /// The fixed values of the action, as described.
  public let payload: [String: String]
  /// The revision of the interface that the action came from: the number of the installed interface, counting up.
  public let revision: UInt64
  /// The time limit for the provider.
  public let deadline: Duration

  /// Makes an action; a host does this for the user's input, a test for an action that the provider is to answer.
  public init(
    _ name: String, nodeID: String, values: InputValues = [:], payload: [String: String] = [:], revision: UInt64 = 0,
    deadline: Duration = .seconds(30)
  ) {
    self.name = name
    self.nodeID = nodeID
    self.values = values
    self.payload = payload
    self.revision = revision
    self.deadline = deadline
  }

  /// The first value of an input; `nil` when the action does not send it.
  ///
  /// The text of a secret is a copy that cannot be erased; ``secret(_:)`` gives the value that can.
  public subscript(input: String) -> String? { values[input]?.texts.first }

  /// The value of a secret input; `nil` when the action does not send it or it is not secret.
  public func secret(_ input: String) -> Secret? {
    guard case .secret(let secret)? = values[input] else { return nil }
    return secret
  }
}

extension InterfaceAction: CustomStringConvertible, CustomReflectable {
  /// The name and the node, without values.
  public var description: String { "InterfaceAction(\(name), from \(nodeID))" }

  /// The name and the node, without values.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "nodeID": nodeID]) }
}

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
