@testable import AppControllerKit

/// A tree of objects that a difference is carried out in, change by change, as a face would: what is inserted or moved
/// is put after the sibling that it follows in the new description.
final class LiveTree {
  private final class Live {
    var content: String
    var fallback: Live?
    var children: [Live] = []
    weak var parent: Live?

    init(_ content: String) { self.content = content }

    var told: String {
      "{\(content)" + (fallback.map { " fallback \($0.told)" } ?? "") + children.map { " \($0.told)" }.joined() + "}"
    }
  }

  private let goal: (nodes: [String], document: String)
  private var document: String
  private var root: Live?
  private var fromOld: [Live]
  private var inserted: [Int: Live] = [:]

  /// Makes the tree of a description, to be changed until it is that of another.
  init(_ description: InterfaceDescription, goal: InterfaceDescription) {
    self.goal = goal.contents
    let contents = description.contents
    document = contents.document
    fromOld = contents.nodes.map { Live($0) }
    root = fromOld.first
    for node in description.allNodes {
      let live = fromOld[node.index]
      live.fallback = node.fallback.map { fromOld[$0.index] }
      live.children = node.children.map { fromOld[$0.index] }
      for child in live.children + [live.fallback].compactMap(\.self) { child.parent = live }
    }
  }

  /// Everything that the tree says.
  var told: String { document + (root?.told ?? "nothing") }

  func make(_ change: InterfaceDifference.Change, of difference: InterfaceDifference) {
    switch change {
    case .documentUpdated: document = goal.document
    case .removed(let node): detach(fromOld[node.index])
    case .inserted(let node):
      let live = Live(goal.nodes[node.index])
      inserted[node.index] = live
      place(live, at: node, difference)
    case .moved(from: let old, to: let new):
      detach(fromOld[old.index])
      place(fromOld[old.index], at: new, difference)
    case .updated(from: let old, to: let new): fromOld[old.index].content = goal.nodes[new.index]
    }
  }

  private func live(_ node: InterfaceDescription.Node, _ difference: InterfaceDifference) -> Live? {
    difference.origin(of: node).map { fromOld[$0.index] } ?? inserted[node.index]
  }

  private func place(_ live: Live, at node: InterfaceDescription.Node, _ difference: InterfaceDifference) {
    guard let described = node.parent, let parent = self.live(described, difference) else { return root = live }
    live.parent = parent
    if described.fallback?.index == node.index { return parent.fallback = live }
    let follows = described.children.last { $0.index < node.index }.flatMap { self.live($0, difference) }
    let position = follows.flatMap { sibling in parent.children.firstIndex { $0 === sibling } }
    parent.children.insert(live, at: position.map { $0 + 1 } ?? 0)
  }

  private func detach(_ live: Live) {
    if root === live { root = nil }
    if live.parent?.fallback === live { live.parent?.fallback = nil }
    live.parent?.children.removeAll { $0 === live }
    live.parent = nil
  }
}
