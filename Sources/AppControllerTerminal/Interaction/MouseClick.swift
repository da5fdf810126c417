import AppControllerKit

extension ScreenInteraction {
  /// A first click presses a button, a link, a tab or an option; only a second click presses an item.
  mutating func click(
    at position: CellPosition, _ picture: ScreenPicture, _ frame: TerminalFrame?, isBusy: Bool
  ) -> [ScreenIntent] {
    guard let frame, let hit = frame.target(at: position) else { return [] }
    // Regions of the scrolled content extend below the surroundings.
    if hit.nodeID != nil, !frame.viewport.contains(position.row) { return [] }
    let element = hit.nodeID.map(TerminalTarget.node) ?? hit
    var order = order(of: picture)
    guard order.contains(element) else { return [] }
    let isAgain = element == target
    let focus = go(to: element)
    if case .option(of: let id, let option) = hit { highlight(option, of: id) }
    guard presses(hit, picture, isAgain: isAgain) else {
      if isAgain {
        moveCaret(by: position.column - frame.cursor.column, onRow: position.row == frame.cursor.row, picture)
      }
      return focus
    }
    return isBusy ? focus : focus + handle(.enter, on: picture, in: frame, isBusy: false)
  }

  private func presses(_ hit: TerminalTarget, _ picture: ScreenPicture, isAgain: Bool) -> Bool {
    switch hit {
    case .option, .tab, .back, .close: return true
    case .node:
      switch picture.node(at: hit)?.kind {
      case .field: return false
      case .choice: return picture.node(at: hit)?.input?.folds == true && openChoice == nil
      case .button, .link, .toggle: return true
      case _: return isAgain
      }
    }
  }

  /// In cells.
  private mutating func moveCaret(by columns: Int, onRow isThere: Bool, _ picture: ScreenPicture) {
    guard isThere, var editor = editor(in: picture) else { return }
    let text = Array(editor.text)
    var (count, rest) = (0, abs(columns))
    while rest > 0 {
      let place = columns > 0 ? editor.caret + count : editor.caret - count - 1
      guard editor.isSecret || text.indices.contains(place) else { break }
      rest -= editor.isSecret ? 1 : max(1, CellWidth.of(String(text[place])).cells)
      count += 1
    }
    editor.move(to: editor.caret + (columns > 0 ? count : -count))
    keep(editor, picture)
  }
}
