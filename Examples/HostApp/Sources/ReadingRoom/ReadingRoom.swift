import AppControllerKit

/// The app: a controller, and the work around each login and logout.
///
/// It is the same for every provider, the app's own or a plugin.
@MainActor
package final class ReadingRoom {
  package let controller: AppController
  /// Reports the errors of transitions until the controller ends.
  private let errorReports: Task<Void, Never>

  /// - Parameters:
  ///   - provider: Describes the interfaces.
  ///   - id: The id for the provider's stored session.
  ///   - notebook: The notes of the reader.
  ///   - store: Stores the session, so that the next start is logged in.
  ///   - container: The class of the root container; tests use one that records.
  ///   - clock: The clock of transitions; tests use one that they control.
  ///   - report: Receives a line for each step.
  package init(
    provider: any AppControllerInterfaceProviding, id: String, notebook: Notebook, store: any SessionStore,
    container: RootContainer.Type = RootContainer.self, clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @MainActor (String) -> Void
  ) {
    controller = AppController(
      interfaceProvider: provider, providerID: id, sessionStore: store, rootContainerClass: container, clock: clock
    )
    controller.logHandler = { _, line in report("provider: \(line)") }
    errorReports = Task { [events = controller.events] in
      // The window shows only the message of the error; this line adds the code, the reason and the remedy.
      for await event in events { if case .failed(let error) = event.kind { report("\(error)") } }
    }
    handleLogin(notebook, report)
    handleLogout(notebook, report)
  }

  /// Ends the app, when all errors have been reported.
  package func end() async {
    controller.terminate()
    await errorReports.value
  }

  private func handleLogin(_ notebook: Notebook, _ report: @escaping @MainActor (String) -> Void) {
    // An error in a `will` handler cancels the login: nothing has changed then, not on disk either.
    controller.willLoginHandler = { _ in
      try notebook.open()
      report("will log in, notes at hand: \(notebook.savedCount)")
    }
    // The logged-in interface is installed, and its transition is complete.
    controller.didLoginHandler = { [unowned controller] in
      report("did log in, welcome \(controller.session?.subject ?? "reader")")
    }
  }

  private func handleLogout(_ notebook: Notebook, _ report: @escaping @MainActor (String) -> Void) {
    // When the disk is full, the reader stays logged in, with all unsaved notes.
    controller.willLogoutHandler = { _ in
      report("will log out, drafts saved: \(try notebook.saveDrafts())")
    }
    controller.didLogoutHandler = {
      notebook.forget()
      report("did log out, the notebook is closed")
    }
  }
}
