/// The changes that turn one description into another: nodes that are removed, inserted, moved and updated.
///
/// Nodes are matched by id: a node with the same id and the same kind survives wherever it stands, so that a live node
/// keeps its value, its focus and its selection. A node with another kind or id is a different node. A node without an
/// id is matched below a surviving parent, first with a node whose whole subtree is equal, then with the next one of
/// its kind. A fallback is matched as a child with a place of its own. When an id occurs twice, the first node has it,
/// and the others are treated as nodes without an id.
///
/// A difference refers to both descriptions, so that its nodes have their parents and paths. Its own size is that of
/// the changes. Make one with ``InterfaceDescription/difference(from:)``.
public struct InterfaceDifference: Sendable {
  /// One change.
  public enum Change: Sendable {
    /// The document itself differs: its id, language, direction and the like, or the failure that stopped its building.
    case documentUpdated(from: InterfaceDescription, to: InterfaceDescription)
    /// An old node is removed, by itself: each removed node of its subtree has its own change.
    case removed(InterfaceDescription.Node)
    /// A new node is inserted, by itself.
    case inserted(InterfaceDescription.Node)
    /// A node has another parent, has become a fallback or is no longer one, or has changed places with siblings; as
    /// few siblings as possible are reported as moved.
    case moved(from: InterfaceDescription.Node, to: InterfaceDescription.Node)
    /// A node's own properties differ; its subtree does not count, except for the presence of a fallback.
    case updated(from: InterfaceDescription.Node, to: InterfaceDescription.Node)
  }

  /// All changes: that of the document, then the removals from the last node to the first, then all others in the order
  /// of the new description.
  ///
  /// So a removed node comes before its parent, and an inserted or moved node comes after its parent and after the
  /// sibling before it. A node that is moved and updated has both changes, in that order. A node that only follows its
  /// parent has not moved.
  public let changes: [Change]

  let old: Arena
  let new: Arena
  /// The runs of surviving nodes, in the order of the new description; the nodes between two runs are inserted.
  let runs: [SurvivingRun]
  let runsInOldOrder: [Int]

  init(from old: Arena, to new: Arena) {
    self.old = old
    self.new = new
    if old === new {
      changes = []
      runs = [SurvivingRun(old: 0, new: 0, count: old.nodes.count, descent: 0, startsWithFallback: false)]
    } else {
      let finder = DifferenceFinder(from: old, to: new)
      changes = finder.changes
      runs = finder.runs
    }
    runsInOldOrder = runs.indices.sorted { [runs] in runs[$0].old < runs[$1].old }
  }

  /// Whether there are no changes, which is true exactly when the two descriptions are equal.
  public var isEmpty: Bool { changes.isEmpty }
}

// MARK: - Surviving nodes

extension InterfaceDifference {
  /// The surviving nodes, old and new, in the order of the new description.
  public var survivors: some Sequence<(old: InterfaceDescription.Node, new: InterfaceDescription.Node)> {
    runs.lazy.flatMap { [old, new] run in
      (0..<run.count).lazy.map { offset in
        (
          old: InterfaceDescription.Node(arena: old, index: run.old + offset),
          new: InterfaceDescription.Node(arena: new, index: run.new + offset)
        )
      }
    }
  }

  /// The new node for a node of the old description; `nil` when it is removed, or is a node of another description.
  ///
  /// Takes time logarithmic in the number of changes.
  public func survivor(of node: InterfaceDescription.Node) -> InterfaceDescription.Node? {
    guard node.arena == old else { return nil }
    let position = runsInOldOrder.partitioningIndex { runs[$0].old > node.index }
    guard position > 0 else { return nil }
    let run = runs[runsInOldOrder[position - 1]]
    guard node.index < run.old + run.count else { return nil }
    return InterfaceDescription.Node(arena: new, index: run.new + node.index - run.old)
  }

  /// The old node for a node of the new description; `nil` when it is inserted, or is a node of another description.
  ///
  /// Takes time logarithmic in the number of changes.
  public func origin(of node: InterfaceDescription.Node) -> InterfaceDescription.Node? {
    guard node.arena == new else { return nil }
    let position = runs.partitioningIndex { $0.new > node.index }
    guard position > 0 else { return nil }
    let run = runs[position - 1]
    guard node.index < run.new + run.count else { return nil }
    return InterfaceDescription.Node(arena: old, index: run.old + node.index - run.new)
  }

  /// The old and the new node with an id; `nil` unless it survives.
  ///
  /// Takes time linear in the number of nodes; for many ids, go through ``survivors``.
  public func survivor(
    withID id: String
  ) -> (old: InterfaceDescription.Node, new: InterfaceDescription.Node)? {
    guard let node = InterfaceDescription(arena: old).node(withID: id), let new = survivor(of: node) else { return nil }
    return (node, new)
  }
}

extension RandomAccessCollection {
  fileprivate func partitioningIndex(where belongsToSecondPart: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if belongsToSecondPart(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}

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
