/// The part of a controller's picture that has changed.
///
/// It names parts by their ids, and contains no typed values. The new picture is in the live tree, which is read at the
/// next drawing.
public enum InterfaceChange: Sendable, Hashable {
  /// Another interface replaces the installed one, without a transition.
  case interface
  /// The screens of a stack, by the id of its node.
  case screens(stack: String?)
  /// The items of a tab bar.
  case items(tabs: String)
  /// The selected item of a tab bar.
  case selection(tabs: String)
  /// The layers above the interface or above a screen.
  case layers
  /// The description of a screen, which was requested again.
  case description(screen: String)
  /// The values in the inputs of a screen.
  case values(screen: String)
  /// The error messages at the inputs of a screen.
  case fieldErrors(screen: String)
  /// The focus of a screen.
  case focus(screen: String)
  /// The appearance or the content of one of the app's own controllers.
  case content
  /// The traits of the surface, such as its size.
  case traits
  /// The old picture of a transition, which has appeared or disappeared.
  case overlay
  /// Whether the provider's answer to an action is pending.
  case busy
}

extension InterfaceChange {
  /// The change in words, for people.
  var text: String {
    switch self {
    case .interface: "the interface"
    case .screens(let stack): "the screens of \(stack.map { "the stack \"\($0.displayable)\"" } ?? "a stack")"
    case .items(let tabs): "the items of the tabs \"\(tabs.displayable)\""
    case .selection(let tabs): "the selected item of the tabs \"\(tabs.displayable)\""
    case .layers: "the layers"
    case .description(let screen): "the description of the screen \"\(screen.displayable)\""
    case .values(let screen): "a value on the screen \"\(screen.displayable)\""
    case .fieldErrors(let screen): "what is wrong on the screen \"\(screen.displayable)\""
    case .focus(let screen): "the focus on the screen \"\(screen.displayable)\""
    case .content: "a controller of the app's own"
    case .traits: "the surface"
    case .overlay: "the old picture on top"
    case .busy: "whether an answer is waited for"
    }
  }
}
