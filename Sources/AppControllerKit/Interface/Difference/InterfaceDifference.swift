/// What has to change in one description for it to become another: which nodes go, come, move, and say something else.
///
/// Nodes are the same node by id: one with the same id and the same kind survives wherever it stands, so that a live
/// node keeps its value, its focus and its selection. A node whose kind has changed, or whose id has, is another one.
/// A node without an id is matched below a parent that survives, first with one that is equal with all that is below
/// it, then with the next of its kind. A fallback is matched as a child in a place of its own. Where an id stands twice,
/// the first counts and the others are as without one.
///
/// A difference refers to both descriptions, so that its nodes have their parents and paths. What it holds itself is as
/// large as what changed. Make one with ``InterfaceDescription/difference(from:)``.
public struct InterfaceDifference: Sendable {
  /// One thing that changed.
  public enum Change: Sendable {
    /// What is said about the whole document differs: its id, language, direction and the like, or why it could not be
    /// built.
    case documentUpdated(from: InterfaceDescription, to: InterfaceDescription)
    /// An old node is gone, by itself: each node below it that is gone too has a change of its own.
    case removed(InterfaceDescription.Node)
    /// A new node has come, by itself.
    case inserted(InterfaceDescription.Node)
    /// A node has another parent, has become a fallback or is none any more, or has changed places with siblings; of
    /// these as few as possible are taken to have moved.
    case moved(from: InterfaceDescription.Node, to: InterfaceDescription.Node)
    /// A node's own properties differ; what is below it does not count, except whether there is a fallback.
    case updated(from: InterfaceDescription.Node, to: InterfaceDescription.Node)
  }

  /// All changes: that of the document, then the removals from the last node to the first, then everything else in the
  /// order of the new description.
  ///
  /// So what is removed comes before its parent, and what is inserted or moved comes after its parent and after the
  /// sibling that it follows. A node that is moved and updated has both changes, in that order. A node that goes where
  /// its parent goes has not moved.
  public let changes: [Change]

  let old: Arena
  let new: Arena
  /// The nodes that survive, in the order of the new description; what lies between two runs is inserted.
  let runs: [SurvivingRun]
  /// The indices of the runs, in the order of the old description.
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

  /// Whether nothing changed, which is so exactly when the two descriptions are equal.
  public var isEmpty: Bool { changes.isEmpty }
}

// MARK: - What survives

extension InterfaceDifference {
  /// The nodes that survive, each as it was and as it is, in the order of the new description.
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

  /// What a node of the old description has become; `nil` when it is gone, or is a node of another description.
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

  /// What a node of the new description has been; `nil` when it is inserted, or is a node of another description.
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

  /// The node with an id, as it was and as it is; `nil` unless it survives.
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
  /// The index of the first element that belongs to the second part, in a collection that has two parts.
  fileprivate func partitioningIndex(where belongsToSecondPart: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if belongsToSecondPart(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}
