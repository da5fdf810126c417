/// The tabs whose contents are presented.
public enum AccessibleTabs: Sendable, Hashable {
  /// The selected tabs, which the user sees.
  case selected
  /// All tabs, one after the other, for a medium in which no tab can be selected.
  case all
}

extension InterfaceDescription {
  /// The accessible elements of the interface, in reading order.
  ///
  /// They are the elements that the user sees: the bar of tabs and, unless all are requested, the selected tab's
  /// contents; the top screen of a navigation stack, with a way back if there is one; and a layer after the screen
  /// below it. Hidden nodes, decoration and containers without a name give no elements. The result depends on the
  /// arguments alone, and takes time linear in the size of the description.
  public func accessibleElements(
    state: PresentationState = .init(), tabs: AccessibleTabs = .selected
  ) -> [AccessibleElement] {
    resolved().root.accessibleElements(state: state, tabs: tabs)
  }
}

extension InterfaceDescription.Node {
  /// The accessible elements of the node and its subtree, in reading order; for a node of unknown kind, those of its
  /// children.
  public func accessibleElements(
    state: PresentationState = .init(), tabs: AccessibleTabs = .selected
  ) -> [AccessibleElement] {
    var collector = AccessibleElementCollector(arena: arena, state: state, tabs: tabs)
    collector.collect(index)
    return collector.elements
  }
}
