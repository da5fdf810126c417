// Screens that were pushed or presented, and are asked for again one by one.
//
// It is no operation: nothing is exchanged, so that what the user does meanwhile stays good, and an operation that begins
// has the question given up, to be asked again afterwards.
extension AppController {
  /// Has a screen asked for again as soon as nothing else is under way; one of the installed interface with all of that.
  func invalidate(screen id: String, chain: Int) {
    if let index = outdatedScreens.firstIndex(where: { $0.id == id }) {
      outdatedScreens[index].chain = max(outdatedScreens[index].chain, chain)
    } else {
      outdatedScreens.append((id, chain))
    }
    refreshScreens()
  }

  /// Asks for the screens that are out of date, one after another.
  func refreshScreens() {
    while !mustWait, screenRefresh == nil, !outdatedScreens.isEmpty {
      let (id, chain) = outdatedScreens.removeFirst()
      guard let screen = screens.last(where: { $0.id == id }) else { continue }
      if chain > TransitionMachine.longestChain {
        log(.error, "the screen \"\(id)\" is not asked for again: describing it asks for it again and again")
      } else if installedInterface?.resolved().arena.hasSameBytes(as: screen.node.arena) == true {
        handle(.invalidate, chain: chain)
      } else {
        let refresh = ScreenRefresh(screen, chain: chain, of: self)
        screenRefresh = refresh
        refresh.start()
      }
    }
  }

  /// Gives up on the screen that is asked for, because an operation begins; what is left of it then is asked for again.
  func setAsideScreenRefresh() {
    guard let screenRefresh else { return }
    screenRefresh.stop()
    invalidate(screen: screenRefresh.id, chain: screenRefresh.chain)
  }

  /// Asks the provider for a screen, and checks it.
  ///
  /// - Returns: The screen; `nil` when it can stay as it is.
  func describe(screen id: String) async throws(AppControllerError) -> InterfaceDescription? {
    let handle = makeHandle(state: state, session: session)
    return try await asking(ScreenRefresh.question) { try await $0.screenInterface(id, for: handle) }
  }
}
