import AppControllerKit

/// A request from a key or an answer line, which the window carries out.
enum ScreenIntent: Equatable, Sendable {
  /// Moves the focus.
  case focus(TerminalTarget)
  /// Changes the value of an input.
  case enter(InputValue, input: String)
  /// Presses a button, an item or a link.
  case press(nodeID: String)
  /// Shows a secret, or hides it again.
  case reveal(nodeID: String)
  /// Selects a tab.
  case select(bar: String, item: String)
  /// Goes back to the screen below.
  case goBack
  /// Closes the layer.
  case close
  /// Scrolls by a number of rows, down if positive.
  case scroll(by: Int)
  /// Cancels the action that is under way.
  case cancel
  /// Copies a text to the clipboard.
  case copy(String)
  /// Shows the sheet of all keys.
  case help
  /// Leaves the mouse to the terminal, or takes it again.
  case mouse
  /// Redraws the whole screen.
  case redraw
  /// Ends the app.
  case leave
}

extension ScreenIntent {
  /// Returns the intent in the form that the face carries out.
  ///
  /// - Parameters:
  ///   - picture: The screen that the user saw.
  ///   - secrets: The typed secrets of the screen.
  /// - Returns: The intent; `nil` for one that the window handles itself.
  func onFace(_ picture: ScreenPicture, secrets: InputValues) -> FaceIntent? {
    switch self {
    case .focus(let target): target.nodeID.flatMap { picture[$0] }.map { .focus($0.id) }
    case .enter(let value, let input): picture[input: input].map { .enter(value, into: $0.id) }
    case .press(let id): picture[id].map { .press($0.id, secrets: secrets) }
    case .select(let bar, let item): .select(item: item, in: bar)
    case .goBack: .goBack(from: picture.id)
    case .close: .close(picture.id)
    case .cancel: .cancel
    case .reveal, .scroll, .copy, .help, .mouse, .redraw, .leave: nil
    }
  }
}
