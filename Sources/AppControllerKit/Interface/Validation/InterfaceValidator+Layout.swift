// The rules about groups that open and close, and about properties that have a meaning in some places only.
extension InterfaceValidator {
  mutating func checkDisclosure(_ index: Int, _ node: NodeRecord) {
    guard let collapsed = arena.value(.collapsed, in: node.values), collapsed.tag == .bool else { return }
    if node.idSize == 0 { error(.missingID, index, ".id", "a group that opens and closes needs an id") }
    if isMissing(.label, node) {
      error(.missingLabel, index, ".label", "a group that opens and closes needs a label, which is pressed")
    }
  }

  /// Checks the properties that have a meaning only in a row or on a screen.
  mutating func checkPlacement(_ index: Int, _ node: NodeRecord) {
    guard let kind = node.knownKind else { return }
    let parent = arena.nodes[Int(node.parent)]
    if arena.value(.weight, in: node.values) != nil, index == 0 || !arena.isRow(parent) {
      warning(.misplacedProperty, index, ".weight", "it counts in a horizontal stack only")
    }
    let isOnScreen =
      switch kind {
      case .screen, .tabs, .navigation, .presented: false
      case .item: parent.knownKind != .tabs
      case .stack, .grid, .group, .list, .table, .row, .divider, .spacer, .text, .code, .image, .chart, .secret, .field,
        .toggle, .choice, .button, .link, .progress, .banner:
        true
      }
    if !isOnScreen, arena.value(.visible, in: node.values) != nil {
      warning(.misplacedProperty, index, ".visible", "it counts for what a screen contains only")
    }
  }
}

extension Arena {
  package func isRow(_ node: NodeRecord) -> Bool {
    node.knownKind == .stack && word(.axis, in: node.values) == Axis.horizontal.rawValue
  }
}
