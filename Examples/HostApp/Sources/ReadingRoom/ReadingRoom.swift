import AppControllerKit

/// The app: a controller, and what is done around each login and logout.
///
/// It does the same for every provider, its own or a plugin.
@MainActor
package final class ReadingRoom {
  package let controller: AppController

  /// - Parameters:
  ///   - provider: Describes the interfaces.
  ///   - id: What its session is stored under.
  ///   - notebook: What the reader writes.
  ///   - store: Where the session is kept, so that the next start is logged in.
  ///   - container: The class of the root container; tests have one that records.
  ///   - clock: What transitions are timed by; tests have one that they move.
  ///   - report: Receives a line for whatever is done.
  package init(
    provider: any AppControllerInterfaceProviding, id: String, notebook: Notebook, store: any SessionStore,
    container: RootContainer.Type = RootContainer.self, clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @MainActor (String) -> Void
  ) {
    controller = AppController(
      interfaceProvider: provider, providerID: id, sessionStore: store, rootContainerClass: container, clock: clock
    )
    controller.logHandler = { _, line in report("provider: \(line)") }
    controller.eventHandler = { event in
      // The window says what has failed; here are the code, the reason and the remedy too.
      if case .failed(let error) = event.kind { report("\(error)") }
    }
    handleLogin(notebook, report)
    handleLogout(notebook, report)
  }

  private func handleLogin(_ notebook: Notebook, _ report: @escaping @MainActor (String) -> Void) {
    // What throws in a `will` gives the login up: nothing has changed then, on disk too.
    controller.willLoginHandler = { _ in
      try notebook.open()
      report("will log in, notes at hand: \(notebook.savedCount)")
    }
    // The other interface is installed, and its transition has been seen to the end.
    controller.didLoginHandler = { [unowned controller] in
      report("did log in, welcome \(controller.session?.subject ?? "reader")")
    }
  }

  private func handleLogout(_ notebook: Notebook, _ report: @escaping @MainActor (String) -> Void) {
    // A disk that is full keeps the reader logged in, with everything that is not saved yet.
    controller.willLogoutHandler = { _ in
      report("will log out, drafts saved: \(try notebook.saveDrafts())")
    }
    controller.didLogoutHandler = {
      notebook.forget()
      report("did log out, the notebook is closed")
    }
  }
}
