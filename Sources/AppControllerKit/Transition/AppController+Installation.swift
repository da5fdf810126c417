// The first installation: the splash, who is logged in, and their interface. No handler is called, nothing is animated.
extension AppController {
  /// Installs the root container in a window, and the interface of whoever is logged in inside it.
  ///
  /// The window is set up before the provider is asked, so that its traits are known. The first interface is the
  /// logged-in one when the provider says so and the last logout was not the latest thing that happened. Calling it
  /// again for the same window does nothing.
  ///
  /// - Throws: ``AppControllerError`` when the store or the provider fails, when the task is cancelled, or when the
  ///   controller is installed in another window; then nothing is installed, and it may be tried again.
  public func installRootInterface(in window: InterfaceWindow) async throws(AppControllerError) {
    if self.window === window, machine.position != .uninstalled { return }
    if state != .uninstalled { throw .alreadyInstalled(state) }
    try await observed(.install(window.traits), as: { _ in "done" }) { () async throws(AppControllerError) in
      try await install(in: window)
    }
  }

  private func install(in window: InterfaceWindow) async throws(AppControllerError) {
    let outcome = await wait { [self] waiter in
      guard let commands = machine.install(waiter) else { return }
      self.window = window
      window.rootContainer = rootContainer
      window.makeKeyAndVisible()
      if followsSessionStore { keeper.follow() }
      carryOut(commands)
    }
    switch outcome {
    case .completed, .unchanged, .superseded: break
    case .failed(let error): throw error
    case .vetoed, .cancelled: throw .notInstalled
    }
  }

  /// Finds out what the first interface would be, and installs nothing.
  ///
  /// - Returns: The state, and the session of it.
  /// - Throws: ``AppControllerError`` when the store or the provider fails.
  public func initialState() async throws(AppControllerError) -> (state: State, session: Session?) {
    try await observed(.initialState, as: { $0.state.rawValue }) { () async throws(AppControllerError) in
      let record = try await keeper.load()
      if state == .uninstalled { keeper.know(record) }
      let (goal, session) = try await askInitialGoal(record)
      return (state: State(goal), session: session)
    }
  }

  /// Asks the provider which state is the first, when this is stored.
  func askInitialGoal(
    _ record: SessionRecord
  ) async throws(AppControllerError) -> (TransitionMachine.Goal, Session?) {
    let handle = makeHandle(state: .launching, session: record.session)
    let says = try await asking("initial state") { try await $0.isInitiallyLoggedIn(for: handle) }
    // A generation without a session is a logout, and no provider undoes that.
    guard says, record.session != nil || record.generation == 0 else { return (.loggedOut, nil) }
    let session = record.session ?? Session.anonymous
    return (.loggedIn(subject: session.subject), session)
  }

  /// Leaves the window, unless somebody else is in it by now.
  func leaveWindow() {
    if window?.rootContainer === rootContainer { window?.rootContainer = nil }
    window = nil
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
