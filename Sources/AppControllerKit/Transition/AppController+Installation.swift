// The first installation: the splash, who is logged in, and their interface. No handler is called, nothing is animated.
extension AppController {
  /// Installs the root container in a window, and the interface of whoever is logged in inside it.
  ///
  /// The window is set up before the provider is asked, so that its traits are known. The first interface is the
  /// logged-in one when the provider says so and the last logout was not the latest thing that happened. Calling it
  /// again for the same window does nothing.
  ///
  /// - Throws: ``AppControllerError`` when the store or the provider fails, or when the controller is installed in
  ///   another window; then nothing is installed, and it may be tried again.
  public func installRootInterface(in window: InterfaceWindow) async throws(AppControllerError) {
    guard machine.install() else {
      if self.window === window { return }
      throw .alreadyInstalled(state)
    }
    self.window = window
    window.rootContainer = rootContainer
    window.makeKeyAndVisible()
    do {
      try await installSplash()
      let (goal, session) = try await initialGoal()
      try await installFirst(goal, session)
    } catch {
      rootContainer.empty()
      installedInterface = nil
      window.rootContainer = nil
      self.window = nil
      carryOut(machine.installFailed())
      emit(.installationFailed(error))
      throw error
    }
  }

  private func installSplash() async throws(AppControllerError) {
    let splash: InterfaceDescription
    do {
      splash = try await describe(.launching)
    } catch {
      log(.warning, "the provider's splash is not shown: \(error.what)")
      splash = BuiltInInterface.splash
    }
    try put(splash)
    emit(.launching)
  }

  /// Finds out what the first interface would be, and installs nothing.
  ///
  /// - Returns: The state, and the session of it.
  /// - Throws: ``AppControllerError`` when the store or the provider fails.
  public func initialState() async throws(AppControllerError) -> (state: State, session: Session?) {
    let (goal, session) = try await initialGoal()
    return (State(goal), session)
  }

  private func initialGoal() async throws(AppControllerError) -> (TransitionMachine.Goal, Session?) {
    let record = try await loadRecord()
    storedGeneration = record.generation
    let handle = makeHandle(state: .launching, session: record.session)
    let says = try await asking("initial state") { try await $0.isInitiallyLoggedIn(for: handle) }
    // A generation without a session is a logout, and no provider undoes that.
    guard says, record.session != nil || record.generation == 0 else { return (.loggedOut, nil) }
    let session = record.session ?? Session.anonymous
    return (.loggedIn(subject: session.subject), session)
  }

  /// Loads the stored session; one that has expired counts as none, and is erased where that is possible.
  private func loadRecord() async throws(AppControllerError) -> SessionRecord {
    var record: SessionRecord
    do {
      record = try await store.load(for: providerID)
    } catch {
      throw .wrapping(error, as: .storeFailed, doing: "loading the session")
    }
    if let warning = record.warning { log(.warning, "\(warning.what) [\(warning.codeName)]") }
    guard let session = record.session, session.isExpired(at: wallClock()) else { return record }
    log(.info, "the session of \(session.subject) has expired")
    record.session = nil
    do {
      record = try await store.replace(for: providerID, with: nil, ifGeneration: record.generation)
    } catch {
      log(.warning, "the expired session could not be erased: \(error)")
    }
    return record
  }

  private func installFirst(
    _ goal: TransitionMachine.Goal, _ session: Session?
  ) async throws(AppControllerError) {
    let interface = try await describe(State(goal), session: session)
    try put(interface)
    self.session = session
    revision += 1
    let commands = machine.installed(goal)
    emit(.installed)
    carryOut(commands)
    catchUp()
  }

  /// Puts an interface into the container, unless the controller was ended while it was asked for.
  private func put(_ interface: InterfaceDescription) throws(AppControllerError) {
    guard machine.position == .launching, let controller = InterfaceController.controller(for: interface) else {
      throw .notInstalled
    }
    rootContainer.exchange(for: controller, dismissingPresented: false)
    installedInterface = interface
  }
}

extension AppControllerError {
  static func alreadyInstalled(_ state: AppController.State) -> AppControllerError {
    AppControllerError(
      .alreadyInstalled,
      what: "the controller is \(state.rawValue) already, and not in this window",
      why: "a controller has one root container, in one window, for its life",
      fix: "make another AppController for another window"
    )
  }
}
