import AppControllerKit

/// What a key asks for, to be carried out by whoever has the controller.
enum ScreenIntent: Equatable, Sendable {
  /// The keyboard is at something else.
  case focus(TerminalTarget)
  /// An input has another value.
  case enter(InputValue, input: String)
  /// A button, an item or a link is pressed.
  case press(nodeID: String)
  /// A tab is selected.
  case select(bar: String, item: String)
  /// Back to the screen below.
  case goBack
  /// Out of the layer.
  case close
  /// Up or down by so many screens.
  case scroll(Int)
  /// What is being waited for is not wanted any more.
  case cancel
  /// Everything is to be drawn anew.
  case redraw
  /// The app is to end.
  case leave
}
