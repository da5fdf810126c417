import TestSupport
import Testing

@testable import AppControllerKit

/// These take no time worth speaking of; where something was quadratic, they would take minutes.
@Suite struct `The difference of large descriptions` {
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

  private func counts(_ difference: InterfaceDifference) -> [Int] {
    var counts = [0, 0, 0, 0, 0]
    for change in difference.changes {
      switch change {
      case .documentUpdated: counts[0] += 1
      case .removed: counts[1] += 1
      case .inserted: counts[2] += 1
      case .moved: counts[3] += 1
      case .updated: counts[4] += 1
      }
    }
    return counts
  }

  private func check(_ old: InterfaceDescription, _ new: InterfaceDescription) -> [Int] {
    let difference = new.difference(from: old)
    #expect(old.applying(difference) == new)
    return counts(difference)
  }

  @Test(arguments: [true, false])
  func `with all siblings in reverse moves all but one`(hasIDs: Bool) {
    let old = list(names, hasIDs: hasIDs)
    #expect(check(old, list(names.reversed(), hasIDs: hasIDs)) == [0, 0, 0, Self.count - 1, 0])
  }

  @Test(arguments: [true, false])
  func `with the first sibling at the end moves one`(hasIDs: Bool) {
    let old = list(names, hasIDs: hasIDs)
    #expect(check(old, list(Array(names.dropFirst()) + ["n1"], hasIDs: hasIDs)) == [0, 0, 0, 1, 0])
  }

  @Test(arguments: [true, false])
  func `with everything removed, and with everything new`(hasIDs: Bool) {
    let full = list(names, hasIDs: hasIDs)
    let empty = list([], hasIDs: hasIDs)
    #expect(check(full, empty) == [0, Self.count, 0, 0, 0])
    #expect(check(empty, full) == [0, 0, Self.count, 0, 0])
  }

  @Test func `with everything replaced`() {
    let others = names.map { "other-" + $0 }
    #expect(check(list(names, hasIDs: true), list(others, hasIDs: true)) == [0, Self.count, Self.count, 0, 0])
    #expect(check(list(names, hasIDs: false), list(others, hasIDs: false)) == [0, 0, 0, 0, Self.count])
    #expect(
      check(list(names, hasIDs: false), list(names, hasIDs: false, kind: "code")) == [0, Self.count, Self.count, 0, 0])
    #expect(
      check(list(names, hasIDs: true), list(names, hasIDs: true, kind: "code")) == [0, Self.count, Self.count, 0, 0])
  }

  @Test func `with one id for all`() {
    func same(_ texts: [String]) -> InterfaceDescription {
      build { builder in
        builder.node("screen") { builder in for text in texts { builder.node("text", "a") { $0.set("text", text) } } }
      }
    }
    // The first ones are the same; of the others each finds the one that says what it says, and the last two remain.
    #expect(check(same(names), same(names.reversed())) == [0, 0, 0, Self.count - 3, 2])
  }

  @Test func `that are all alike`() {
    let alike = [String](repeating: "same", count: Self.count)
    #expect(check(list(alike, hasIDs: false), list(alike, hasIDs: false)) == [0, 0, 0, 0, 0])
    #expect(check(list(alike, hasIDs: false), list(alike.dropLast(), hasIDs: false)) == [0, 1, 0, 0, 0])
    #expect(check(list(alike, hasIDs: false), list(["x"] + alike.dropLast(), hasIDs: false)) == [0, 0, 0, 0, 1])
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
    #expect(check(old, new) == [0, 0, 0, 0, 1])
    #expect(check(old, comb("a", leafFirst: !leafFirst, isNamed: isNamed)).reduce(0, +) > 0)
  }

  @Test func `that are inside out`() {
    func chain(_ ids: [String]) -> InterfaceDescription {
      build { builder in
        for id in ids { builder.begin("stack", id) }
        for _ in ids { builder.end() }
      }
    }
    let ids = (0..<64).map { "n\($0)" }
    #expect(check(chain(ids), chain(ids.reversed())) == [0, 0, 0, 64, 0])
  }
}
