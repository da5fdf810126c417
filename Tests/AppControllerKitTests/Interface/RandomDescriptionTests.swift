import AppControllerKit
import TestSupport
import Testing

@Suite struct `A description made at random` {
  private static func options(_ duplicates: Bool) -> RandomDescription.Options {
    var options = RandomDescription.Options()
    options.hasDuplicateIDs = duplicates
    return options
  }

  @Test(arguments: [false, true])
  func `can be built, and so can whatever it is changed to`(hasDuplicateIDs: Bool) {
    var generator = SeededGenerator(seed: 1)
    for seed in 0..<Effort.cases(25, thorough: 100) {
      var tree = RandomDescription(seed: seed, Self.options(hasDuplicateIDs))
      #expect(tree.description.buildFailure == nil)
      for _ in 0..<20 {
        tree = tree.mutated(using: &generator)
        let made = tree.description
        #expect(made.buildFailure == nil)
        #expect(made.nodeCount == tree.root.count)
      }
    }
  }

  @Test func `is the same for the same seed, and another for another`() {
    for seed in 0..<Effort.cases(25, thorough: 100) {
      #expect(RandomDescription(seed: seed).description == RandomDescription(seed: seed).description)
      #expect(RandomDescription(seed: seed).description != RandomDescription(seed: seed + 1).description)
    }
  }

  @Test func `has everything that there is`() {
    let made = (0..<300).map { RandomDescription(seed: $0).description }
    let arenas = made.map(\.arena)
    let nodes = arenas.flatMap(\.nodes)
    #expect(Set(nodes.map(\.kind)) == Set([0] + NodeKind.allCases.map(\.rawValue)))
    #expect(nodes.contains { $0.idSize == 0 } && nodes.contains { $0.idSize > 0 })
    #expect(nodes.contains { $0.isPropertyValue })
    #expect(nodes.contains { $0.valueCount == 0 } && nodes.contains { $0.valueCount >= 4 })
    let values = arenas.flatMap(\.values)
    #expect(Set(values.map(\.tag)) == [.null, .bool, .int, .double, .string, .map, .list, .node])
    #expect(values.contains { $0.name == 0 && $0.keySize > 0 })
    #expect(arenas.contains { $0.documentValues.isEmpty } && arenas.contains { !$0.documentValues.isEmpty })
    #expect(arenas.contains { $0.depths.contains { $0 > 5 } })
    let ids = made.map { description in description.allNodes.compactMap(\.id) }
    #expect(ids.allSatisfy { Set($0).count == $0.count })
  }

  @Test func `has ids that stand twice, and no null, when that is asked for`() {
    var options = Self.options(true)
    options.hasNulls = false
    let made = (0..<100).map { RandomDescription(seed: $0, options).description }
    #expect(made.contains { $0.validate().contains { $0.code == .duplicateID } })
    #expect(made.allSatisfy { $0.arena.values.allSatisfy { $0.tag != .null } })
  }

  @Test(arguments: RandomDescription.Edit.allCases)
  func `is mostly another one after an edit`(edit: RandomDescription.Edit) {
    var generator = SeededGenerator(seed: 2)
    let seeds = Effort.cases(40, thorough: 100, watched: 40)
    let changed = (0..<seeds).count { seed in
      let tree = RandomDescription(seed: seed)
      return tree.mutated(by: edit, using: &generator).description != tree.description
    }
    // A node has to have several children for a new order, and a property for one less.
    #expect(changed > seeds * (edit == .reorder ? 3 : 40) / 100)
  }

  @Test func `is the same in another order of its properties`() {
    var generator = SeededGenerator(seed: 3)
    for seed in 0..<Effort.cases(25, thorough: 100) {
      let tree = RandomDescription(seed: seed)
      #expect(tree.shuffled(using: &generator).description == tree.description)
    }
  }
}

extension RandomDescription.Edit: CustomTestStringConvertible {
  var testDescription: String { "\(self)" }
}

extension Arena {
  /// How many nodes are above each.
  fileprivate var depths: [Int] {
    var depths = [Int](repeating: 0, count: nodes.count)
    for index in nodes.indices.dropFirst() { depths[index] = depths[Int(nodes[index].parent)] + 1 }
    return depths
  }
}
