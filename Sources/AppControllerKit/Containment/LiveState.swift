/// The state that the user has given a live tree, by the ids of its nodes: typed values, selected tabs, pushed and
/// popped screens, closed layers, and the focus.
///
/// When an interface is requested again, its new tree gets this state back, for the nodes that it still has.
@MainActor
struct LiveState {
  private var screens: [String: (kinds: [String: NodeKind], state: PresentationState, focusedID: String?)] = [:]
  private var selections: [String: String] = [:]
  private var stacks: [String: Stack] = [:]
  /// The screens whose described layer was closed.
  private var screensWithoutLayer: Set<String> = []

  fileprivate struct Stack {
    var popped: Set<String>
    /// The screens that were pushed, the top one last.
    var pushed: [InterfaceController]
  }

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

  /// Applies the state to a tree that has no parent yet; pushed screens move from the old tree to the new one.
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
    for (group, isOpen) in old.state.openGroups { screen.setOpen(isOpen, group: group) }
    if let focused = old.focusedID { screen.takeFocus(on: focused) }
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
  fileprivate func accepts(_ value: InputValue) -> Bool {
    if value.isSecret || input.content.isSecret { return false }
    if node.kind != .choice { return true }
    return value.texts.allSatisfy { text in input.options.contains { $0.value == text } }
  }
}
