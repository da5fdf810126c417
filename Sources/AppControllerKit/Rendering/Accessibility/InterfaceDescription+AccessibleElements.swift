extension InterfaceDescription {
  /// What the interface says, in reading order.
  ///
  /// Said is what the user faces: of tabs the bar and the selected one's content, of a navigation stack the top screen
  /// and a way back when there is one, and a layer after what it stands above. Nothing is said of what is hidden, of
  /// decoration, and of containers without a name. The result is a function of the arguments, and linear in the size of
  /// the description.
  public func accessibleElements(state: PresentationState = .init()) -> [AccessibleElement] {
    resolved().root.accessibleElements(state: state)
  }
}

extension InterfaceDescription.Node {
  /// What the node and everything below it says, in reading order; of a kind that is not known, what its children say.
  public func accessibleElements(state: PresentationState = .init()) -> [AccessibleElement] {
    var collector = AccessibleElementCollector(arena: arena, state: state)
    collector.collect(index)
    return collector.elements
  }
}
