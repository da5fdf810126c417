// What is seen of the container, from the top down.
extension RootContainer {
  /// The layers that can be seen above the installed interface, the top one last: those that were presented, and those
  /// that screens are described with.
  var layers: [InterfaceController] { Arrangement(of: self).layers }

  /// The screen that has the user's attention: the top of the top layer.
  public var visibleScreen: ScreenController? {
    let arrangement = Arrangement(of: self)
    return arrangement.front.flatMap(arrangement.topScreen(of:))
  }

  /// The tab bar with an id, wherever it is.
  public func tabs(withID id: String) -> TabContainer? { Arrangement(of: self).tabs(withID: id) }

  /// What is seen: the old picture while there is an overlay, else the screen that has the user's attention.
  public var picture: ScreenPicture? { overlay == nil ? visibleScreen.map { ScreenPicture(of: $0) } : covering }
}
