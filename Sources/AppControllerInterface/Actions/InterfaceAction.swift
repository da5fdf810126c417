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
