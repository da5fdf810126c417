// The visible parts of the container, from the top down.
extension RootContainer {
  /// The visible layers above the installed interface, the top one last: presented layers, and layers from the
  /// descriptions of screens.
  var layers: [InterfaceController] { Arrangement(of: self).layers }

  /// The screen that has the user's attention: the top of the top layer.
  public var visibleScreen: ScreenController? {
    let arrangement = Arrangement(of: self)
    return arrangement.front.flatMap(arrangement.topScreen(of:))
  }

  /// The tab bar with an id, anywhere in the tree.
  public func tabs(withID id: String) -> TabContainer? { Arrangement(of: self).tabs(withID: id) }

  /// The visible picture: the old one while there is an overlay, otherwise the screen that has the user's attention.
  public var picture: ScreenPicture? { overlay == nil ? visibleScreen.map { ScreenPicture(of: $0) } : covering }
}
