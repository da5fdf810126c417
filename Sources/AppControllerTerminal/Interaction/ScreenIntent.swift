package import AppControllerKit

package enum ScreenIntent: Equatable, Sendable {
  case focus(TerminalTarget)
  case enter(InputValue, input: String)
  case press(nodeID: String)
  case reveal(nodeID: String)
  case select(bar: String, item: String)
  case goBack
  case close
  /// In rows, down if positive.
  case scroll(by: Int)
  case cancel
  case copy(String)
  case help
  case mouse
  case redraw
  case leave
}

extension ScreenIntent {
  /// Nil for an intent that the window handles itself.
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
