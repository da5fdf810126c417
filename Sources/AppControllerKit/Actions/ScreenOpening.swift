/// The way to a screen of the installed interface by its id, as an address of a page names it.
extension AppController {
  /// Does nothing when there is no such screen, the provider describes none, or it has no place.
  func open(screen id: String) async throws(AppControllerError) -> ActionOutcome {
    let nothing = ActionOutcome(response: .nothing)
    guard state == .loggedIn || state == .loggedOut else { return nothing }
    if let screen = rootContainer.installed?.ownScreens.last(where: { $0.id == id }) {
      rootContainer.reveal(screen)
      return nothing
    }
    let (revision, handle) = (revision, questions.currentHandle)
    guard let description = try await questions.screen(id, handle), revision == self.revision,
      description.resolved().root.kind == .screen, description.resolved().root.id == id
    else { return nothing }
    // It is put on the stack in front, otherwise on the first one that there is.
    let screens = [rootContainer.topScreen].compactMap(\.self) + (rootContainer.installed?.ownScreens ?? [])
    guard let below = screens.first(where: { $0.parent is NavigationContainer }) else { return nothing }
    rootContainer.reveal(below)
    return try await apply(
      ActionResponse(effects: [.leave(.popToRoot), .show(description, .push)]), from: below)
  }
}

extension RootContainer {
  /// That of the installed interface.
  fileprivate var topScreen: ScreenController? { installed.flatMap(Stage(of: self).topScreen(of:)) }

  /// Closes layers, selects tabs and pops screens until a screen of the installed interface is in front.
  fileprivate func reveal(_ screen: ScreenController) {
    removeLayers()
    var place: InterfaceController = screen
    while let parent = place.parent, parent !== self {
      if let stack = parent as? NavigationContainer { stack.pop(to: place) }
      if let tabs = parent as? TabContainer, let index = tabs.children.firstIndex(where: { $0 === place }) {
        tabs.select(tabs.itemIDs[index])
      }
      place = parent
    }
  }

  /// The top one first; one that stays ends it.
  fileprivate func removeLayers() {
    while let top = Stage(of: self).layers.last {
      top.remove()
      if top.parent != nil { return }
    }
  }
}

extension InterfaceController {
  /// Without those of layers.
  fileprivate var ownScreens: [ScreenController] {
    (self as? ScreenController).map { [$0] } ?? children.flatMap(\.ownScreens)
  }
}
