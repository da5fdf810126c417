/// A text arrives as single scalars, so that no copy of a typed secret remains in a decoder.
package enum TerminalKey: Sendable, Hashable {
  case character(Unicode.Scalar)
  /// A line feed in it does not mean that Return was pressed.
  case pasted(Unicode.Scalar)
  case enter
  case tab
  case backTab
  case escape
  case backspace
  case delete
  /// Control-W.
  case deleteWord
  /// Control-U.
  case deleteToStart
  /// Control-_.
  case undo
  /// Control-R: shows a secret for a while, or hides it again.
  case reveal
  /// Control-T: opens the next tab, from anywhere.
  case nextTab
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// F1.
  case help
  /// F2: leaves the mouse to the terminal, or takes it again.
  case mouse
  /// Control-D.
  case endOfInput
  /// Control-L.
  case redraw
  case click(CellPosition)
  /// Down if positive.
  case wheel(Int, CellPosition)
}
