/// The layer that asks the user to confirm an action; the focus is on the button that gives the action up.
///
/// It is an ordinary screen, so that every live face shows it and no face can omit the question.
final class ConfirmationScreen: ScreenController {
  static let proceedID = "proceed"
  private static let keepID = "keep"

  let pressed: FaceNodeID
  let origin: InterfaceDescription.Node
  private(set) weak var originScreen: ScreenController?
  let secrets: InputValues

  init(
    _ confirmation: Action.Confirmation, of node: InterfaceDescription.Node, _ pressed: FaceNodeID,
    on screen: ScreenController, secrets: InputValues, _ words: FaceWords
  ) {
    (self.pressed, origin, originScreen, self.secrets) = (pressed, node, screen, secrets)
    super.init(node: Self.description(confirmation, of: node, in: screen.interface, words).root)
  }

  private static func description(
    _ confirmation: Action.Confirmation, of node: InterfaceDescription.Node, in interface: InterfaceDescription,
    _ words: FaceWords
  ) -> InterfaceDescription {
    InterfaceDescription("confirmation", language: interface.language, direction: interface.direction) {
      Screen("confirmation", title: confirmation.title, initialFocus: keepID, primaryAction: keepID) {
        if let text = confirmation.text { Text(text) }
        HStack {
          Button(keepID, words(.keep), style: .cancel, action: .host(.dismiss))
          Button(
            proceedID, confirmation.label ?? node.label ?? "",
            style: node.style == .destructive ? .destructive : .plain,
            action: .host(.dismiss))
        }
      }
    }
  }
}
