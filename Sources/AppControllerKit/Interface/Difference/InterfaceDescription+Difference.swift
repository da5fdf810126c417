extension InterfaceDescription {
  /// Finds what has to change in another description for it to become this one.
  ///
  /// Takes time linear in the size of both, and n log n in the number of siblings that are in another order.
  ///
  /// - Parameter old: The description to come from, valid or not.
  /// - Returns: The difference; ``InterfaceDifference`` says which nodes are taken to be the same.
  public func difference(from old: InterfaceDescription) -> InterfaceDifference {
    InterfaceDifference(from: old.arena, to: arena)
  }

  /// Makes the changes of a difference in this description.
  ///
  /// The difference fits a description with the same tree as the one that it is from: the same kinds and ids in the same
  /// places. What it removes and updates has to say the same as there. What the other nodes say may be different, and is
  /// kept.
  ///
  /// - Parameter difference: What to change.
  /// - Returns: The changed description, equal to the new one if this one is equal to the old one; `nil` when the
  ///   difference does not fit, or when what it makes is larger than a description may be.
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
  /// Whether an arena has the tree that the difference is from, and says the same where that is changed.
  fileprivate func fits(_ arena: Arena) -> Bool {
    if arena === old { return true }
    guard arena.failure == old.failure else { return false }
    // The root's end is the number of nodes.
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
