/// A tab bar, live: one controller for each item, and which is selected.
public final class TabContainer: InterfaceController {
  /// The id of the tab bar.
  public let id: String
  /// The ids of the items, in order.
  public let itemIDs: [String]
  /// The id of the selected item.
  public private(set) var selectedID: String

  init(node: InterfaceDescription.Node) {
    let items = node.children
    id = node.id ?? ""
    itemIDs = items.map { $0.id ?? "" }
    selectedID = node.selected ?? itemIDs.first ?? ""
    super.init()
    for item in items {
      // An item of which this host can make nothing has an empty controller, so that the others keep their places.
      add(item.children.lazy.compactMap(Self.controller(for:)).first ?? InterfaceController())
    }
  }

  /// The controller of the selected item.
  public var selected: InterfaceController? {
    itemIDs.firstIndex(of: selectedID).flatMap { children.indices.contains($0) ? children[$0] : nil }
  }

  /// Selects an item.
  ///
  /// - Returns: Whether there is such an item.
  @discardableResult
  public func select(_ itemID: String) -> Bool {
    guard itemIDs.contains(itemID) else { return false }
    selectedID = itemID
    return true
  }
}
