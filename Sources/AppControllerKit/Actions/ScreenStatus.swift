/// What the user can do on a screen, with the values of one moment.
///
/// Every front end asks it, so that all agree. It remembers what it has found out.
package struct ScreenStatus {
  private let form: Form
  private let values: InputValues
  private let state: PresentationState
  private var validity = Form.Validity()
  /// By the indices of the groups.
  private var openGroups: [Int: Bool] = [:]

  package init(_ form: Form, _ state: PresentationState) {
    (self.form, self.state, values) = (form, state, form.values(with: state.values))
  }

  package mutating func isEnabled(_ node: InterfaceDescription.Node) -> Bool {
    node.value(.enabled) == nil || form.holds(node.enabled, values, &validity)
  }

  package mutating func isOpen(_ group: InterfaceDescription.Node) -> Bool {
    if let known = openGroups[group.index] { return known }
    let isOpen = state.isOpen(group)
    openGroups[group.index] = isOpen
    return isOpen
  }

  package mutating func isInOpenGroups(_ node: InterfaceDescription.Node) -> Bool {
    node.groups.allSatisfy { isOpen($0) }
  }

  /// Whether the user can act on the node now.
  package mutating func isUsable(_ node: InterfaceDescription.Node) -> Bool {
    node.isActionable && !node.isBusy && isInOpenGroups(node) && isEnabled(node)
  }
}

extension InterfaceDescription.Node {
  /// The groups that can be closed, the innermost first.
  var groups: [InterfaceDescription.Node] {
    var (groups, node) = ([InterfaceDescription.Node](), self)
    while let parent = node.parent {
      if parent.isCollapsed != nil { groups.append(parent) }
      node = parent
    }
    return groups
  }
}
