import AppControllerKit

/// What an answer's effects do, one after another, to a tree of plain values: what `ResponsePlan` is compared with.
struct InterpretedAnswer: Equatable {
  /// A screen, stack or tab bar, or the container of all of them.
  struct Part: Equatable {
    enum Kind { case root, screen, stack, tabs }
    let kind: Kind
    let id: String
    var parts: [Part] = []
    /// Of tabs: the items of the parts, and the selected one.
    var items: [String] = []
    var selected = ""
  }

  /// The container; the first part is the installed interface, the others are the presented layers.
  var root: Part
  /// What the effects refer to.
  var current: String
  var violations: Set<String> = []

  enum Effect: Equatable {
    case push(Part), present(Part), replace(Part), pop, popToRoot, dismiss, select(String), complain
  }

  /// Does an effect.
  ///
  /// - Returns: Whether it had a place; if not, nothing has changed.
  mutating func apply(_ effect: Effect) -> Bool {
    switch effect {
    case .push(let part):
      guard let stack else { return false }
      change(stack.id) { $0.parts.append(part) }
    case .present(let part): root.parts.append(part)
    case .replace(let part):
      let old = current
      guard let parent = path(to: old)?.dropLast().last else { return false }
      change(parent.id) { $0.parts = $0.parts.map { $0.id == old ? part : $0 } }
      current = Self.seen(of: part)
    case .pop, .popToRoot:
      guard let stack, effect == .popToRoot || stack.parts.count > 1 else { return false }
      change(stack.id) { stack in
        repeat { if stack.parts.count > 1 { stack.parts.removeLast() } } while effect != .pop && stack.parts.count > 1
      }
      if path(to: current) == nil, let changed = path(to: stack.id)?.last { current = Self.seen(of: changed) }
    case .dismiss:
      guard let top = layers.last, let parent = path(to: top)?.dropLast().last else { return false }
      change(parent.id) { $0.parts.removeAll { $0.id == top } }
      if path(to: current) == nil { current = visible }
    case .select(let item):
      guard let tabs = Self.all(root).first(where: { $0.items.contains(item) }) else { return false }
      change(tabs.id) { $0.selected = item }
    case .complain:
      // The screens with an input say so in their ids.
      guard current.hasSuffix(".f") else { return false }
      violations.insert(current)
    }
    return true
  }

  /// What is seen.
  var visible: String { Self.seen(of: path(to: layers.last ?? "")?.last ?? root.parts[0]) }

  /// The layers that can be seen, from the bottom.
  private var layers: [String] {
    root.parts.enumerated().flatMap { index, part in (index == 0 ? [] : [part.id]) + described(part) }
  }

  private func described(_ part: Part) -> [String] {
    guard let layer = path(to: Self.seen(of: part))?.last?.parts.last else { return [] }
    return [layer.id] + described(layer)
  }

  /// The nearest stack around what is referred to, in the same layer.
  private var stack: Part? {
    for part in (path(to: current) ?? []).dropLast().reversed() {
      if part.kind == .screen { return nil }
      if part.kind == .stack { return part }
    }
    return nil
  }

  private static func seen(of part: Part) -> String {
    switch part.kind {
    case .screen: part.id
    case .stack, .root: part.parts.last.map(seen) ?? part.id
    case .tabs: zip(part.items, part.parts).first { $0.0 == part.selected }.map { seen(of: $0.1) } ?? part.id
    }
  }

  private static func all(_ part: Part) -> [Part] { [part] + part.parts.flatMap(all) }

  private func path(to id: String) -> [Part]? {
    func path(_ part: Part) -> [Part]? {
      if part.id == id { return [part] }
      return part.parts.lazy.compactMap(path).first.map { [part] + $0 }
    }
    return path(root)
  }

  private mutating func change(_ id: String, _ edit: (inout Part) -> Void) {
    func changed(_ part: Part) -> Part {
      var part = part
      part.parts = part.parts.map(changed)
      if part.id == id { edit(&part) }
      return part
    }
    root = changed(root)
  }
}

// MARK: - The same as descriptions and as live controllers

extension InterpretedAnswer.Part: InterfaceContent {
  static func screen(_ id: String, layer: Self? = nil) -> Self {
    Self(kind: .screen, id: id, parts: layer.map { [$0] } ?? [])
  }
  static func stack(_ id: String, _ parts: Self...) -> Self { Self(kind: .stack, id: id, parts: parts) }
  static func tabs(_ id: String, _ parts: Self...) -> Self {
    let items = parts.indices.map { "\(id)\($0)" }
    return Self(kind: .tabs, id: id, parts: parts, items: items, selected: items[0])
  }

  var description: InterfaceDescription { InterfaceDescription(id) { self } }

  func emit(into emitter: inout InterfaceEmitter) {
    switch kind {
    case .screen:
      Screen(id, title: id) {
        if id.hasSuffix(".f") { TextField("field-\(id)", "F", name: "f") }
        for part in parts { Sheet { part } }
      }.emit(into: &emitter)
    case .stack: NavigationStack(id) { for part in parts { part } }.emit(into: &emitter)
    case .tabs: TabView(id) { for (item, part) in zip(items, parts) { Tab(item, item) { part } } }.emit(into: &emitter)
    case .root: Spacer().emit(into: &emitter)
    }
  }

  /// The part that a live controller is.
  @MainActor
  init(of controller: InterfaceController) {
    let parts = controller.children.map(Self.init(of:))
    switch controller {
    case let screen as ScreenController: self.init(kind: .screen, id: screen.id, parts: parts)
    case let stack as NavigationContainer: self.init(kind: .stack, id: stack.id ?? "", parts: parts)
    case let tabs as TabContainer:
      self.init(kind: .tabs, id: tabs.id, parts: parts, items: tabs.itemIDs, selected: tabs.selectedID)
    default: self.init(kind: .root, id: "root", parts: parts)
    }
  }
}

extension InterpretedAnswer.Effect {
  /// What a provider answers.
  var effect: ActionResponse.Effect {
    switch self {
    case .push(let part): .show(part.description, .push)
    case .present(let part): .show(part.description, .present)
    case .replace(let part): .show(part.description, .replace)
    case .pop: .leave(.pop)
    case .popToRoot: .leave(.popToRoot)
    case .dismiss: .leave(.dismiss)
    case .select(let item): .select(tabs: String(item.dropLast()), item: item)
    case .complain: .fieldError(input: "f", message: "wrong")
    }
  }
}
