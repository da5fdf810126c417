// The first installation: the splash, the stored session, and the interface for it. No handler is called, and nothing
// is animated.
extension AppController {
  /// Installs the root container in a window, and in the container the interface for the stored session.
  ///
  /// The window is set up before the provider is asked, so that its traits are known. The first interface is the
  /// logged-in one when the provider says so and the last recorded change is not a logout. Another call with the same
  /// window does nothing.
  ///
  /// - Throws: ``AppControllerError`` when the store or the provider fails, when the task is cancelled, or when the
  ///   controller is installed in another window; then nothing is installed, and the call can be repeated.
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

  /// Determines the state of the first interface, without installing anything.
  ///
  /// - Returns: The state, and its session.
  /// - Throws: ``AppControllerError`` when the store or the provider fails.
  public func initialState() async throws(AppControllerError) -> (state: State, session: Session?) {
    try await observed(.initialState, as: { $0.state.rawValue }) { () async throws(AppControllerError) in
      let record = try await keeper.load()
      if state == .uninstalled { keeper.know(record) }
      let (goal, session) = try await askInitialGoal(record)
      return (state: State(goal), session: session)
    }
  }

  /// Asks the provider for the first state, given the stored record.
  func askInitialGoal(
    _ record: SessionRecord
  ) async throws(AppControllerError) -> (TransitionMachine.Goal, Session?) {
    let handle = makeHandle(state: .launching, session: record.session)
    let says = try await asking("initial state") { try await $0.isInitiallyLoggedIn(for: handle) }
    // A generation without a session is a logout, which no provider can undo.
    guard says, record.session != nil || record.generation == 0 else { return (.loggedOut, nil) }
    let session = record.session ?? Session.anonymous
    return (.loggedIn(subject: session.subject), session)
  }

  /// Leaves the window, unless another container is in it by now.
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
