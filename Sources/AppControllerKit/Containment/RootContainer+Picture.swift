// What is seen of the container, from the top down.
extension RootContainer {
  /// The layers that can be seen above the installed interface, the top one last: those that were presented, and those
  /// that screens are described with.
  var layers: [InterfaceController] {
    describedLayers(above: installed) + presented.flatMap { [$0] + describedLayers(above: $0) }
  }

  private func describedLayers(above controller: InterfaceController?) -> [InterfaceController] {
    guard let layer = controller?.topScreen?.layer else { return [] }
    return [layer] + describedLayers(above: layer)
  }

  /// The screen that has the user's attention: the top of the top layer.
  public var visibleScreen: ScreenController? { (layers.last ?? installed)?.topScreen }

  /// The tab bar with an id, wherever it is.
  public func tabs(withID id: String) -> TabContainer? {
    subtree.lazy.compactMap { $0 as? TabContainer }.first { $0.id == id }
  }

  /// What is seen: the old picture while there is an overlay, else the screen that has the user's attention.
  public var picture: ScreenPicture? { overlay == nil ? visibleScreen.map { ScreenPicture(of: $0) } : covering }
}

extension InterfaceController {
  /// The screen that is seen of the controller: the top of a stack, the selected one of tabs.
  fileprivate var topScreen: ScreenController? {
    switch self {
    case let navigation as NavigationContainer: navigation.top?.topScreen
    case let tabs as TabContainer: tabs.selected?.topScreen
    case let screen as ScreenController: screen
    default: children.last?.topScreen
    }
  }
}
