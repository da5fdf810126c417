import AppControllerKit

extension ScreenInteraction {
  /// Nil outside of a search.
  var filter: EntryFilter? { finder?.filter }

  /// Returns nil for a key that has no meaning in a search.
  mutating func find(_ key: TerminalKey, _ picture: ScreenPicture) -> [ScreenIntent]? {
    guard let node = picture.entries(around: target) else { return nil }
    var text = finder?.text ?? ""
    switch key {
    case .character("/") where text.isEmpty && EntryFinder.isLong(node): return []
    case .character(" ") where text.isEmpty, .character("?") where text.isEmpty: return nil
    case .character(let scalar), .pasted(let scalar): text.unicodeScalars.append(scalar)
    case .backspace where !text.isEmpty: text.removeLast()
    case .escape where !text.isEmpty, .deleteToStart where !text.isEmpty: text = ""
    case .enter, .tab, .backTab, .escape, .backspace, .delete, .deleteWord, .deleteToStart, .undo, .reveal, .up, .down,
      .left, .right, .home, .end, .pageUp, .pageDown, .help, .mouse, .endOfInput, .redraw, .nextTab, .click, .wheel:
      return nil
    }
    guard var finder = finder ?? EntryFinder(in: node) else { return nil }
    let isFound = finder.look(for: text)
    self.finder = finder.text.isEmpty ? nil : finder
    return isFound ? goToBest(of: finder, node) : []
  }

  private mutating func goToBest(of finder: EntryFinder, _ node: InterfaceDescription.Node) -> [ScreenIntent] {
    guard !finder.text.isEmpty, let best = finder.best else { return target.map { [.focus($0)] } ?? [] }
    if node.kind == .choice {
      highlight(best.lowerBound, of: node.id ?? "")
      return target.map { [.focus($0)] } ?? []
    }
    let entry = InterfaceDescription.Node(arena: node.arena, index: best.lowerBound)
    return entry.id.map { go(to: .node($0)) } ?? []
  }

  mutating func refilter(_ picture: ScreenPicture) {
    guard let former = finder, !former.isIn(picture.node) else { return }
    finder = picture.entries(around: target).flatMap(EntryFinder.init)
    if finder?.look(for: former.text) != true || finder?.contains(target) != true { finder = nil }
  }
}

extension ScreenPicture {
  func entries(around target: TerminalTarget?) -> InterfaceDescription.Node? {
    guard let node = node(at: target) else { return nil }
    switch node.kind {
    case .choice: return node
    case .item: return node.parent.flatMap { $0.kind == .list ? $0 : nil }
    case _: return nil
    }
  }
}
