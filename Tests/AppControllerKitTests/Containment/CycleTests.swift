import AppControllerKit
import Testing

@MainActor
@Suite struct `A container's cycle` {
  private let journal = Journal()

  private func recorder(_ name: String, _ children: [InterfaceController] = []) -> Recorder {
    Recorder(name, journal, children)
  }

  @Test func `puts the new child where the old one was, and takes the old one apart deepest first`() throws {
    let (leaf, after) = (recorder("leaf"), recorder("after"))
    let middle = recorder("middle", [recorder("first leaf"), leaf])
    let old = recorder("old", [middle])
    let container = recorder("container", [old, after])
    let new = recorder("new", [recorder("inner")])
    _ = journal.take()
    try container.cycle(from: old, to: new)
    #expect(
      journal.take() == [
        "old will nil", "new will container", "middle will nil", "leaf will nil", "leaf did nil",
        "first leaf will nil", "first leaf did nil", "middle did nil", "old did nil", "new did container",
      ]
    )
    #expect(same(container.children, [new, after]))
    #expect(old.parent == nil && old.children.isEmpty && middle.children.isEmpty)
    #expect(new.children.count == 1)
    #expect(journal.imbalance == [])
  }

  @Test func `never has none and never both`() throws {
    let (old, new) = (recorder("old"), recorder("new"))
    let container = recorder("container", [old])
    var counts: [Int] = []
    for watched in [old, new] {
      watched.whenLeaving = { counts.append(container.children.count) }
      watched.whenComing = { counts.append(container.children.count) }
    }
    try container.cycle(to: new)
    try container.transition(to: old)
    #expect(counts == [1, 1, 1, 1])
    #expect(same(container.children, [old]))
  }

  @Test func `adds when there is none, if it is a transition`() throws {
    let (container, first, second) = (recorder("container"), recorder("first"), recorder("second"))
    try container.transition(to: first)
    #expect(same(container.children, [first]))
    try container.transition(to: second)
    #expect(same(container.children, [second]))
    #expect(first.parent == nil)
  }

  @Test func `has nothing to begin with in an empty container, or at another one's child, and says so`() throws {
    let (container, stranger, new) = (recorder("container"), recorder("stranger"), recorder("new"))
    func code(_ body: () throws -> Void) -> AppControllerError.Code? {
      #expect(throws: AppControllerError.self) { try body() }?.code
    }
    #expect(code { try container.cycle(to: new) } == .containmentRefused)
    #expect(code { try container.cycle(from: stranger, to: new) } == .containmentRefused)
    let elsewhere = recorder("elsewhere", [stranger])
    container.add(recorder("child"))
    _ = journal.take()
    #expect(code { try container.cycle(from: stranger, to: new) } == .containmentRefused)
    #expect(journal.take() == [])
    #expect(stranger.parent === elsewhere && new.parent == nil)
  }

  @Test func `takes in no controller that it is in itself, and no root container`() throws {
    let (outer, inner, child) = (recorder("outer"), recorder("inner"), recorder("child"))
    outer.add(inner)
    inner.add(child)
    _ = journal.take()
    for new in [outer, inner, RootContainer()] {
      #expect(throws: AppControllerError.self) { try inner.cycle(from: child, to: new) }
      inner.add(new)
    }
    #expect(journal.take() == [])
    #expect(same(outer.subtree, [outer, inner, child]))
  }

  @Test func `does nothing when both are the same, and moves a brother into the place`() throws {
    let (one, two) = (recorder("one"), recorder("two"))
    let container = recorder("container", [one, two])
    _ = journal.take()
    try container.cycle(from: one, to: one)
    #expect(journal.take() == [])
    try container.cycle(from: one, to: two)
    #expect(same(container.children, [two]))
    #expect(journal.imbalance == [])
  }

  @Test func `takes a child of another parent whole`() throws {
    let leaf = recorder("leaf")
    let moved = recorder("moved", [leaf])
    let (from, to) = (recorder("from", [moved]), recorder("to", [recorder("old")]))
    _ = journal.take()
    try to.cycle(to: moved)
    #expect(same(moved.children, [leaf]))
    #expect(from.children.isEmpty && moved.parent === to)
    #expect(!journal.take().contains { $0.hasPrefix("leaf") })
    #expect(journal.imbalance == [])
  }

  @Test func `is not disturbed by who moves things while they are told`() throws {
    let (old, new) = (recorder("old"), recorder("new"))
    let container = recorder("container", [old])
    old.whenLeaving = {
      old.remove(); container.add(new); try? container.cycle(to: new)
    }
    new.whenComing = {
      new.remove(); old.remove()
    }
    try container.cycle(from: old, to: new)
    #expect(same(container.children, [new]))
    #expect(old.parent == nil)
    #expect(journal.imbalance == [])
    new.whenLeaving = {
      new.remove(); container.remove()
    }
    new.remove()
    #expect(container.children.isEmpty)
    #expect(journal.imbalance == [])
  }

  @Test func `leaves a child where somebody else has put it meanwhile`() throws {
    let (child, old) = (recorder("child"), recorder("old"))
    let (from, to, third) = (recorder("from", [child]), recorder("to", [old]), recorder("third"))
    child.whenGone = {
      child.whenGone = nil; third.add(child)
    }
    to.add(child)
    #expect(child.parent === third && same(to.children, [old]))
    child.whenGone = {
      child.whenGone = nil; from.add(child)
    }
    #expect(throws: AppControllerError.self) { try to.cycle(to: child) }
    #expect(child.parent === from && third.children.isEmpty && same(to.children, [old]))
    #expect(journal.imbalance == [])
  }

  @Test func `frees what has left`() throws {
    let container = recorder("container")
    weak var old: Recorder?
    weak var leaf: Recorder?
    do {
      let made = recorder("old", [recorder("leaf")])
      (old, leaf) = (made, made.children.first as? Recorder)
      container.add(made)
    }
    #expect(old != nil && leaf != nil)
    try container.cycle(to: recorder("new"))
    #expect(old == nil && leaf == nil)
  }
}
