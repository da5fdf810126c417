import AppControllerKit

/// The elements of a screen that can have the focus, in reading order, and the way that keys take among them.
///
/// Controls that cannot be used now are left out, as in every form.
struct FocusOrder {
  /// A place where Tab stops.
  enum Stop: Hashable {
    /// A tab bar, by its id.
    case bar(String)
    /// A list, by the index of its node.
    case list(Int)
    case single(TerminalTarget)
  }

  /// What a key does: the element that gets the focus, and the rows to scroll, down if positive.
  struct Move: Equatable {
    var target: TerminalTarget?
    var rows = 0
  }

  let entries: [(target: TerminalTarget, stop: Stop)]

  init(of picture: ScreenPicture) {
    var entries: [(target: TerminalTarget, stop: Stop)] = []
    for bar in picture.tabBars {
      for item in bar.items where !item.id.isEmpty { entries.append((.tab(of: bar.id, item.id), .bar(bar.id))) }
    }
    if picture.back != nil { entries.append((.back, .single(.back))) }
    if picture.isLayer { entries.append((.close, .single(.close))) }
    for node in picture.usableNodes.map(\.node) {
      guard let id = node.id else { continue }
      let list = node.kind == .item ? node.parent.flatMap { $0.kind == .list ? $0.index : nil } : nil
      entries.append((.node(id), list.map(Stop.list) ?? .single(.node(id))))
    }
    self.entries = entries
  }

  func position(of target: TerminalTarget?) -> Int? { entries.firstIndex { $0.target == target } }

  /// The first element of the next stop of Tab, round the screen.
  func stop(_ step: Int, from target: TerminalTarget?) -> (target: TerminalTarget, stop: Stop)? {
    guard !entries.isEmpty else { return nil }
    var index = 0
    if let start = position(of: target) {
      index = start + step
      while entries.indices.contains(index), entries[index].stop == entries[start].stop { index += step }
    }
    let next = entries[(index + entries.count) % entries.count].stop
    return entries.first { $0.stop == next }
  }

  /// The next element, or some rows where it is further away than what is in view, so that nothing is passed unseen.
  func next(_ step: Int, from target: TerminalTarget?, in frame: TerminalFrame?) -> Move {
    var index = position(of: target).map { $0 + step } ?? (step > 0 ? 0 : entries.count)
    if target?.isTab == true, let start = position(of: target) {
      while entries.indices.contains(index), entries[index].stop == entries[start].stop { index += step }
    }
    // Behind the last element there may be more to read.
    guard entries.indices.contains(index) else { return Move(rows: step) }
    let next = entries[index].target
    guard let frame, let rows = frame.rows(of: next) else { return Move(target: next) }
    let isFar =
      step > 0
      ? rows.lowerBound - frame.scroll >= frame.viewport.count + frame.page
      : frame.scroll - rows.upperBound >= frame.page
    return isFar ? Move(rows: step * frame.page) : Move(target: next)
  }

  /// A page, with the element that is as far down in it as the former one was.
  func page(_ step: Int, from target: TerminalTarget?, in frame: TerminalFrame?) -> Move {
    guard let frame else { return Move() }
    let scroll = min(max(0, frame.scroll + step * frame.page), frame.lastScroll)
    if scroll == frame.scroll { return end(step, in: frame) }
    let view = scroll..<scroll + frame.viewport.count
    let wanted = (target.flatMap(frame.rows(of:))?.lowerBound ?? frame.scroll) + step * frame.page
    let seen = entries.compactMap { entry in
      frame.rows(of: entry.target).flatMap { view.contains($0.lowerBound) ? (entry.target, $0.lowerBound) : nil }
    }
    let nearest = seen.min { abs($0.1 - wanted) < abs($1.1 - wanted) }?.0
    return Move(target: nearest, rows: scroll - frame.scroll)
  }

  /// The first or the last element, and the beginning or the end of the content.
  func end(_ step: Int, in frame: TerminalFrame?) -> Move {
    let nodes = entries.filter { $0.target.nodeID != nil }
    let rows = frame.map { step > 0 ? $0.lastScroll - $0.scroll : -$0.scroll } ?? 0
    return Move(target: (step > 0 ? nodes.last : nodes.first)?.target, rows: rows)
  }
}

extension TerminalFrame {
  /// The rows that a page key scrolls by.
  fileprivate var page: Int { max(1, viewport.count - 1) }

  /// The rows of the content that an element takes; `nil` when it is not part of the scrolled content.
  fileprivate func rows(of target: TerminalTarget) -> Range<Int>? {
    guard target.nodeID != nil, let place = regions.first(where: { $0.target == target })?.rectangle else { return nil }
    let first = place.row - viewport.lowerBound + scroll
    return first < 0 ? nil : first..<first + place.rows
  }
}
