/// An input event of the keyboard or the mouse.
///
/// A text arrives as single scalars, so that no copy of a typed secret remains in a decoder.
package enum TerminalKey: Sendable, Hashable {
  /// A typed part of a text.
  case character(Unicode.Scalar)
  /// A pasted part of a text; a line feed in it does not mean that Return was pressed.
  case pasted(Unicode.Scalar)
  case enter
  case tab
  case backTab
  case escape
  case backspace
  case delete
  /// Control-W: deletes the word before the caret.
  case deleteWord
  /// Control-U: deletes everything before the caret.
  case deleteToStart
  /// Control-_: undoes the last change of a text.
  case undo
  /// Control-R: shows a secret for a while, or hides it again.
  case reveal
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// F1: shows the sheet of all keys.
  case help
  /// F2: leaves the mouse to the terminal, or takes it again.
  case mouse
  /// Control-D: the end of the input.
  case endOfInput
  /// Control-L: draws the screen again.
  case redraw
  /// A press of the mouse's left button.
  case click(CellPosition)
  /// A step of the mouse's wheel over a position: down if positive.
  case wheel(Int, CellPosition)
}
