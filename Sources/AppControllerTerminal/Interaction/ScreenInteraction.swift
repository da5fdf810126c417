package import AppControllerKit

/// The keyboard's state on a screen: the focus, and the text that is being typed.
///
/// The state outlives the screens: a control keeps its state when a new interface has a control with the same id. The
/// state holds the typed secrets, and expects pictures that contain them.
package struct ScreenInteraction {
  struct Place: Hashable {
    let screen: FaceNodeID?
    let node: String
    /// Whether it is a field, whose secret the user types; the interface shows the other ones.
    var isTyped = true
  }

  package private(set) var target: TerminalTarget? {
    didSet {
      guard target != oldValue else { return }
      conceal()
      openChoice = nil
      if finder.map({ !$0.contains(target) }) == true { finder = nil }
    }
  }
  private var hasMoved = false
  private var screen: FaceNodeID?
  /// As the screen was last shown; without secrets.
  private var values: InputValues = [:]
  private var editors: [Place: FieldEditor] = [:]
  private var options: [Place: Int] = [:]
  /// The fields that have had the focus, so that the user has seen them.
  private var visited: Set<Place> = []
  /// Nil when no secret is shown.
  private(set) var revealed: Place?
  /// Other long choices show only their chosen options.
  private(set) var openChoice: Place?
  /// Nil outside of a search.
  var finder: EntryFinder?
  private var lastTargets: [FocusOrder.Stop: TerminalTarget] = [:]

  package init() {}

  /// Returns whether it is another screen than before.
  @discardableResult
  package mutating func show(_ picture: ScreenPicture) -> Bool {
    let id = picture.id
    let isOther = id != screen
    // A secret is not kept for another screen.
    if isOther {
      wipeSecrets()
      conceal()
      openChoice = nil
    }
    refilter(picture)
    var order = order(of: picture)
    // A user who moves along the tabs keeps the focus there.
    let stays = target.map { order.contains($0) && (id == screen || $0.isTab && hasMoved) } ?? false
    if !stays { (target, hasMoved) = (picture.firstTarget, false) }
    let values = picture.state.values.filter { !$1.isSecret }
    if id == screen, values != self.values { forgetEditors(of: picture, values) }
    (screen, self.values) = (id, values)
    if let node = target?.nodeID { visited.insert(place(node)) }
    return isOther
  }

  private mutating func forgetEditors(of picture: ScreenPicture, _ values: InputValues) {
    for entry in picture.form.entries where values[entry.input.name] != self.values[entry.input.name] {
      let place = place(entry.node.id)
      guard let editor = editors[place], !editor.isSecret else { continue }
      if editor.value != values[entry.input.name] ?? .text("") { editors[place] = nil }
    }
  }

  mutating func wipeSecrets() {
    for place in editors.keys where editors[place]?.isSecret == true {
      editors[place]?.wipe()
      editors[place] = nil
    }
  }

  mutating func highlight(_ option: Int, of id: String) { options[place(id)] = option }

  mutating func focus(on target: TerminalTarget) { self.target = target }

  func secrets(of picture: ScreenPicture) -> InputValues {
    var values: InputValues = [:]
    for entry in picture.form.entries where entry.input.content.isSecret {
      if let editor = editors[place(entry.node.id)] { values[entry.input.name] = editor.value }
    }
    return values
  }

  /// Nil when no field has the focus.
  func editor(in picture: ScreenPicture) -> FieldEditor? {
    guard let node = picture.node(at: target), node.kind == .field, let input = node.input else { return nil }
    return editors[place(node.id)] ?? FieldEditor(input, picture.state.values[input.name])
  }

  /// Nil when no choice has the focus.
  func option(in picture: ScreenPicture) -> Int? {
    guard let node = picture.node(at: target), node.kind == .choice, let input = node.input else { return nil }
    if let option = options[place(node.id)] { return min(option, max(0, input.options.count - 1)) }
    let chosen = input.chosen(in: picture.state.values)
    return input.options.firstIndex { chosen.contains($0.value) } ?? 0
  }

  package func editing(in picture: ScreenPicture) -> FieldEditing? {
    guard case .node(let id) = target else { return nil }
    if let option = option(in: picture) { return FieldEditing(id: id, .option(option)) }
    guard let editor = editor(in: picture) else { return nil }
    if revealed == place(id) {
      let (text, caret) = editor.revealed
      return FieldEditing(id: id, .text(text, caret: caret))
    }
    return FieldEditing(
      id: id,
      editor.isSecret
        ? .secret(count: editor.count, caret: editor.caret) : .text(editor.text, caret: editor.caret))
  }

  /// In characters, by the names of the inputs.
  func secretLengths(of picture: ScreenPicture) -> [String: Int] {
    var lengths: [String: Int] = [:]
    for entry in picture.form.entries where entry.input.content.isSecret {
      if let editor = editors[place(entry.node.id)] { lengths[entry.input.name] = editor.count }
    }
    return lengths
  }

  func place(_ node: String?) -> Place { Place(screen: screen, node: node ?? "") }

  mutating func conceal() { revealed = nil }

  mutating func toggleSecret(_ node: String?, isTyped: Bool = true) {
    revealed = revealed == nil ? Place(screen: screen, node: node ?? "", isTyped: isTyped) : nil
  }

  func order(of picture: ScreenPicture) -> FocusOrder { FocusOrder(of: picture, filter) }
}

// MARK: - Keys

extension ScreenInteraction {
  /// Without a frame, every element counts as visible; nothing else can be pressed while an action is under way.
  package mutating func handle(
    _ key: TerminalKey, on picture: ScreenPicture, in frame: TerminalFrame? = nil, isBusy: Bool
  ) -> [ScreenIntent] {
    if let intents = handleInControl(key, picture, isBusy: isBusy) ?? find(key, picture) { return intents }
    var order = order(of: picture)
    switch key {
    case .tab: return goToStop(1, &order, picture)
    case .backTab: return goToStop(-1, &order, picture)
    case .down: return go(order.next(1, from: target, in: frame))
    case .up: return go(order.next(-1, from: target, in: frame))
    case .nextTab: return selectNextTab(picture)
    case .left: return selectTab(by: -1, order)
    case .right: return selectTab(by: 1, order)
    case .pageUp: return go(order.page(-1, from: target, in: frame))
    case .pageDown: return go(order.page(1, from: target, in: frame))
    case .home: return go(order.end(-1, in: frame))
    case .end: return go(order.end(1, in: frame))
    case .enter: return isBusy ? [] : press(picture)
    case .escape where isBusy: return [.cancel]
    case .escape: return picture.isLayer ? [.close] : picture.back != nil ? [.goBack] : []
    case .character(" "): return isBusy ? [] : press(picture)
    case .character("?"), .help: return [.help]
    case .character("c"): return picture.node(at: target)?.url.map { [.copy($0)] } ?? []
    case .mouse: return [.mouse]
    case .click(let position): return click(at: position, picture, frame, isBusy: isBusy)
    case .wheel(let step, _): return [.scroll(by: 3 * step)]
    case .redraw: return [.redraw]
    case .endOfInput: return [.leave]
    case .character, .pasted, .backspace, .delete, .deleteWord, .deleteToStart, .undo, .reveal: return []
    }
  }

  /// Returns nil when the control gives the key no special meaning.
  private mutating func handleInControl(
    _ key: TerminalKey, _ picture: ScreenPicture, isBusy: Bool
  ) -> [ScreenIntent]? {
    guard let node = picture.node(at: target), let input = node.input else { return nil }
    if node.kind == .choice { return choose(key, node, input, picture) }
    guard node.kind == .field, var editor = editor(in: picture) else { return nil }
    if key == .endOfInput, editor.count > 0 { return [] }
    if key == .reveal, editor.isSecret {
      toggleSecret(node.id)
      return []
    }
    let before = editor.value
    guard editor.handle(key, in: input) || editor.handle(key) else {
      return key == .enter && !isBusy ? submit(picture) : nil
    }
    editors[place(node.id)] = editor
    if editor.value == before { return [] }
    return [.enter(editor.value, input: input.name)]
  }

  mutating func keep(_ editor: FieldEditor, _ picture: ScreenPicture) {
    editors[place(picture.node(at: target)?.id)] = editor
  }

  private mutating func choose(
    _ key: TerminalKey, _ node: InterfaceDescription.Node, _ input: InputDescription, _ picture: ScreenPicture
  ) -> [ScreenIntent]? {
    let last = input.options.count - 1
    guard last >= 0, let option = option(in: picture) else { return nil }
    let folds = input.folds
    if folds, openChoice != place(node.id) { return open(key, node, picture) }
    if let intents = find(key, picture) { return intents }
    let shown = filter?.matches.map(\.lowerBound) ?? Array(input.options.indices)
    let current = shown.firstIndex(of: option) ?? 0
    let next: Int
    switch key {
    case .up: next = current - 1
    case .down: next = current + 1
    case .pageUp where folds: next = current - Self.page
    case .pageDown where folds: next = current + Self.page
    case .home: next = 0
    case .end: next = shown.count - 1
    case .character(" "), .enter:
      if folds, !input.isMultiple { close() }
      return [.enter(.plain(input.chosen(afterPressing: option, in: picture.state.values)), input: input.name)]
    case .escape where folds:
      close()
      return target.map { [.focus($0)] }
    case .character, .pasted, .tab, .backTab, .escape, .backspace, .delete, .deleteWord, .deleteToStart, .undo,
      .reveal, .left, .right, .pageUp, .pageDown, .endOfInput, .redraw, .nextTab, .help, .mouse, .click, .wheel:
      return nil
    }
    let place = min(max(0, next), shown.count - 1)
    // At the end of a short choice, an arrow moves on to the next control; a long one is left with Escape or Tab.
    if shown[place] == option { return folds ? [] : nil }
    options[self.place(node.id)] = shown[place]
    return node.id.map { [.focus(.node($0))] }
  }

  /// In options.
  private static let page = 10

  /// Return, Space and search letters open a closed long choice.
  private mutating func open(
    _ key: TerminalKey, _ node: InterfaceDescription.Node, _ picture: ScreenPicture
  ) -> [ScreenIntent]? {
    var intents = target.map { [ScreenIntent.focus($0)] }
    if key != .enter, key != .character(" ") {
      guard let found = find(key, picture) else { return nil }
      intents = found
    }
    openChoice = place(node.id)
    return intents
  }

  private mutating func close() { (openChoice, finder) = (nil, nil) }

  private mutating func selectTab(by step: Int, _ order: FocusOrder) -> [ScreenIntent] {
    guard case .tab(of: let bar, _) = target else { return [] }
    let items = order.tabs(of: bar)
    guard let index = target.flatMap(items.firstIndex), items.indices.contains(index + step),
      case .tab(of: _, let item) = items[index + step]
    else { return [] }
    return go(to: items[index + step]) + [.select(bar: bar, item: item)]
  }

  /// Of the bar with the focus, else of the innermost one; the first tab follows the last one.
  private func selectNextTab(_ picture: ScreenPicture) -> [ScreenIntent] {
    let bars = picture.tabBars
    guard let bar = bars.first(where: { target?.isTab(of: $0.id) == true }) ?? bars.last else { return [] }
    let items = bar.items.filter { !$0.id.isEmpty }
    guard items.count > 1, let index = items.firstIndex(where: { $0.id == bar.selectedID }) else { return [] }
    return [.select(bar: bar.id, item: items[(index + 1) % items.count].id)]
  }

  mutating func press(_ picture: ScreenPicture) -> [ScreenIntent] {
    if picture.node(at: target)?.kind != .secret { conceal() }
    switch target {
    case .back: return [.goBack]
    case .close: return [.close]
    case .tab(of: let bar, let item): return [.select(bar: bar, item: item)]
    case nil: return []
    case .node(let id), .option(of: let id, _):
      guard let node = picture.node(at: target) else { return [] }
      if node.kind == .secret { return [.reveal(nodeID: id)] }
      guard node.kind == .toggle, let input = node.input else { return [.press(nodeID: id)] }
      let isOn = picture.state.values[input.name] == .text("true")
      return [.enter(.text(isOn ? "false" : "true"), input: input.name)]
    }
  }

  /// Moves to the next required input that is empty, else presses the button that submits the form.
  ///
  /// Inputs that the user has not visited come first, so that none is marked as wrong before the user has seen it.
  private mutating func submit(_ picture: ScreenPicture) -> [ScreenIntent] {
    conceal()
    var order = order(of: picture)
    let entries = picture.form.entries
    let current = entries.firstIndex { entry in entry.node.id.map { .node($0) == target } == true } ?? 0
    let empty = entries.indices.filter { position in
      let entry = entries[position]
      return position != current && entry.input.isRequired && picture.state.values[entry.input.name]?.isFilled != true
    }
    let targets = empty.compactMap { position in
      entries[position].node.id.map { (position: position, target: TerminalTarget.node($0)) }
    }.filter { order.contains($0.target) }
    if let next = targets.first(where: { $0.position > current }) { return go(to: next.target) }
    let unseen = targets.first { !visited.contains(place($0.target.nodeID)) }
    if let unseen { return go(to: unseen.target) }
    if let primary = picture.primaryButton?.node.id, order.contains(.node(primary)) {
      return [.press(nodeID: primary)]
    }
    return targets.first.map { go(to: $0.target) } ?? goToStop(1, &order, picture)
  }
}

// MARK: - Moving

extension ScreenInteraction {
  mutating func go(to target: TerminalTarget) -> [ScreenIntent] {
    (self.target, hasMoved) = (target, true)
    return [.focus(target)]
  }

  private mutating func go(_ move: FocusOrder.Move) -> [ScreenIntent] {
    (move.target.map { go(to: $0) } ?? []) + (move.rows == 0 ? [] : [.scroll(by: move.rows)])
  }

  private mutating func goToStop(
    _ step: Int, _ order: inout FocusOrder, _ picture: ScreenPicture
  ) -> [ScreenIntent] {
    if let stop = order.stop(of: target), case .list = stop { lastTargets[stop] = target }
    guard let first = order.stop(step, from: target) else { return [] }
    var inside = lastTargets[first.stop]
    if case .bar(let id) = first.stop {
      inside = picture.tabBars.first { $0.id == id }.map { .tab(of: id, $0.selectedID) }
    }
    return go(to: inside.flatMap { order.contains($0) ? $0 : nil } ?? first.target)
  }
}

extension ScreenPicture {
  func node(at target: TerminalTarget?) -> InterfaceDescription.Node? {
    guard case .node(let id) = target else { return nil }
    return self[id]?.node
  }
}

extension InputDescription {
  fileprivate func chosen(in values: InputValues) -> [String] {
    guard case .plain(let texts)? = values[name] else { return self.values }
    return texts
  }

  fileprivate func chosen(afterPressing option: Int, in values: InputValues) -> [String] {
    let (pressed, chosen) = (options[option].value, chosen(in: values))
    guard isMultiple else { return [pressed] }
    if chosen.contains(pressed) { return chosen.filter { $0 != pressed } }
    return options.map(\.value).filter { $0 == pressed || chosen.contains($0) }
  }
}

extension FieldEditor {
  fileprivate init(_ input: InputDescription, _ value: InputValue?) {
    if input.content.isSecret {
      self.init(isSecret: true)
    } else if case .plain(let texts)? = value {
      self.init(texts.first ?? "")
    } else {
      self.init(input.values.first ?? "")
    }
  }
}

extension TerminalTarget {
  var isTab: Bool { if case .tab = self { true } else { false } }

  fileprivate func isTab(of id: String) -> Bool { if case .tab(of: id, _) = self { true } else { false } }
}

extension ScreenPicture {
  var targets: [TerminalTarget] {
    var order = FocusOrder(of: self)
    return order.targets()
  }

  fileprivate var firstTarget: TerminalTarget? {
    var order = FocusOrder(of: self)
    if let focusedID, order.contains(.node(focusedID)) { return .node(focusedID) }
    return order.first()
  }
}
