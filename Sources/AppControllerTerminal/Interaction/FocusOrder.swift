import AppControllerKit

/// The elements of a screen that can have the focus, in reading order, and the moves of the keys between them.
///
/// Disabled controls are left out, as in every form. Elements are searched on demand, so that a key costs as much in a
/// long list as in a short one.
struct FocusOrder {
  /// A place where Tab stops: a bar by its id, a list by the index of its node.
  enum Stop: Hashable {
    case bar(String)
    case list(Int)
    case single(TerminalTarget)
  }

  /// The rows to scroll, down if positive.
  struct Move: Equatable {
    var target: TerminalTarget?
    var rows = 0
  }

  /// A position among the surroundings, or the index of a node in the content.
  private enum Place: Equatable {
    case around(Int)
    case node(Int)
  }

  private let root: InterfaceDescription.Node
  private let around: [(target: TerminalTarget, stop: Stop)]
  private var status: ScreenStatus
  /// The list that was searched last, and its first item that can have the focus.
  private var lastList: (list: Int, first: Int)?
  /// Nil when all entries are shown.
  private let filter: EntryFilter?

  init(of picture: ScreenPicture, _ filter: EntryFilter? = nil) {
    self.filter = filter
    root = picture.node
    var around: [(target: TerminalTarget, stop: Stop)] = []
    for bar in picture.tabBars {
      for item in bar.items where !item.id.isEmpty { around.append((.tab(of: bar.id, item.id), .bar(bar.id))) }
    }
    if picture.back != nil { around.append((.back, .single(.back))) }
    if picture.isLayer { around.append((.close, .single(.close))) }
    self.around = around
    status = picture.status
  }
}

// MARK: - Looking for elements

extension FocusOrder {
  mutating func contains(_ target: TerminalTarget?) -> Bool { place(of: target) != nil }

  /// Takes time linear in the size of the screen.
  mutating func targets() -> [TerminalTarget] {
    var (targets, found) = ([TerminalTarget](), end(1))
    while let place = found {
      targets.append(target(at: place))
      found = next(1, from: place)
    }
    return targets
  }

  mutating func first() -> TerminalTarget? {
    node(1, from: root.index + 1).map(target(ofNode:))
      ?? around.first { !$0.target.isTab }?.target ?? around.first?.target
  }

  func tabs(of bar: String) -> [TerminalTarget] { around.filter { $0.stop == .bar(bar) }.map(\.target) }

  /// Nil when the element cannot have the focus.
  mutating func stop(of target: TerminalTarget?) -> Stop? { place(of: target).map(stop(at:)) }

  private mutating func place(of target: TerminalTarget?) -> Place? {
    guard case .node(let id) = target else {
      return around.firstIndex { $0.target == target }.map(Place.around)
    }
    guard let index = root.index(ofID: id),
      root.arena.isShown(index, below: root.index, without: .presented)
    else { return nil }
    return canHaveFocus(index) ? .node(index) : nil
  }

  private func target(at place: Place) -> TerminalTarget {
    switch place {
    case .around(let position): around[position].target
    case .node(let index): target(ofNode: index)
    }
  }

  private func target(ofNode index: Int) -> TerminalTarget { .node(node(at: index).id ?? "") }

  private func stop(at place: Place) -> Stop {
    switch place {
    case .around(let position): around[position].stop
    case .node(let index): list(around: index).map(Stop.list) ?? .single(target(ofNode: index))
    }
  }

  private func list(around index: Int) -> Int? {
    guard let parent = node(at: index).parent else { return nil }
    switch (node(at: index).kind, parent.kind) {
    case (.item?, .list?), (.row?, .table?): return parent.index
    default: return nil
    }
  }

  private func isItem(_ index: Int, of list: Int) -> Bool {
    let record = root.arena.nodes[index]
    return Int(record.parent) == list && record.knownKind == .item
  }

  private var range: Range<Int> { root.range }

  private func node(at index: Int) -> InterfaceDescription.Node { .init(arena: root.arena, index: index) }

  private mutating func canHaveFocus(_ index: Int) -> Bool {
    root.arena.nodes[index].idSize > 0 && filter?.hides(index) != true && status.isUsable(node(at: index))
  }

  /// With `skips`, the items of the list that was searched last are passed over, except its first one.
  private mutating func node(_ step: Int, from start: Int, skips: Bool = false) -> Int? {
    let (arena, range, list) = (root.arena, range, skips ? lastList : nil)
    var index = start
    while range.contains(index), index != root.index {
      if let filter, filter.hides(index) {
        index = filter.shown(step, from: index)
        continue
      }
      let isSkipped = list.map { index != $0.first && isItem(index, of: $0.list) } ?? false
      guard !isSkipped, arena.isActionable(index), canHaveFocus(index) else {
        index += step
        continue
      }
      guard let hiding = arena.hidingNode(of: index, below: root.index, without: .presented) else { return index }
      index = step > 0 ? Int(arena.nodes[hiding].end) : hiding - 1
    }
    return nil
  }

  private mutating func next(_ step: Int, from place: Place, skips: Bool = false) -> Place? {
    switch place {
    case .around(let position):
      if around.indices.contains(position + step) { return .around(position + step) }
      return step > 0 ? node(1, from: root.index + 1).map(Place.node) : nil
    case .node(let index):
      return node(step, from: index + step, skips: skips).map(Place.node)
        ?? (step < 0 && !around.isEmpty ? .around(around.count - 1) : nil)
    }
  }

  /// The last element for a negative direction.
  private mutating func end(_ direction: Int) -> Place? {
    if direction > 0 {
      return around.isEmpty ? node(1, from: root.index + 1).map(Place.node) : .around(0)
    }
    return node(-1, from: range.upperBound - 1).map(Place.node) ?? (around.isEmpty ? nil : .around(around.count - 1))
  }

  /// A control inside a list is a stop of its own, after that of the list.
  private mutating func nextStop(_ step: Int, from place: Place) -> Place? {
    let former = stop(at: place)
    let beginning = beginning(of: former) ?? place
    return nearestStop(step, from: next(step, from: step < 0 ? beginning : place, skips: true), after: former)
  }

  private mutating func nearestStop(_ step: Int, from start: Place?, after former: Stop? = nil) -> Place? {
    var found = start
    while let place = found {
      let stop = stop(at: place)
      if stop != former, place == beginning(of: stop) ?? place { return place }
      found = next(step, from: place, skips: true)
    }
    return nil
  }

  private mutating func beginning(of stop: Stop) -> Place? {
    switch stop {
    case .single: return nil
    case .bar: return around.firstIndex { $0.stop == stop }.map(Place.around)
    case .list(let list):
      if list != lastList?.list {
        var index = node(1, from: list + 1)
        while let found = index, self.list(around: found) != list { index = node(1, from: found + 1) }
        lastList = index.map { (list, $0) }
      }
      return (lastList?.first).map(Place.node)
    }
  }
}

// MARK: - Moving

extension FocusOrder {
  /// Wraps around at the ends of the screen.
  mutating func stop(_ step: Int, from target: TerminalTarget?) -> (target: TerminalTarget, stop: Stop)? {
    let found = place(of: target).flatMap { nextStop(step, from: $0) } ?? nearestStop(step, from: end(step))
    return found.map { (self.target(at: $0), stop(at: $0)) }
  }

  /// Scrolls when the next element is more than a page out of view, so that the user sees everything.
  mutating func next(_ step: Int, from target: TerminalTarget?, in frame: TerminalFrame?) -> Move {
    let start = place(of: target)
    let found =
      if let start { target?.isTab == true ? nextStop(step, from: start) : next(step, from: start) } else {
        end(step)
      }
    // There may be more text after the last element.
    guard let found else { return Move(rows: step) }
    let next = self.target(at: found)
    guard let frame, let rows = self.rows(at: found, in: frame) else { return Move(target: next) }
    let isFar =
      step > 0
      ? rows.lowerBound - frame.scroll >= frame.viewport.count + frame.page
      : frame.scroll - rows.upperBound >= frame.page
    return isFar ? Move(rows: step * frame.page) : Move(target: next)
  }

  mutating func page(_ step: Int, from target: TerminalTarget?, in frame: TerminalFrame?) -> Move {
    guard let frame else { return Move() }
    let scroll = min(max(0, frame.scroll + step * frame.page), frame.lastScroll)
    if scroll == frame.scroll { return end(step, in: frame) }
    let view = scroll..<scroll + frame.viewport.count
    let former = place(of: target).flatMap { rows(at: $0, in: frame)?.lowerBound } ?? frame.scroll
    let wanted = former + step * frame.page
    var nearest: (place: Place, distance: Int)?
    let nodes = frame.layout?.nodes(inRows: view) ?? 0..<0
    var index = node(1, from: nodes.lowerBound)
    while let found = index, found < nodes.upperBound {
      if let top = rows(at: .node(found), in: frame)?.lowerBound, view.contains(top),
        nearest.map({ abs(top - wanted) < $0.distance }) ?? true
      {
        nearest = (.node(found), abs(top - wanted))
      }
      index = node(1, from: found + 1)
    }
    return Move(target: nearest.map { self.target(at: $0.place) }, rows: scroll - frame.scroll)
  }

  mutating func end(_ step: Int, in frame: TerminalFrame?) -> Move {
    let last = step > 0 ? node(-1, from: range.upperBound - 1) : node(1, from: root.index + 1)
    let rows = frame.map { step > 0 ? $0.lastScroll - $0.scroll : -$0.scroll } ?? 0
    return Move(target: last.map(target(ofNode:)), rows: rows)
  }

  /// Nil when the element is not part of the scrolled content.
  private func rows(at place: Place, in frame: TerminalFrame) -> Range<Int>? {
    guard case .node(let index) = place else { return nil }
    let target = target(ofNode: index)
    if let seen = frame.regions.first(where: { $0.target == target })?.rectangle {
      let first = seen.row - frame.viewport.lowerBound + frame.scroll
      return first < 0 ? nil : first..<first + seen.rows
    }
    return frame.layout?.rows(ofNode: index)
  }
}

extension TerminalFrame {
  /// In rows.
  fileprivate var page: Int { max(1, viewport.count - 1) }
}
