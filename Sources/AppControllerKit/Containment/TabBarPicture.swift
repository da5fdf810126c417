/// The picture of a tab bar at one moment.
public struct TabBarPicture: Sendable, Hashable {
  /// One tab.
  public struct Item: Sendable, Hashable {
    /// The id, which selects the item.
    public let id: String
    /// The visible name.
    public let label: String
    /// A few characters beside the label, such as a count; `nil` when there are none.
    public let badge: String?
  }

  /// The id of the tab bar.
  public let id: String
  /// The accessible name; `nil` when it has none.
  public let label: String?
  /// The tabs, in order.
  public let items: [Item]
  /// The id of the selected item; it matches no item when none is selected.
  public let selectedID: String
}

extension TabBarPicture {
  @MainActor
  init(of tabs: TabContainer) {
    self.init(id: tabs.id, label: tabs.label, items: tabs.itemPictures, selectedID: tabs.selectedID)
  }

  /// Takes the picture of a tab bar's node with one of its items selected.
  init(of node: InterfaceDescription.Node, selected: InterfaceDescription.Node?) {
    let items = node.shownChildren.map { Item(id: $0.id ?? "", label: $0.label ?? $0.id ?? "", badge: $0.badge) }
    self.init(id: node.id ?? "", label: node.label, items: items, selectedID: selected?.id ?? "")
  }
}
