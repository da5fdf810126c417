extension InterfaceDescription {
  /// Finds the changes that turn another description into this one.
  ///
  /// Takes time linear in the size of both, and n log n in the number of reordered siblings.
  ///
  /// - Parameter old: The original description, valid or not.
  /// - Returns: The difference; ``InterfaceDifference`` explains how nodes are matched.
  public func difference(from old: InterfaceDescription) -> InterfaceDifference {
    InterfaceDifference(from: old.arena, to: arena)
  }

  /// Applies the changes of a difference to this description.
  ///
  /// The difference fits a description with the same tree as its original: the same kinds and ids in the same places.
  /// The content of removed and updated nodes has to be the same as in the original. The content of the other nodes may
  /// differ, and is kept.
  ///
  /// - Parameter difference: The changes.
  /// - Returns: The changed description, equal to the new one if this one is equal to the old one; `nil` when the
  ///   difference does not fit, or when the result exceeds the limits of a description.
  public func applying(_ difference: InterfaceDifference) -> InterfaceDescription? {
    guard difference.fits(arena) else { return nil }
    let composed = ArenaComposer.compose(difference, from: arena)
    guard composed.values.count <= max(InterfaceLimits.standard.values, difference.new.values.count),
      composed.text.count <= max(InterfaceLimits.standard.totalText, difference.new.text.count)
    else { return nil }
    return InterfaceDescription(arena: composed)
  }
}

extension InterfaceDifference {
  /// Whether an arena has the tree of the original, and the same content in the changed places.
  fileprivate func fits(_ arena: Arena) -> Bool {
    if arena === old { return true }
    guard arena.failure == old.failure else { return false }
    // The end of the root is the number of nodes.
    for index in arena.nodes.indices {
      let (node, counterpart) = (arena.nodes[index], old.nodes[index])
      guard node.end == counterpart.end, node.isPropertyValue == counterpart.isPropertyValue,
        arena.identity(of: index, equals: old, index)
      else { return false }
    }
    return changes.allSatisfy { change in
      switch change {
      case .documentUpdated: arena.isDocument(equalTo: old)
      case .removed(let node), .updated(from: let node, to: _):
        arena.content(of: node.index, equals: old, node.index)
      case .moved, .inserted: true
      }
    }
  }
}
