/// A live tab bar: one controller for each item, and the selection.
public final class TabContainer: InterfaceController {
  /// The id of the tab bar.
  public let id: String
  /// The accessible name of the tab bar; `nil` when it has none.
  public var label: String? { node?.label }
  /// `nil` for a tab bar that the app has made of controllers.
  let node: InterfaceDescription.Node?
  /// The ids of the items, in order; an item that was added without an id has an empty one, and cannot be selected.
  public private(set) var itemIDs: [String] = []
  /// The id of the selected item.
  public private(set) var selectedID: String {
    didSet { if selectedID != oldValue { reportChange(.selection(tabs: id), moves: true) } }
  }
  private let described: [String: InterfaceDescription.Node]

  init(node: InterfaceDescription.Node) {
    let items = node.shownChildren
    id = node.id ?? ""
    self.node = node
    described = Dictionary(items.map { ($0.id ?? "", $0) }) { first, _ in first }
    selectedID = items.first { $0.id == node.selected }?.id ?? items.first?.id ?? ""
    super.init()
    for item in items {
      // An item that this host cannot show gets an empty controller, so that the others keep their places.
      add(item.children.lazy.compactMap(Self.controller(for:)).first ?? InterfaceController(), as: item.id ?? "")
    }
  }

  /// Makes a tab bar of controllers, each with the id of its item; the first one is selected.
  public init(id: String, _ items: KeyValuePairs<String, InterfaceController>) {
    self.id = id
    node = nil
    described = [:]
    selectedID = items.first?.key ?? ""
    super.init()
    for (itemID, controller) in items { add(controller, as: itemID) }
  }

  /// The controller of the selected item.
  public var selected: InterfaceController? {
    itemIDs.firstIndex(of: selectedID).flatMap { children.indices.contains($0) ? children[$0] : nil }
  }

  var itemPictures: [TabBarPicture.Item] {
    zip(itemIDs, children).map { id, child in
      let node = described[id]
      let label = node?.label ?? child.effectivePresentationTraits.title ?? id
      return TabBarPicture.Item(id: id, label: label, of: node)
    }
  }

  /// The selected controller decides.
  public override var childForPresentationTraits: InterfaceController? { selected }

  /// Selects an item.
  ///
  /// - Returns: Whether there is such an item.
  @discardableResult
  public func select(_ itemID: String) -> Bool {
    guard !itemID.isEmpty, itemIDs.contains(itemID) else { return false }
    selectedID = itemID
    return true
  }

  private func add(_ controller: InterfaceController, as itemID: String) {
    add(controller)
    if controller.parent === self { itemIDs[children.count - 1] = itemID }
  }

  override func change(with child: InterfaceController) -> InterfaceChange { .items(tabs: id) }

  override func childDidJoin(_ child: InterfaceController, at position: Int) {
    itemIDs.insert("", at: position)
  }

  override func childDidLeave(_ child: InterfaceController, at position: Int, for new: InterfaceController?) {
    if new != nil { return }
    let left = itemIDs.remove(at: position)
    if left == selectedID { selectedID = itemIDs.first ?? "" }
  }
}
