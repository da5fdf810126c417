import AppControllerKit

extension DraftNode {
  /// Puts each icon beside the text that follows it in the same place, or else beside the one before it.
  mutating func placeIcons(_ context: inout ImportContext) {
    for path in leftIcons().map(\.path) {
      context.omit(path, "Icon", "there is no text that it could stand beside")
    }
  }

  /// Places the icons below the node.
  ///
  /// - Returns: Those for which there is no text here.
  private mutating func leftIcons() -> [(icon: Icon, path: String)] {
    var left: [(icon: Icon, path: String)] = []
    var position = 0
    while position < children.count {
      var icons = children[position].leftIcons()
      let isIcon = children[position].iconItself.map { icons.append(($0, children[position].id ?? "$")) } != nil
      for found in icons where !place(found.icon, around: position) { left.append(found) }
      if isIcon { children.remove(at: position) } else { position += 1 }
    }
    guard case .item = kind, icon == nil, let first = left.first else { return left }
    icon = first.icon
    return Array(left.dropFirst())
  }

  private var iconItself: Icon? { if case .icon(let icon) = kind { icon } else { nil } }

  private mutating func place(_ icon: Icon, around position: Int) -> Bool {
    for index in (position + 1)..<max(position + 1, children.count) where children[index].take(icon) { return true }
    for index in (0..<position).reversed() where children[index].take(icon) { return true }
    return false
  }

  /// Takes an icon for the first text in the node that has none; a node that holds a control takes none.
  private mutating func take(_ new: Icon) -> Bool {
    if isHidden { return false }
    switch kind {
    case .text, .button, .link:
      if icon != nil { return false }
      icon = new
      return true
    case .stack, .group, .item:
      for index in children.indices where children[index].take(new) { return true }
      return false
    case .disclosure, .icon, .list, .divider, .image, .field, .toggle, .choice, .tabs, .layer, .table, .row, .chart:
      return false
    }
  }
}

extension Icon {
  /// The icon with a name of A2UI, or with one of our own.
  init?(foreign name: String) {
    guard let icon = Self.foreign[name] ?? Icon(rawValue: name) else { return nil }
    self = icon
  }

  private static let foreign: [String: Icon] = [
    "accountCircle": .person, "arrowBack": .back, "arrowForward": .forward, "attachFile": .file,
    "calendarToday": .calendar, "event": .calendar,
    "favoriteOff": .favorite, "locationOn": .location, "lockOpen": .lock, "moreHoriz": .menu, "moreVert": .menu,
    "notifications": .notification, "notificationsOff": .notification, "payment": .money, "phone": .call,
    "priority_high": .warning, "shoppingCart": .cart, "skipNext": .next, "skipPrevious": .previous,
    "starHalf": .star, "starOff": .star, "trending_down": .trend, "trending_up": .trend, "upload": .document,
    "visibility": .search,
  ]
}
