extension InterfaceAction {
  /// Makes the action of a node from the values that the user has entered on its screen.
  ///
  /// - Parameters:
  ///   - node: A node with an action.
  ///   - values: The values of the screen's inputs; only those that the action names are sent.
  ///   - payload: Values that are added to the described payload, or replace entries of it.
  ///   - revision: The number of the interface that the node is in.
  /// - Throws: ``AppControllerError`` with the code `ACK3010` when the node has no action or is disabled.
  public init(
    of node: InterfaceDescription.Node, values: InputValues, payload: [String: String] = [:], revision: UInt64 = 0
  ) throws(AppControllerError) {
    guard let action = node.action else {
      throw .noAction("the \(node.kindName) \"\(node.id ?? node.path)\" has no action")
    }
    let form = Form(of: node.screen)
    let all = form.initialValues.merging(values) { $1 }
    guard form.holds(node.enabled, all) else {
      throw .noAction("the \(node.kindName) \"\(node.id ?? node.path)\" is not enabled with these values")
    }
    var sent: InputValues = [:]
    for name in action.sends { sent[name] = all[name] ?? .text("") }
    self.init(
      action.name, nodeID: node.id ?? "", values: form.sealed(sent), payload: action.payload.merging(payload) { $1 },
      revision: revision, deadline: .seconds(min(max(action.deadline ?? 30, 0), 600))
    )
  }
}

extension InterfaceDescription.Node {
  /// The screen that contains the node; the root when no screen contains it.
  public var screen: InterfaceDescription.Node {
    var node = self
    while node.kind != .screen, let parent = node.parent { node = parent }
    return node
  }
}

extension AppControllerError {
  static func noAction(_ what: String) -> AppControllerError {
    AppControllerError(
      .noSuchAction, what: what, why: "only a button or an item that has an action and is enabled can be used",
      fix: "fill in what it waits for, or choose another"
    )
  }
}
