import TestSupport
import Testing

@testable import AppControllerKit

/// What holds for any two descriptions, checked against what is found in another way.
@Suite struct `The difference of any two descriptions` {
  /// Pairs that have little in common, and pairs that have much.
  private static func pairs(hasDuplicateIDs: Bool) -> [(old: InterfaceDescription, new: InterfaceDescription)] {
    var options = RandomDescription.Options()
    options.hasDuplicateIDs = hasDuplicateIDs
    var generator = SeededGenerator(seed: 6)
    return (0..<Effort.cases(25, thorough: 600)).map { seed in
      let tree = RandomDescription(seed: seed, options)
      let other =
        seed % 3 == 0
        ? RandomDescription(using: &generator, options) : tree.mutated(1 + seed % 12, using: &generator)
      return (tree.description, other.description)
    }
  }

  @Test(arguments: [false, true])
  func `has each node once, as gone, as new or as surviving`(hasDuplicateIDs: Bool) {
    for (old, new) in Self.pairs(hasDuplicateIDs: hasDuplicateIDs) {
      let difference = new.difference(from: old)
      let survivors = Array(difference.survivors)
      #expect((difference.removed + survivors.map(\.old.index)).sorted() == Array(0..<old.nodeCount))
      #expect((difference.inserted + survivors.map(\.new.index)).sorted() == Array(0..<new.nodeCount))
      #expect(survivors.allSatisfy { $0.old.kindName == $0.new.kindName && $0.old.id == $0.new.id })
      #expect(survivors.map(\.new.index) == survivors.map(\.new.index).sorted())
      for (before, after) in survivors {
        #expect(difference.survivor(of: before)?.index == after.index)
        #expect(difference.origin(of: after)?.index == before.index)
      }
      for index in difference.removed { #expect(difference.survivor(of: old.node(index)) == nil) }
      for index in difference.inserted { #expect(difference.origin(of: new.node(index)) == nil) }
    }
  }

  @Test func `keeps every id that both have at one kind, and nothing without an id below another parent`() {
    for (old, new) in Self.pairs(hasDuplicateIDs: false) {
      let difference = new.difference(from: old)
      let kinds = Dictionary(
        uniqueKeysWithValues: new.allNodes.compactMap { node in node.id.map { ($0, node.kindName) } })
      for node in old.allNodes {
        if let id = node.id {
          let survivor = difference.survivor(of: node)
          #expect((survivor != nil) == (kinds[id] == node.kindName))
          #expect(difference.survivor(withID: id)?.new.index == survivor?.index)
          #expect(survivor == nil || survivor?.id == id)
        } else if let survivor = difference.survivor(of: node) {
          #expect(node.parent.flatMap(difference.survivor(of:))?.index == survivor.parent?.index)
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `has as updated what says something else in JSON`(hasDuplicateIDs: Bool) {
    for (old, new) in Self.pairs(hasDuplicateIDs: hasDuplicateIDs) {
      let difference = new.difference(from: old)
      let (before, after) = (old.contents, new.contents)
      let expected = difference.survivors.filter { before.nodes[$0.old.index] != after.nodes[$0.new.index] }
      #expect(difference.updated == expected.map(\.new.index))
      #expect(difference.hasDocument == (before.document != after.document))
    }
  }

  @Test(arguments: [false, true])
  func `has as moved what has another parent, and the fewest of those in another order`(hasDuplicateIDs: Bool) {
    for (old, new) in Self.pairs(hasDuplicateIDs: hasDuplicateIDs) {
      let difference = new.difference(from: old)
      let moved = Set(difference.moved)
      for (before, after) in difference.survivors {
        let isElsewhere =
          before.parent.flatMap(difference.survivor(of:))?.index != after.parent?.index
          || (before.parent == nil) != (after.parent == nil)
          || old.arena.nodes[before.index].isPropertyValue != new.arena.nodes[after.index].isPropertyValue
        if isElsewhere { #expect(moved.contains(after.index)) }
      }
      for parent in new.allNodes {
        let places = parent.children.compactMap { child -> (index: Int, place: Int)? in
          guard let origin = difference.origin(of: child), !old.arena.nodes[origin.index].isPropertyValue,
            let oldParent = origin.parent, difference.survivor(of: oldParent)?.index == parent.index
          else { return nil }
          return (child.index, origin.index)
        }
        var sequence = LongestIncreasingSubsequence()
        sequence.find(in: places.map(\.place))
        #expect(places.count { moved.contains($0.index) } == places.count - sequence.positions.count)
      }
    }
  }

  @Test(arguments: [false, true])
  func `turns a live tree into the new one, change by change`(hasDuplicateIDs: Bool) {
    for (old, new) in Self.pairs(hasDuplicateIDs: hasDuplicateIDs) {
      let difference = new.difference(from: old)
      let live = LiveTree(old, goal: new)
      for change in difference.changes { live.make(change, of: difference) }
      #expect(live.told == LiveTree(new, goal: new).told)
    }
  }

  @Test func `does not depend on the order in which properties were said`() {
    var generator = SeededGenerator(seed: 7)
    for seed in 0..<Effort.cases(20, thorough: 400) {
      let tree = RandomDescription(seed: seed)
      let other = tree.mutated(5, using: &generator)
      let difference = other.description.difference(from: tree.description)
      let shuffled = other.shuffled(using: &generator).description
        .difference(from: tree.shuffled(using: &generator).description)
      #expect(shuffled.told == difference.told)
      #expect(tree.description.applying(shuffled) == other.description)
    }
  }

  @Test func `knows only the nodes of its two descriptions`() {
    let old = RandomDescription(seed: 1).description
    // Everything survives, and it is built again.
    let difference = RandomDescription(seed: 1).description.difference(from: old)
    let stranger = RandomDescription(seed: 3).description.root
    #expect(difference.survivor(of: old.root)?.index == 0)
    #expect(difference.survivor(of: stranger) == nil)
    #expect(difference.origin(of: stranger) == nil)
    #expect(difference.survivor(withID: "nobody") == nil)
    let equal = RandomDescription(seed: 1).description
    #expect(equal.allNodes.compactMap { difference.survivor(of: $0)?.index } == Array(0..<old.nodeCount))
    #expect(equal.allNodes.compactMap { difference.origin(of: $0)?.index } == Array(0..<old.nodeCount))
  }
}

extension InterfaceDescription {
  fileprivate func node(_ index: Int) -> Node { Node(arena: arena, index: index) }
}

extension InterfaceDifference {
  fileprivate var removed: [Int] {
    changes.compactMap { if case .removed(let node) = $0 { node.index } else { nil } }
  }
  fileprivate var inserted: [Int] {
    changes.compactMap { if case .inserted(let node) = $0 { node.index } else { nil } }
  }
  fileprivate var moved: [Int] {
    changes.compactMap { if case .moved(from: _, to: let node) = $0 { node.index } else { nil } }
  }
  fileprivate var updated: [Int] {
    changes.compactMap { if case .updated(from: _, to: let node) = $0 { node.index } else { nil } }
  }
  fileprivate var hasDocument: Bool {
    changes.contains { if case .documentUpdated = $0 { true } else { false } }
  }
}
