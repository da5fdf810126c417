/// What the user has done to a live tree, by the ids of its nodes: values that were typed, tabs that were selected,
/// screens that were pushed and popped, layers that were closed, and where the focus is.
///
/// When an interface is asked for again, the new tree gets it back, as far as it has the same nodes.
@MainActor
struct LiveState {
  private var screens: [String: (kinds: [String: NodeKind], state: PresentationState, focusedID: String?)] = [:]
  private var selections: [String: String] = [:]
  private var stacks: [String: Stack] = [:]
  /// The screens that have lost a layer which they were described with.
  private var screensWithoutLayer: Set<String> = []

  fileprivate struct Stack {
    /// The described screens that were popped.
    var popped: Set<String>
    /// The screens that were pushed, the top one last.
    var pushed: [InterfaceController]
  }

  /// Takes the state of a tree.
  init(of root: InterfaceController?) {
    for controller in root?.subtree ?? [] {
      switch controller {
      case let screen as ScreenController:
        let kinds = screen.form.entries.compactMap { entry in entry.node.kind.map { (entry.input.name, $0) } }
        screens[screen.id] = (Dictionary(kinds) { first, _ in first }, screen.state, screen.focusedID)
        if screen.isDescribedWithLayer, screen.layer == nil { screensWithoutLayer.insert(screen.id) }
      case let tabs as TabContainer: selections[tabs.id] = tabs.selectedID
      case let navigation as NavigationContainer: stacks[navigation.key] = Stack(navigation)
      default: continue
      }
    }
  }

  /// Gives the state to a tree that stands nowhere yet; what was pushed leaves the old tree for the new one.
  func restore(in root: InterfaceController) {
    for controller in root.subtree {
      switch controller {
      case let screen as ScreenController: restore(in: screen)
      case let tabs as TabContainer: if let selected = selections[tabs.id] { tabs.select(selected) }
      case let navigation as NavigationContainer:
        guard let stack = stacks[navigation.key] else { continue }
        for screen in navigation.screens.dropFirst().reversed() {
          if let id = (screen as? ScreenController)?.id, stack.popped.contains(id) { screen.remove() }
        }
        for screen in stack.pushed { navigation.adopt(screen) }
      default: continue
      }
    }
  }

  private func restore(in screen: ScreenController) {
    guard let old = screens[screen.id] else { return }
    for entry in screen.form.entries where old.kinds[entry.input.name] == entry.node.kind {
      guard let value = old.state.values[entry.input.name], entry.accepts(value) else { continue }
      screen.state.values[entry.input.name] = value
      screen.state.fieldErrors[entry.input.name] = old.state.fieldErrors[entry.input.name]
    }
    if let focused = old.focusedID { screen.focus(on: focused) }
    if screensWithoutLayer.contains(screen.id) { screen.layer?.remove() }
  }
}

extension LiveState.Stack {
  @MainActor
  fileprivate init(_ navigation: NavigationContainer) {
    let present = Set(navigation.screens.compactMap { ($0 as? ScreenController)?.id })
    popped = Set(navigation.describedIDs).subtracting(present)
    let described = Set(navigation.describedIDs)
    pushed = navigation.screens.dropFirst().filter { screen in
      (screen as? ScreenController).map { !described.contains($0.id) } ?? true
    }
  }
}

extension Form.Entry {
  /// Whether the input can hold a value: of a choice, only what it offers, and never a secret.
  fileprivate func accepts(_ value: InputValue) -> Bool {
    if value.isSecret || input.content.isSecret { return false }
    if node.kind != .choice { return true }
    return value.texts.allSatisfy { text in input.options.contains { $0.value == text } }
  }
}
