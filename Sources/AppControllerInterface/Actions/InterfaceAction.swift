/// What the user did, as the provider is told: an action that the interface describes, and the values that it names.
public struct InterfaceAction: Sendable {
  /// The action's name, as described.
  public let name: String
  /// The id of the node that it came from.
  public let nodeID: String
  /// Exactly the inputs that the action sends.
  public let values: InputValues
  /// The fixed values that go with it, as described.
  public let payload: [String: String]
  /// Which interface it came from: the number of the installed interface, counting up.
  public let revision: UInt64
  /// How long the provider may take.
  public let deadline: Duration

  /// Makes an action; a host does this for what the user did, a test for what it wants answered.
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
  /// A secret's text is a copy that nobody erases; ``secret(_:)`` gives the one that is.
  public subscript(input: String) -> String? { values[input]?.texts.first }

  /// The value of a secret input; `nil` when the action does not send it or it is no secret.
  public func secret(_ input: String) -> Secret? {
    guard case .secret(let secret)? = values[input] else { return nil }
    return secret
  }
}

extension InterfaceAction: CustomStringConvertible, CustomReflectable {
  /// The name and the node, and no value.
  public var description: String { "InterfaceAction(\(name), from \(nodeID))" }

  /// The name and the node, and no value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "nodeID": nodeID]) }
}
