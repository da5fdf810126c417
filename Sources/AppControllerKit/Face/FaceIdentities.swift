/// Gives the nodes of the live screens their identities, and carries them from one snapshot to the next.
///
/// A screen keeps its identity for as long as its controller lives. When the interface of the same state and subject is
/// described again, the new screen with the same id takes the identity over. ``NodeMatching`` matches the nodes of the
/// screen.
@MainActor
struct FaceIdentities {
  struct Screen: Sendable {
    /// The index of the first node, which is the screen.
    private let first: Int
    private let numbers: [UInt64]

    init(first: Int, numbers: [UInt64]) { (self.first, self.numbers) = (first, numbers) }

    /// Numbers the nodes of a subtree from 1.
    init(of node: InterfaceDescription.Node) {
      self.init(first: node.index, numbers: Array(1...UInt64(node.range.count)))
    }

    subscript(index: Int) -> FaceNodeID { FaceNodeID(number: numbers[index - first]) }

    func index(of id: FaceNodeID) -> Int? { numbers.firstIndex(of: id.number).map { $0 + first } }
  }

  private struct TrackedScreen {
    weak var controller: ScreenController?
    let node: InterfaceDescription.Node
    let ids: Screen
  }

  /// The state and the subject of an update; they are equal for two updates of the same interface.
  struct InterfaceKey: Equatable {
    let state: AppController.State
    let subject: String?
  }

  private var lastNumber: UInt64 = 0
  private var trackedScreens: [TrackedScreen] = []
  private var key = InterfaceKey(state: .uninstalled, subject: nil)

  /// The screens are those of the live tree, visible or not.
  mutating func update(_ screens: [ScreenController], for key: InterfaceKey) {
    let isSame = zip(screens, trackedScreens).allSatisfy { $0 === $1.controller && $0.node.arena === $1.node.arena }
    if isSame, screens.count == trackedScreens.count, key == self.key { return }
    var left = key == self.key ? trackedScreens : []
    left.removeAll { former in screens.contains { $0 === former.controller } }
    var matchings: [Pair: NodeMatching] = [:]
    trackedScreens = screens.map { [trackedScreens] screen in
      var former = trackedScreens.first { $0.controller === screen }
      if former == nil, let index = left.firstIndex(where: { $0.node.id == screen.node.id }) {
        former = left.remove(at: index)
      }
      guard let former else { return TrackedScreen(controller: screen, node: screen.node, ids: fresh(screen.node)) }
      let ids = carry(former, to: screen.node, &matchings)
      return TrackedScreen(controller: screen, node: screen.node, ids: ids)
    }
    self.key = key
  }

  func identities(of screen: ScreenController) -> Screen {
    trackedScreens.first { $0.controller === screen }?.ids ?? Screen(of: screen.node)
  }

  func screen(of id: FaceNodeID) -> (controller: ScreenController, node: InterfaceDescription.Node)? {
    for tracked in trackedScreens {
      guard let index = tracked.ids.index(of: id), let controller = tracked.controller else { continue }
      return (controller, InterfaceDescription.Node(arena: tracked.node.arena, index: index))
    }
    return nil
  }

  private struct Pair: Hashable {
    let old, new: ObjectIdentifier
  }

  private mutating func fresh(_ node: InterfaceDescription.Node) -> Screen {
    Screen(first: node.index, numbers: node.range.map { _ in next() })
  }

  private mutating func next() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  private mutating func carry(
    _ former: TrackedScreen, to node: InterfaceDescription.Node, _ matchings: inout [Pair: NodeMatching]
  ) -> Screen {
    let (old, new) = (former.node.arena, node.arena)
    if old === new, former.node.index == node.index { return former.ids }
    // Screens of one description share the work of comparing it with another one.
    let pair = Pair(old: ObjectIdentifier(old), new: ObjectIdentifier(new))
    let matching = matchings[pair] ?? NodeMatching(from: old, to: new)
    matchings[pair] = matching
    var numbers = [UInt64](repeating: 0, count: node.range.count)
    for index in node.range {
      guard let origin = matching.oldIndex(of: index), former.node.range.contains(origin) else { continue }
      numbers[index - node.index] = former.ids[origin].number
    }
    numbers[0] = former.ids[former.node.index].number
    for position in numbers.indices where numbers[position] == 0 { numbers[position] = next() }
    return Screen(first: node.index, numbers: numbers)
  }
}
