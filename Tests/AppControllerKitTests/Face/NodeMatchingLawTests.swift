import AppControllerKit
import TestSupport
import Testing

/// What holds for any two descriptions, checked against what is found in another way.
@Suite struct `The matching of any two descriptions` {
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
  func `has each node at most once on both sides, of one kind and id`(hasDuplicateIDs: Bool) {
    for (old, new) in Self.pairs(hasDuplicateIDs: hasDuplicateIDs) {
      let matching = NodeMatching(from: old.arena, to: new.arena)
      for node in new.allNodes {
        guard let origin = matching.oldIndex(of: node.index) else { continue }
        #expect(matching.newIndex(of: origin) == node.index)
        #expect(old.node(origin).kindName == node.kindName && old.node(origin).id == node.id)
      }
      for node in old.allNodes {
        if let match = matching.newIndex(of: node.index) { #expect(matching.oldIndex(of: match) == node.index) }
      }
    }
  }

  @Test func `keeps every id that both have at one kind, and nothing without an id below another parent`() {
    for (old, new) in Self.pairs(hasDuplicateIDs: false) {
      let matching = NodeMatching(from: old.arena, to: new.arena)
      let kinds = Dictionary(
        uniqueKeysWithValues: new.allNodes.compactMap { node in node.id.map { ($0, node.kindName) } })
      for node in old.allNodes {
        let match = matching.newIndex(of: node.index)
        if let id = node.id {
          #expect((match != nil) == (kinds[id] == node.kindName))
        } else if let match {
          #expect(node.parent.flatMap { matching.newIndex(of: $0.index) } == new.node(match).parent?.index)
        }
      }
    }
  }

  @Test func `does not depend on the order in which properties were said`() {
    var generator = SeededGenerator(seed: 7)
    for seed in 0..<Effort.cases(20, thorough: 400) {
      let tree = RandomDescription(seed: seed)
      let other = tree.mutated(5, using: &generator)
      let matching = NodeMatching(from: tree.description.arena, to: other.description.arena)
      let shuffled = NodeMatching(
        from: tree.shuffled(using: &generator).description.arena,
        to: other.shuffled(using: &generator).description.arena)
      for index in other.description.arena.nodes.indices {
        #expect(matching.oldIndex(of: index) == shuffled.oldIndex(of: index))
      }
    }
  }
}

extension InterfaceDescription {
  fileprivate func node(_ index: Int) -> Node { Node(arena: arena, index: index) }
}
