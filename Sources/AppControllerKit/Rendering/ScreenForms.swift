/// The forms of the screens that were asked whether something on them can be used.
///
/// Every face asks here, so that nothing can be used in one and not in another.
struct ScreenForms {
  private let arena: Arena
  private let state: PresentationState
  /// By the indices of the screens.
  private var forms: [Int: FilledForm] = [:]

  init(arena: Arena, state: PresentationState) {
    self.arena = arena
    self.state = state
  }

  /// Whether a node can be used with the values that its screen has.
  mutating func isEnabled(_ index: Int, _ node: NodeRecord) -> Bool {
    guard let condition = arena.condition(arena.value(.enabled, in: node.values)) else { return true }
    var screen = index
    while arena.nodes[screen].knownKind != .screen, Int(arena.nodes[screen].parent) != screen {
      screen = Int(arena.nodes[screen].parent)
    }
    return forms[screen, default: FilledForm(of: .init(arena: arena, index: screen), state)].holds(condition)
  }
}
