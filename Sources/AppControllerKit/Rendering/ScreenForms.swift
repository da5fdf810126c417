/// Every front end uses it, so that all agree about which nodes are enabled.
struct ScreenForms {
  private let arena: Arena
  private let state: PresentationState
  /// By the indices of the screens.
  private var forms: [Int: FilledForm] = [:]

  init(arena: Arena, state: PresentationState) {
    self.arena = arena
    self.state = state
  }

  mutating func isEnabled(_ index: Int, _ node: NodeRecord) -> Bool {
    guard let condition = arena.condition(arena.value(.enabled, in: node.values)) else { return true }
    var screen = index
    while arena.nodes[screen].knownKind != .screen, Int(arena.nodes[screen].parent) != screen {
      screen = Int(arena.nodes[screen].parent)
    }
    return forms[screen, default: FilledForm(of: .init(arena: arena, index: screen), state)].holds(condition)
  }
}

/// Caches the validity of the values.
package struct FilledForm {
  private let form: Form
  private let values: InputValues
  private var validity = Form.Validity()

  /// The values that the user has entered win over those of the description.
  package init(of screen: InterfaceDescription.Node, _ state: PresentationState) {
    self.init(Form(of: screen), state)
  }

  /// The values that the user has entered win over those of the description.
  package init(_ form: Form, _ state: PresentationState) {
    self.form = form
    values = form.initialValues.merging(state.values) { $1 }
  }

  package mutating func holds(_ condition: Condition) -> Bool { form.holds(condition, values, &validity) }
}

/// The state that is not part of a description: typed values, selections and error messages.
public struct PresentationState: Sendable, Equatable {
  /// The values of the inputs, by name; without secrets.
  public var values: InputValues
  /// The error messages of the inputs, by name.
  public var fieldErrors: [String: String]
  /// The selected item of each tab bar, by the ids of both.
  public var selectedItems: [String: String]
  /// Whether the user has opened or closed each group that can be closed, by its id.
  public var openGroups: [String: Bool]
  /// The pictures of the provider that are known, by their names; an image of another name is shown as text.
  public var assets: [String: AssetImage]

  /// Makes a state; empty unless given.
  public init(
    values: InputValues = [:], fieldErrors: [String: String] = [:], selectedItems: [String: String] = [:],
    openGroups: [String: Bool] = [:], assets: [String: AssetImage] = [:]
  ) {
    self.values = values
    self.fieldErrors = fieldErrors
    self.selectedItems = selectedItems
    self.openGroups = openGroups
    self.assets = assets
  }
}

extension PresentationState {
  /// An input with an error opens the group around it.
  package func isOpen(_ group: InterfaceDescription.Node) -> Bool {
    guard let isCollapsed = group.isCollapsed else { return true }
    if openGroups[group.id ?? ""] ?? !isCollapsed { return true }
    if fieldErrors.isEmpty { return false }
    return group.visibleSubtree.contains { node in
      node.kind?.isInput == true && node.input.map { fieldErrors[$0.name] != nil } == true
    }
  }

  /// For a medium in which no group can be opened.
  package func openingGroups(of description: InterfaceDescription) -> PresentationState {
    var state = self
    for node in description.allNodes where node.isCollapsed == true { state.openGroups[node.id ?? ""] = true }
    return state
  }
}

extension InterfaceDescription.Node {
  /// The groups that can be closed, the innermost first.
  package var groups: [InterfaceDescription.Node] {
    var (groups, node) = ([InterfaceDescription.Node](), self)
    while let parent = node.parent {
      if parent.isCollapsed != nil { groups.append(parent) }
      node = parent
    }
    return groups
  }

  /// `nil` when all groups around the node are open.
  package func closedGroup(in state: PresentationState) -> InterfaceDescription.Node? {
    groups.last { !state.isOpen($0) }
  }
}
