/// A screen as it is seen at one moment; what happens to it later does not change the picture.
public struct ScreenPicture: Sendable {
  /// The screen's node.
  public let node: InterfaceDescription.Node
  /// What was typed, and what was wrong with it.
  public let state: PresentationState
  /// The node that had the focus.
  public let focusedID: String?

  @MainActor
  init(of screen: ScreenController) {
    node = screen.node
    state = screen.state
    focusedID = screen.focusedID
  }
}
