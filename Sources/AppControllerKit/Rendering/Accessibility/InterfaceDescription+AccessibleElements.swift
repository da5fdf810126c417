/// Which tabs' content is said.
public enum AccessibleTabs: Sendable, Hashable {
  /// That of the selected ones, which is what somebody faces.
  case selected
  /// That of all, one after the other, as where nobody can select another.
  case all
}

extension InterfaceDescription {
  /// What the interface says, in reading order.
  ///
  /// Said is what the user faces: of tabs the bar and, unless all are asked for, the selected one's content, of a navigation stack the top screen
  /// and a way back when there is one, and a layer after what it stands above. Nothing is said of what is hidden, of
  /// decoration, and of containers without a name. The result is a function of the arguments, and linear in the size of
  /// the description.
  public func accessibleElements(
    state: PresentationState = .init(), tabs: AccessibleTabs = .selected
  ) -> [AccessibleElement] {
    resolved().root.accessibleElements(state: state, tabs: tabs)
  }
}

extension InterfaceDescription.Node {
  /// What the node and everything below it says, in reading order; of a kind that is not known, what its children say.
  public func accessibleElements(
    state: PresentationState = .init(), tabs: AccessibleTabs = .selected
  ) -> [AccessibleElement] {
    var collector = AccessibleElementCollector(arena: arena, state: state, tabs: tabs)
    collector.collect(index)
    return collector.elements
  }
}
