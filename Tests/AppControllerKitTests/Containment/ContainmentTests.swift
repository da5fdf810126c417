import Testing

@testable import AppControllerKit

/// A controller that writes down how it is moved.
@MainActor
private final class Mover: InterfaceController {
  let name: String
  let journal: Journal

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
  }

  override func willMove(toParent parent: InterfaceController?) {
    super.willMove(toParent: parent)
    journal.lines.append("\(name) will move to \(parent.map { ($0 as? Mover)?.name ?? "root" } ?? "nil")")
  }

  override func didMove(toParent parent: InterfaceController?) {
    super.didMove(toParent: parent)
    journal.lines.append("\(name) did move to \(parent.map { ($0 as? Mover)?.name ?? "root" } ?? "nil")")
  }
}

@MainActor
private final class Journal {
  var lines: [String] = []
}

@MainActor
@Suite struct `Containment` {
  private let journal = Journal()
  private let root = RootContainer()

  private func mover(_ name: String) -> Mover { Mover(name, journal) }

  @Test func `tells a child before and after it is added and removed`() {
    let (parent, child) = (mover("parent"), mover("child"))
    parent.add(child)
    parent.add(child)
    parent.add(parent)
    #expect(parent.children.map(ObjectIdentifier.init) == [ObjectIdentifier(child)])
    #expect(child.parent === parent)
    child.remove()
    child.remove()
    #expect(child.parent == nil)
    #expect(
      journal.lines == [
        "child will move to parent", "child did move to parent", "child will move to nil", "child did move to nil",
      ]
    )
  }

  @Test func `has a child leave its parent before it joins another`() {
    let (one, other, child) = (mover("one"), mover("other"), mover("child"))
    one.add(child)
    other.add(child)
    #expect(one.children.isEmpty)
    #expect(child.parent === other)
    #expect(
      journal.lines.suffix(4) == [
        "child will move to nil", "child did move to nil", "child will move to other", "child did move to other",
      ]
    )
  }

  @Test(arguments: [true, false])
  func `exchanges in one order, and takes the old tree apart deepest first`(isDismissing: Bool) {
    let (old, leaf, new, layer) = (mover("old"), mover("leaf"), mover("new"), mover("layer"))
    old.add(leaf)
    root.exchange(for: old, dismissingPresented: isDismissing)
    root.present(layer)
    journal.lines = []
    root.exchange(for: new, dismissingPresented: isDismissing)
    let dismissal = ["layer will move to nil", "layer did move to nil"]
    #expect(
      journal.lines == (isDismissing ? dismissal : []) + [
        "old will move to nil", "new will move to root", "leaf will move to nil", "leaf did move to nil",
        "old did move to nil", "new did move to root",
      ]
    )
    #expect(root.installed === new)
    // What is installed stays below the layers.
    let expected = isDismissing ? [ObjectIdentifier(new)] : [ObjectIdentifier(new), ObjectIdentifier(layer)]
    #expect(root.children.map(ObjectIdentifier.init) == expected)
    #expect(root.presented.count == (isDismissing ? 0 : 1))
    #expect(old.parent == nil && leaf.parent == nil && old.children.isEmpty)
  }

  @Test func `dismisses layers from the top, and empties what is left`() {
    let (installed, one, two) = (mover("installed"), mover("one"), mover("two"))
    root.exchange(for: installed, dismissingPresented: true)
    root.present(one)
    root.present(two)
    #expect(root.dismiss())
    #expect(root.presented.map(ObjectIdentifier.init) == [ObjectIdentifier(one)])
    root.empty()
    #expect(root.children.isEmpty && root.presented.isEmpty && root.installed == nil)
    #expect(!root.dismiss())
    let balance = journal.lines.filter { $0.contains("will") }.count
    #expect(balance == 6)
    #expect(journal.lines.filter { $0.contains("did") }.count == balance)
  }

  @Test func `replaces what is installed, presented, or in a stack, in its place`() {
    let (installed, layer, top) = (mover("installed"), mover("layer"), mover("top"))
    root.exchange(for: installed, dismissingPresented: true)
    root.present(layer)
    root.present(top)
    let (first, second, third) = (mover("first"), mover("second"), mover("third"))
    root.replace(installed, with: first)
    root.replace(layer, with: second)
    #expect(root.installed === first)
    #expect(root.presented.map(ObjectIdentifier.init) == [ObjectIdentifier(second), ObjectIdentifier(top)])
    #expect(root.children.map(ObjectIdentifier.init) == [first, second, top].map(ObjectIdentifier.init))
    let inner = mover("inner")
    first.add(inner)
    root.replace(inner, with: third)
    #expect(first.children.map(ObjectIdentifier.init) == [ObjectIdentifier(third)])
    #expect(inner.parent == nil && third.parent === first)
  }

  @Test func `frees what is removed`() {
    weak var old: Mover?
    weak var leaf: Mover?
    do {
      let (made, below) = (mover("old"), mover("leaf"))
      made.add(below)
      (old, leaf) = (made, below)
      root.exchange(for: made, dismissingPresented: true)
    }
    #expect(old != nil && leaf != nil)
    root.exchange(for: mover("new"), dismissingPresented: true)
    #expect(old == nil && leaf == nil)
  }
}
