import AppControllerKit

// The keys of fields for several lines, and of fields whose values can be stepped.
extension FieldEditor {
  /// Returns whether the key has a special meaning, even when nothing changes.
  mutating func handle(_ key: TerminalKey, in input: InputDescription) -> Bool {
    if input.lines != nil { return handleInLines(key) }
    guard let range = input.range else { return false }
    let isNumber = input.content == .number
    switch key {
    case .up: return step(1, range)
    case .down: return step(-1, range)
    case .character("+") where isNumber: return step(1, range)
    // At the beginning of a number, a hyphen is a minus sign instead.
    case .character("-") where isNumber && caret > 0: return step(-1, range)
    case .character, .pasted, .enter, .tab, .backTab, .escape, .backspace, .delete, .deleteWord, .deleteToStart, .undo,
      .reveal, .left, .right, .home, .end, .pageUp, .pageDown, .help, .mouse, .endOfInput, .redraw, .nextTab, .click,
      .wheel:
      return false
    }
  }

  /// The caret stays in the part that is stepped.
  private mutating func step(_ count: Int, _ range: ValueRange) -> Bool {
    let part = range.content.part(at: caret)
    guard let text = range.value(count, stepsAfter: self.text, of: part) else { return true }
    let isWhole = caret == self.count
    let place = caret
    replace(with: text)
    if !isWhole || range.content.isMoment { move(to: min(place, self.count)) }
    return true
  }

  private mutating func handleInLines(_ key: TerminalKey) -> Bool {
    switch key {
    case .enter: insertLineFeed()
    case .pasted("\n"), .pasted("\r"): insertLineFeed()
    case .up: return moveLine(-1)
    case .down: return moveLine(1)
    case .character, .pasted, .tab, .backTab, .escape, .backspace, .delete, .deleteWord, .deleteToStart, .undo, .reveal,
      .left, .right, .home, .end, .pageUp, .pageDown, .help, .mouse, .endOfInput, .redraw, .nextTab, .click, .wheel:
      return false
    }
    return true
  }

  private mutating func moveLine(_ step: Int) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.count)
    var (line, start) = (0, 0)
    while line < lines.count - 1, caret > start + lines[line] {
      start += lines[line] + 1
      line += 1
    }
    let column = caret - start
    guard lines.indices.contains(line + step) else { return false }
    let target = step > 0 ? start + lines[line] + 1 : start - lines[line - 1] - 1
    move(to: target + min(column, lines[line + step]))
    return true
  }
}
