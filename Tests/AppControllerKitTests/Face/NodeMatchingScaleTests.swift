import AppControllerKit
import TestSupport
import Testing

/// These take no time worth speaking of; where something was quadratic, they would take minutes.
@Suite struct `The matching of large descriptions` {
  private func list(_ names: [String], hasIDs: Bool, kind: String = "text") -> InterfaceDescription {
    build { builder in
      builder.node("screen", "s") { builder in
        for name in names { builder.node(kind, hasIDs ? name : "") { $0.set("text", name) } }
      }
    }
  }

  /// As many as a description holds; under a sanitizer, which is there for other faults, fewer.
  private static let count = Effort.cases(9999, thorough: 9999)
  private static let leaves = Effort.cases(150, thorough: 150)

  private let names = (1...count).map { "n\($0)" }

  /// How many nodes are gone, and how many are new.
  private func counts(_ old: InterfaceDescription, _ new: InterfaceDescription) -> [Int] {
    let matching = NodeMatching(from: old.arena, to: new.arena)
    return [
      old.arena.nodes.indices.count { matching.newIndex(of: $0) == nil },
      new.arena.nodes.indices.count { matching.oldIndex(of: $0) == nil },
    ]
  }

  @Test(arguments: [true, false])
  func `with all siblings in reverse`(hasIDs: Bool) {
    let old = list(names, hasIDs: hasIDs)
    #expect(counts(old, list(names.reversed(), hasIDs: hasIDs)) == [0, 0])
  }

  @Test(arguments: [true, false])
  func `with the first sibling at the end`(hasIDs: Bool) {
    let old = list(names, hasIDs: hasIDs)
    #expect(counts(old, list(Array(names.dropFirst()) + ["n1"], hasIDs: hasIDs)) == [0, 0])
  }

  @Test(arguments: [true, false])
  func `with everything removed, and with everything new`(hasIDs: Bool) {
    let full = list(names, hasIDs: hasIDs)
    let empty = list([], hasIDs: hasIDs)
    #expect(counts(full, empty) == [Self.count, 0])
    #expect(counts(empty, full) == [0, Self.count])
  }

  @Test func `with everything replaced`() {
    let others = names.map { "other-" + $0 }
    #expect(counts(list(names, hasIDs: true), list(others, hasIDs: true)) == [Self.count, Self.count])
    #expect(counts(list(names, hasIDs: false), list(others, hasIDs: false)) == [0, 0])
    #expect(
      counts(list(names, hasIDs: false), list(names, hasIDs: false, kind: "code")) == [Self.count, Self.count])
    #expect(
      counts(list(names, hasIDs: true), list(names, hasIDs: true, kind: "code")) == [Self.count, Self.count])
  }

  @Test func `with one id for all`() {
    func same(_ texts: [String]) -> InterfaceDescription {
      build { builder in
        builder.node("screen") { builder in for text in texts { builder.node("text", "a") { $0.set("text", text) } } }
      }
    }
    #expect(counts(same(names), same(names.reversed())) == [0, 0])
  }

  @Test func `that are all alike`() {
    let alike = [String](repeating: "same", count: Self.count)
    #expect(counts(list(alike, hasIDs: false), list(alike, hasIDs: false)) == [0, 0])
    #expect(counts(list(alike, hasIDs: false), list(alike.dropLast(), hasIDs: false)) == [1, 0])
    #expect(counts(list(alike, hasIDs: false), list(["x"] + alike.dropLast(), hasIDs: false)) == [0, 0])
  }

  /// Combs: at each of 64 levels many leaves, and then the next level.
  private func comb(_ last: String, leafFirst: Bool, isNamed: Bool = false) -> InterfaceDescription {
    build { builder in
      func leaves(_ level: Int) {
        for index in 0..<Self.leaves { builder.node("text") { $0.set("text", "\(level)-\(index)") } }
      }
      for level in 0..<63 {
        builder.begin("group", isNamed ? "g\(level)" : "")
        if leafFirst { leaves(level) }
      }
      builder.node("text") { $0.set("text", last) }
      for level in (0..<63).reversed() {
        if !leafFirst { leaves(level) }
        builder.end()
      }
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `that are deep, with one change at the bottom`(leafFirst: Bool, isNamed: Bool) {
    let old = comb("a", leafFirst: leafFirst, isNamed: isNamed)
    let new = comb("b", leafFirst: leafFirst, isNamed: isNamed)
    #expect(old.nodeCount == 64 + 63 * Self.leaves)
    #expect(counts(old, new) == [0, 0])
  }

  @Test func `that are inside out`() {
    func chain(_ ids: [String]) -> InterfaceDescription {
      build { builder in
        for id in ids { builder.begin("stack", id) }
        for _ in ids { builder.end() }
      }
    }
    let ids = (0..<64).map { "n\($0)" }
    #expect(counts(chain(ids), chain(ids.reversed())) == [0, 0])
  }
}
