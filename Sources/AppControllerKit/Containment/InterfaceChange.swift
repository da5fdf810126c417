/// Which part of what a controller shows is shown differently now.
///
/// It names parts by their ids, and holds nothing that was typed. What is shown stands in the live tree, which is read
/// when it is drawn.
public enum InterfaceChange: Sendable, Hashable {
  /// Another interface stands in the place of the installed one, without a transition.
  case interface
  /// The screens of a stack, by the id of its node.
  case screens(stack: String?)
  /// The items of a tab bar.
  case items(tabs: String)
  /// Which item of a tab bar is selected.
  case selection(tabs: String)
  /// The layers above the interface or above a screen.
  case layers
  /// What a screen is described with: it was asked for again.
  case description(screen: String)
  /// What is in the inputs of a screen.
  case values(screen: String)
  /// What is wrong with the inputs of a screen.
  case fieldErrors(screen: String)
  /// Where the focus of a screen is.
  case focus(screen: String)
  /// A controller of the app's own looks different, or holds something else.
  case content
  /// What is known of the surface, such as its size.
  case traits
  /// The old picture of a transition has come or gone.
  case overlay
  /// Whether an answer of the provider to an action is waited for.
  case busy
}

extension InterfaceChange {
  /// What has changed, for people.
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
