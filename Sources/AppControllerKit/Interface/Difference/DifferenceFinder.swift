/// Makes the changes and the runs of surviving nodes from a matching of nodes.
struct DifferenceFinder {
  private let old: Arena
  private let new: Arena
  private let matching: NodeMatching
  private var isMoved: [Bool]
  private(set) var changes: [InterfaceDifference.Change] = []
  private(set) var runs: [SurvivingRun] = []

  init(from old: Arena, to new: Arena) {
    self.old = old
    self.new = new
    matching = NodeMatching(from: old, to: new)
    isMoved = [Bool](repeating: false, count: new.nodes.count)
    findMoves()
    findChanges()
    findRuns()
  }

  private func oldNode(_ index: Int) -> InterfaceDescription.Node {
    InterfaceDescription.Node(arena: old, index: index)
  }
  private func newNode(_ index: Int) -> InterfaceDescription.Node {
    InterfaceDescription.Node(arena: new, index: index)
  }
}

// MARK: - Moves

extension DifferenceFinder {
  /// Finds the nodes with another parent, and the fewest siblings that have to change places.
  private mutating func findMoves() {
    isMoved[0] = (matching.oldIndex(of: 0) ?? 0) != 0
    var sequence = LongestIncreasingSubsequence()
    var siblings: [Int] = []
    var places: [Int] = []
    for parent in new.nodes.indices {
      if let fallback = new.fallback(of: parent), let match = matching.oldIndex(of: fallback) {
        isMoved[fallback] = !old.nodes[match].isPropertyValue || isElsewhere(match, parent)
      }
      siblings.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
      for child in new.children(of: parent) {
        guard let match = matching.oldIndex(of: child) else { continue }
        isMoved[child] = old.nodes[match].isPropertyValue || isElsewhere(match, parent)
        if isMoved[child] { continue }
        siblings.append(child)
        places.append(match)
      }
      if zip(places, places.dropFirst()).allSatisfy(<) { continue }
      sequence.find(in: places)
      for child in siblings { isMoved[child] = true }
      for position in sequence.positions { isMoved[siblings[position]] = false }
    }
  }

  private func isElsewhere(_ index: Int, _ parent: Int) -> Bool {
    matching.oldIndex(of: parent) != Int(old.nodes[index].parent)
  }
}

// MARK: - Changes

extension DifferenceFinder {
  private mutating func findChanges() {
    if !old.isDocument(equalTo: new) {
      changes.append(
        .documentUpdated(from: InterfaceDescription(arena: old), to: InterfaceDescription(arena: new)))
    }
    for index in old.nodes.indices.reversed() where matching.newIndex(of: index) == nil {
      changes.append(.removed(oldNode(index)))
    }
    for index in new.nodes.indices {
      guard let match = matching.oldIndex(of: index) else {
        changes.append(.inserted(newNode(index)))
        continue
      }
      if isMoved[index] { changes.append(.moved(from: oldNode(match), to: newNode(index))) }
      if !matching.isKnownEqual[index], !old.content(of: match, equals: new, index) {
        changes.append(.updated(from: oldNode(match), to: newNode(index)))
      }
    }
  }

  private mutating func findRuns() {
    let oldDepths = old.depths
    let newDepths = new.depths
    for index in new.nodes.indices {
      guard let match = matching.oldIndex(of: index) else { continue }
      let descent = newDepths[index] - oldDepths[match]
      let isFallback = new.nodes[index].isPropertyValue
      if let last = runs.last, last.old + last.count == match, last.new + last.count == index,
        last.descent == descent, isFallback == old.nodes[match].isPropertyValue
      {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(
          SurvivingRun(old: match, new: index, count: 1, descent: descent, startsWithFallback: isFallback))
      }
    }
  }
}

extension Arena {
  var depths: [Int] {
    var depths = [Int](repeating: 0, count: nodes.count)
    for index in nodes.indices.dropFirst() { depths[index] = depths[Int(nodes[index].parent)] + 1 }
    return depths
  }
}

/// Surviving nodes that are consecutive in both descriptions.
struct SurvivingRun: Sendable, Equatable {
  var old: Int
  var new: Int
  var count: Int
  /// The difference in depth between the new and the old description; the same for all nodes of the run.
  var descent: Int
  /// Whether the first node is a fallback in the new description; the others have not changed in this respect.
  var startsWithFallback: Bool
}

/// Finds the longest increasing subsequence of distinct numbers: the elements that need not move.
struct LongestIncreasingSubsequence {
  /// The position of the smallest last element of a subsequence of each length.
  private var ends: [Int] = []
  /// The element before each one in its subsequence, or -1.
  private var previous: [Int] = []
  /// The positions of the elements of the longest subsequence, the last one first.
  private(set) var positions: [Int] = []

  /// Finds a longest subsequence in time n log n; the choice among several is deterministic.
  mutating func find(in numbers: [Int]) {
    ends.removeAll(keepingCapacity: true)
    previous.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    for (position, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? ends[low - 1] : -1)
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var position = ends.last ?? -1
    while position >= 0 {
      positions.append(position)
      position = previous[position]
    }
  }
}
