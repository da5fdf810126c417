/// One step that brings a face up to date with the interface.
///
/// The steps are applied in order. A step gives the place of a node by the sibling before it, and assumes that all
/// earlier steps were applied.
public enum FaceStep: Sendable {
  /// A screen has appeared, with all its nodes; the steps do not name them.
  case appeared(ScreenPicture)
  /// A screen is no longer visible; it may come back if another screen covers it in its stack.
  case disappeared(FaceNodeID)
  /// The surroundings of a screen differ: its tab bars, stack, way back, layer, focus, language or direction.
  case surrounded(ScreenPicture)
  /// A node is new, or was hidden before; later steps insert its children.
  case inserted(FaceNode, into: FaceNodeID, after: FaceNodeID?)
  /// A node has another place; its children stay with it.
  case moved(FaceNode, into: FaceNodeID, after: FaceNodeID?)
  /// A node has changed in its place.
  case updated(FaceNode, FaceAspects)
  /// A node has disappeared, with the children that it still has.
  case removed(FaceNodeID)
}

/// The aspects of a node that differ.
public struct FaceAspects: OptionSet, Sendable, Hashable {
  /// A bit for each aspect.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The properties of the description, such as the label.
  public static let properties = FaceAspects(rawValue: 1)
  /// The value of the input.
  public static let value = FaceAspects(rawValue: 2)
  /// The error message of the input.
  public static let error = FaceAspects(rawValue: 4)
  /// Whether the node is enabled.
  public static let enabled = FaceAspects(rawValue: 8)
  /// Whether a group that can be closed is open.
  public static let open = FaceAspects(rawValue: 16)
}

extension FaceSnapshot {
  /// The steps that lead from an earlier snapshot of the same face to this one.
  ///
  /// Takes time linear in the size of both, and n log n in the number of siblings that have changed places.
  public func steps(since old: FaceSnapshot) -> [FaceStep] {
    let former = Dictionary(old.screens.map { ($0.id, $0) }) { first, _ in first }
    let remaining = Set(screens.map(\.id))
    var steps: [FaceStep] = old.screens.lazy.map(\.id).filter { !remaining.contains($0) }.map { .disappeared($0) }
    for screen in screens {
      guard let before = former[screen.id] else {
        steps.append(.appeared(screen))
        continue
      }
      steps += screen.steps(since: before)
    }
    return steps
  }
}

extension ScreenPicture {
  /// The steps that lead from an earlier picture of the same screen to this one.
  ///
  /// It is for a face that keeps the widgets of a covered screen until the screen comes back, or that has added secrets
  /// to one of the pictures. It takes as much time as ``FaceSnapshot/steps(since:)``.
  ///
  /// - Parameter old: A picture with the same identity, from the same face.
  /// - Returns: The steps, in the order in which they are applied.
  public func steps(since old: ScreenPicture) -> [FaceStep] {
    let steps = ScreenComparison(old, self).steps
    return hasSameSurroundings(as: old) ? steps : steps + [.surrounded(self)]
  }

  fileprivate func hasSameSurroundings(as other: ScreenPicture) -> Bool {
    tabBars == other.tabBars && stack == other.stack && back == other.back && isLayer == other.isLayer
      && focusedID == other.focusedID && language == other.language && direction == other.direction
      && words.language == other.words.language
  }
}

private struct ScreenComparison {
  private(set) var steps: [FaceStep] = []
  private let old: [FaceNodeID: Shown]
  private let new: [FaceNodeID: Shown]
  /// Whether a face says its own words in another language.
  private let isTranslated: Bool

  private struct Shown {
    let node: FaceNode
    let parent: FaceNodeID?
    var children: [FaceNodeID] = []
    var isEnabled = true
    /// Whether the node is an item of a list, which has another role than an item elsewhere.
    var isListItem = false
  }

  init(_ old: ScreenPicture, _ new: ScreenPicture) {
    isTranslated = old.words.language != new.words.language
    let order = new.content.subtree
    let formerOrder = old.node.arena === new.node.arena ? order : old.content.subtree
    self.new = Self.shown(order.map { FaceNode(screen: new, node: $0.node) }, on: new)
    self.old = Self.shown(formerOrder.map { FaceNode(screen: old, node: $0.node) }, on: old)
    for node in order {
      let id = node.id
      guard let place = self.new[id] else { continue }
      if let before = self.old[id] { update(from: before, to: place) }
      arrange(place, id)
    }
    for node in formerOrder {
      let id = old.identity(of: node.node.index)
      guard self.new[id] == nil, let parent = self.old[id]?.parent, self.new[parent] != nil else { continue }
      steps.append(.removed(id))
    }
  }

  private static func shown(_ nodes: [FaceNode], on screen: ScreenPicture) -> [FaceNodeID: Shown] {
    var shown: [FaceNodeID: Shown] = [:]
    shown.reserveCapacity(nodes.count)
    var status = screen.status
    var reading = AccessibleReading(arena: screen.node.arena, state: screen.state, screen.words)
    for node in nodes {
      let parent = node.parent?.id
      var entry = Shown(node: node, parent: parent)
      entry.isEnabled = status.isEnabled(node.node)
      if node.node.kind == .item { entry.isListItem = reading.isListItem(node.node.arena.nodes[node.node.index]) }
      let id = node.id
      shown[id] = entry
      if let parent { shown[parent]?.children.append(id) }
    }
    return shown
  }

  private mutating func update(from before: Shown, to now: Shown) {
    var aspects: FaceAspects = []
    let (old, new) = (before.node.node, now.node.node)
    if old != new, !old.arena.content(of: old.index, equals: new.arena, new.index) { aspects.insert(.properties) }
    if before.isListItem != now.isListItem || isTranslated { aspects.insert(.properties) }
    // The element of a row contains the texts of its cells, which have no elements themselves, and the heads of its
    // table.
    let isInTable = [old, new].contains { $0.kind == .row || $0.parent?.kind == .row }
    if isInTable, old != new, before.node.elements != now.node.elements { aspects.insert(.properties) }
    if new.kind == .image, before.node.asset != now.node.asset { aspects.insert(.properties) }
    if before.node.value != now.node.value { aspects.insert(.value) }
    if before.node.error != now.node.error { aspects.insert(.error) }
    if before.isEnabled != now.isEnabled { aspects.insert(.enabled) }
    if new.kind == .group, before.node.isOpen != now.node.isOpen { aspects.insert(.open) }
    if !aspects.isEmpty { steps.append(.updated(now.node, aspects)) }
  }

  private mutating func arrange(_ place: Shown, _ id: FaceNodeID) {
    let former = old[id]?.children ?? []
    if former == place.children { return }
    let positions = Dictionary(former.enumerated().map { ($1, $0) }) { first, _ in first }
    let staying = place.children.filter { positions[$0] != nil }
    var sequence = LongestIncreasingSubsequence()
    sequence.find(in: staying.map { positions[$0] ?? 0 })
    let settled = Set(sequence.positions.map { staying[$0] })
    var previous: FaceNodeID?
    for child in place.children {
      if !settled.contains(child), let node = new[child]?.node {
        steps.append(
          old[child] == nil
            ? .inserted(node, into: id, after: previous) : .moved(node, into: id, after: previous))
      }
      previous = child
    }
  }
}
