import AppControllerKit
import Testing

@MainActor
@Suite struct `Containment` {
  private let journal = Journal()
  private let root = RootContainer()

  private func recorder(_ name: String) -> Recorder { Recorder(name, journal) }

  @Test func `tells a child before and after it is added and removed`() {
    let (parent, child) = (recorder("parent"), recorder("child"))
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
        "child will parent", "child did parent", "child will nil", "child did nil",
      ]
    )
  }

  @Test func `has a child leave its parent before it joins another`() {
    let (one, other, child) = (recorder("one"), recorder("other"), recorder("child"))
    one.add(child)
    other.add(child)
    #expect(one.children.isEmpty)
    #expect(child.parent === other)
    #expect(
      journal.lines.suffix(4) == [
        "child will nil", "child did nil", "child will other", "child did other",
      ]
    )
  }

  @Test(arguments: [true, false])
  func `exchanges in one order, and takes the old tree apart deepest first`(isDismissing: Bool) {
    let (old, leaf, new, layer) = (recorder("old"), recorder("leaf"), recorder("new"), recorder("layer"))
    old.add(leaf)
    root.exchange(for: old, dismissingPresented: isDismissing)
    root.present(layer)
    journal.lines = []
    root.exchange(for: new, dismissingPresented: isDismissing)
    let dismissal = ["layer will nil", "layer did nil"]
    #expect(
      journal.lines == (isDismissing ? dismissal : []) + [
        "old will nil", "new will root", "leaf will nil", "leaf did nil",
        "old did nil", "new did root",
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
    let (installed, one, two) = (recorder("installed"), recorder("one"), recorder("two"))
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
    let (installed, layer, top) = (recorder("installed"), recorder("layer"), recorder("top"))
    root.exchange(for: installed, dismissingPresented: true)
    root.present(layer)
    root.present(top)
    let (first, second, third) = (recorder("first"), recorder("second"), recorder("third"))
    root.replace(installed, with: first)
    root.replace(layer, with: second)
    #expect(root.installed === first)
    #expect(root.presented.map(ObjectIdentifier.init) == [ObjectIdentifier(second), ObjectIdentifier(top)])
    #expect(root.children.map(ObjectIdentifier.init) == [first, second, top].map(ObjectIdentifier.init))
    let inner = recorder("inner")
    first.add(inner)
    root.replace(inner, with: third)
    #expect(first.children.map(ObjectIdentifier.init) == [ObjectIdentifier(third)])
    #expect(inner.parent == nil && third.parent === first)
  }

  @Test func `frees what is removed`() {
    weak var old: Recorder?
    weak var leaf: Recorder?
    do {
      let (made, below) = (recorder("old"), recorder("leaf"))
      made.add(below)
      (old, leaf) = (made, below)
      root.exchange(for: made, dismissingPresented: true)
    }
    #expect(old != nil && leaf != nil)
    root.exchange(for: recorder("new"), dismissingPresented: true)
    #expect(old == nil && leaf == nil)
  }
}
