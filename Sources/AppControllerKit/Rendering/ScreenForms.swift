/// The forms of the screens for which the enabled state of a node was queried.
///
/// Every front end uses it, so that all agree about which nodes are enabled.
struct ScreenForms {
  private let arena: Arena
  private let state: PresentationState
  /// The forms by the indices of their screens.
  private var forms: [Int: FilledForm] = [:]

  init(arena: Arena, state: PresentationState) {
    self.arena = arena
    self.state = state
  }

  /// Whether a node is enabled with the values of its screen.
  mutating func isEnabled(_ index: Int, _ node: NodeRecord) -> Bool {
    guard let condition = arena.condition(arena.value(.enabled, in: node.values)) else { return true }
    var screen = index
    while arena.nodes[screen].knownKind != .screen, Int(arena.nodes[screen].parent) != screen {
      screen = Int(arena.nodes[screen].parent)
    }
    return forms[screen, default: FilledForm(of: .init(arena: arena, index: screen), state)].holds(condition)
  }
}
