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
    return group.shownSubtree().contains(where: hasError)
  }

  func hasError(_ node: InterfaceDescription.Node) -> Bool {
    node.kind?.isInput == true && node.input.map { fieldErrors[$0.name] != nil } == true
  }

  /// For a medium in which no group can be opened.
  package func openingGroups(of description: InterfaceDescription) -> PresentationState {
    var state = self
    for node in description.allNodes where node.isCollapsed == true { state.openGroups[node.id ?? ""] = true }
    return state
  }
}
