/// What somebody did at the keyboard of a terminal.
///
/// A text comes in single scalars, so that no copy of a typed secret is left in a decoder.
public enum TerminalKey: Sendable, Hashable {
  /// A part of a text was typed.
  case character(Unicode.Scalar)
  /// A part of a text was pasted; a line feed does not mean that Return was pressed.
  case pasted(Unicode.Scalar)
  case enter
  case tab
  case backTab
  case escape
  case backspace
  case delete
  /// Control-W: the word before the caret goes.
  case deleteWord
  /// Control-U: everything before the caret goes.
  case deleteToStart
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// Control-D: there is nothing more to come.
  case endOfInput
  /// Control-L: the screen is to be drawn anew.
  case redraw
}
