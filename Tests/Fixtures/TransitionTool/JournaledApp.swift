import AppControllerKit

/// A controller over a folder, everything around which notes what it is asked.
@MainActor
final class JournaledApp {
  struct Refusal: Error {}

  let journal: Journal
  private let clock: JournalingClock
  private let provider: JournalingProvider
  private let store: JournalingStore
  private let controller: AppController
  private let window = InterfaceWindow()
  private var refuses = false

  init(folder: String, journal: Journal) {
    self.journal = journal
    let clock = JournalingClock(journal: journal)
    self.clock = clock
    provider = JournalingProvider(journal: journal)
    store = JournalingStore(FileSessionStore(directory: folder), journal: journal)
    controller = AppController(
      interfaceProvider: provider, providerID: "com.example.kitty", sessionStore: store,
      rootContainerClass: JournalingContainer.self, clock: clock,
      wallClock: { Timestamp(secondsSince1970: clock.seconds) }
    )
    // Whoever sleeps is the animation or the expiry.
    controller.providerDeadline = nil
    controller.forcedDeadline = .seconds(3600)
    (controller.rootContainer as? JournalingContainer)?.journal = journal
    for number in 1...2 { controller.addHooks(hooks(number)) }
    controller.onEvent { event in
      switch event.kind {
      case .sessionUpdated: journal.note("adopt")
      case .installationFailed: journal.note("takeApart")
      default: break
      }
    }
  }

  /// Does an operation.
  ///
  /// - Returns: The last step, with what became of it.
  func run(_ operation: String, _ name: String) async throws -> String {
    if operation.hasPrefix("install") {
      journal.open()
      provider.cannotDescribe = operation == "install-in-vain"
      do { try await install() } catch let error as AppControllerError where provider.cannotDescribe {
        return "end \(error.code.rawValue)"
      }
      return "end \(controller.state.rawValue)"
    }
    try await install()
    journal.open()
    switch operation {
    case "login":
      return "end \(await controller.login(.named(name)).name)"
    case "abort-login":
      let (goal, session) = (controller.state, controller.session)
      store.afterChange = { [controller] in
        // Up to its first suspension it runs here, so that it comes before the operation learns of the save.
        Task.immediate { if goal == .loggedIn { await controller.login(session) } else { await controller.logout() } }
      }
      let outcome = await controller.login(.named(name))
      await controller.settle()
      return "end \(outcome.name)"
    case "logout":
      return "end \(await controller.logout().name)"
    case "force-logout":
      refuses = true
      return "end \(await controller.logout(force: true).name)"
    case "expire":
      let events = controller.events
      await clock.passExpiry()
      for await event in events {
        if case .completed = event.kind { break }
      }
      return "end \(controller.state.rawValue)"
    default:
      throw Refusal()
    }
  }

  private func install() async throws { try await controller.installRootInterface(in: window) }

  private func hooks(_ number: Int) -> TransitionHooks {
    var hooks = TransitionHooks()
    hooks.shouldTransition = { [journal, unowned self] _ in
      journal.note("askForVeto \(number)")
      if refuses { throw Veto("not now") }
    }
    let will: @MainActor (InterfaceController) throws -> Void = { [journal, unowned self] _ in
      journal.note("callWill \(number)")
      if refuses { throw Refusal() }
    }
    (hooks.willLogin, hooks.willLogout) = (will, will)
    let did: @MainActor (TransitionReport) -> Void = { [journal] _ in journal.note("callDid \(number)") }
    (hooks.didLogin, hooks.didLogout) = (did, did)
    hooks.didAbort = { [journal] _, _ in journal.note("callDidAbort \(number)") }
    return hooks
  }
}

extension TransitionOutcome {
  fileprivate var name: String {
    switch self {
    case .completed: "completed"
    case .unchanged: "unchanged"
    case .superseded: "superseded"
    case .vetoed: "vetoed"
    case .failed(let error): "failed \(error.what)"
    case .cancelled: "cancelled"
    }
  }
}
