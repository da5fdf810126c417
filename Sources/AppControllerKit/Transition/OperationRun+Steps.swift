// The implementation of each step. Only the exchange and the steps that cannot be given up on change anything; every
// other step only returns its finding.
extension OperationRun {
  /// The result of a step.
  enum Finding {
    case nothing
    case splash(InterfaceDescription, InterfaceController)
    case record(SessionRecord)
    case initial(TransitionMachine.Goal, Session?)
    case interface(InterfaceDescription, InterfaceController)
    case configuration(AppController.Configuration)
  }

  /// Carries out a step that never waits, without the cost of a call that might wait.
  ///
  /// - Returns: Whether it was such a step.
  func carryOutAtOnce(_ step: Step) -> Bool {
    switch step {
    case .exchange: exchange()
    case .adopt: adopt()
    case .takeApart: takeApart()
    case .askForVeto(let hook): return hooks[hook].shouldTransition == nil
    case .callWill(let hook): return hooks[hook].will(state) == nil
    case .callDid(let hook): return hooks[hook].did(state) == nil
    case .callDidAbort(let hook): return hooks[hook].didAbort == nil
    case .animate: return animationTime == .zero
    case .tellProvider: return isTerminated && endedSession == nil
    case .showSplash, .loadSession, .askInitialState, .describe, .configure, .save, .erase, .takeBack: return false
    case .end: return false
    }
    return true
  }

  /// Carries out any other step.
  func carryOut(_ step: Step) async throws -> Finding {
    switch step {
    case .showSplash: return try await findSplash()
    case .loadSession: return try await loadSession()
    case .askInitialState: return try await askInitialState()
    case .askForVeto(let hook): try await askForVeto(hook)
    case .describe: return try await describe()
    case .configure: return try await configure()
    case .callWill(let hook): try await callWill(hook)
    case .save: try await save()
    case .erase: try await erase()
    case .animate: await animate()
    case .callDid(let hook): try await callDid(hook)
    case .tellProvider: try await tellProvider()
    case .takeBack: try await takeBack()
    case .callDidAbort(let hook): await callDidAbort(hook)
    case .exchange, .adopt, .takeApart, .end: break
    }
    return .nothing
  }

  /// Applies the finding of a step.
  func take(_ finding: Finding) -> TransitionMachine.StepResult {
    switch finding {
    case .nothing: break
    case .splash(let interface, let target): show(interface, target)
    case .record(let record):
      self.record = record
      controller.keeper.know(record)
    case .initial(let goal, let session):
      self.session = session
      return .decided(goal)
    case .interface(let interface, let target): (self.interface, self.target) = (interface, target)
    case .configuration(let configuration): self.configuration = configuration
    }
    return .succeeded
  }

  /// Reports a step that the operation has completed.
  func announce(_ step: Step) {
    switch step {
    case .showSplash: controller.emit(.launching)
    case .configure: controller.emit(.prepared, operation: operation.id)
    case .exchange where operation.kind == .installation: controller.emit(.installed)
    case .exchange: controller.emit(.exchanged, operation: operation.id)
    case .adopt where session != before: controller.emit(.sessionUpdated, operation: operation.id)
    case .loadSession, .askInitialState, .askForVeto, .describe, .callWill, .save, .erase, .adopt, .animate: break
    case .callDid, .tellProvider, .takeBack, .callDidAbort, .takeApart, .end: break
    }
  }
}

extension TransitionMachine.Step {
  /// Whether the step waits for the provider.
  var isQuestion: Bool {
    switch self {
    case .showSplash, .askInitialState, .describe, .configure, .tellProvider: true
    case .loadSession, .askForVeto, .callWill, .save, .erase, .exchange, .adopt, .animate, .callDid, .takeBack: false
    case .callDidAbort, .takeApart, .end: false
    }
  }

  /// Whether the step waits for a handler of the app.
  var isCall: Bool {
    switch self {
    case .askForVeto, .callWill, .callDid, .callDidAbort: true
    case .showSplash, .loadSession, .askInitialState, .describe, .configure, .save, .erase, .exchange, .adopt: false
    case .animate, .tellProvider, .takeBack, .takeApart, .end: false
    }
  }
}

// MARK: - Questions to the provider

extension OperationRun {
  private func describe() async throws -> Finding {
    let interface = try await controller.ask(state, controller.makeHandle(state: state, session: session))
    return .interface(interface, try InterfaceController.live(valid: interface))
  }

  private func configure() async throws -> Finding {
    .configuration(try await controller.askConfiguration(controller.makeHandle(state: state, session: session)))
  }

  private var isTerminated: Bool { controller.machine.position == .terminated }

  /// The session that the transition has ended.
  private var endedSession: Session? { before?.subject == controller.session?.subject ? nil : before }

  /// Notifies the provider which session has ended, even if the controller has ended; and that the interface is
  /// installed, if it is.
  private func tellProvider() async throws {
    let handle = controller.makeHandle(state: state, session: controller.session)
    var failure: AppControllerError?
    if let endedSession {
      do throws(AppControllerError) {
        try await controller.asking("end of the session") { try await $0.sessionEnded(endedSession, for: handle) }
      } catch {
        failure = error
      }
    }
    if isTerminated { return }
    let event: ProviderEvent = state == .loggedIn ? .didLogin : .didLogout
    try await controller.asking("news of the transition") { await $0.notify(event, for: handle) }
    if let failure { throw failure }
  }
}

// MARK: - Exchange

extension OperationRun {
  private func exchange() {
    guard let interface, let target else { return }
    let container = controller.rootContainer
    controller.holdsChanges = true
    for cancel in controller.performs.values { cancel() }
    switch operation.kind {
    case .transition:
      if animationTime > .zero {
        container.transitionConfiguration = configuration
        container.overlay = controller.installedInterface
      }
      put(target, of: interface, dismissingPresented: configuration.dismissesPresentedInterfaceOnTransition)
    case .refresh:
      LiveState(of: container.installed).restore(in: target)
      put(target, of: interface)
    case .installation, .sessionUpdate: put(target, of: interface)
    }
    controller.revision += 1
    adopt()
  }

  /// Replaces the installed interface by another one, and reports it.
  ///
  /// A live tree that other code has taken away by now is made again, and becomes visible only when it is installed.
  /// Code that ends the controller meanwhile finds nothing installed.
  func put(_ target: InterfaceController, of interface: InterfaceDescription, dismissingPresented: Bool = false) {
    let container = controller.rootContainer
    let isDone =
      container.canInstall(target) && container.exchange(for: target, dismissingPresented: dismissingPresented)
    if !isDone, let fresh = try? InterfaceController.live(valid: interface) {
      problems.append("the interface was moved elsewhere before it was installed, so that it was made again")
      container.exchange(for: fresh, dismissingPresented: dismissingPresented, tells: false)
    }
    controller.installedInterface = interface
    if isTerminated { controller.empty() }
  }

  private func adopt() {
    before = controller.session
    controller.session = session
    if session == before { return }
    controller.hasExpired = false
    controller.keeper.watch(session)
  }

  private var animationTime: Duration { controller.rootContainer.time(of: configuration) }

  /// Keeps the old picture on top for the time of the transition, unless another request is pending by now.
  private func animate() async {
    let time = animationTime
    guard time > .zero else { return }
    if !active.skipsAnimation {
      let animation = Task.immediate { [clock = controller.clock] in
        _ = try? await clock.sleep(for: time)
      }
      self.animation = animation
      await animation.value
      self.animation = nil
    }
    if controller.rootContainer.overlay != nil { controller.rootContainer.overlay = nil }
  }
}

// MARK: - Session store

extension OperationRun {
  /// Loads the stored session: the first one of an installation, or the one of a followed login, which must still be
  /// stored.
  private func loadSession() async throws -> Finding {
    if operation.kind == .installation { return .record(try await controller.keeper.load()) }
    guard try await controller.keeper.hasStored(session?.subject) else { return try giveWay() }
    session = controller.keeper.stored.session
    return .nothing
  }

  /// Checks that no other code has taken away the interface that is to be installed.
  private func requireTarget() throws(AppControllerError) {
    if let target, !controller.rootContainer.canInstall(target) { throw .interfaceTaken(state) }
  }

  private func save() async throws {
    try requireTarget()
    let isRepairing = controller.machine.isStoreWrong || controller.machine.elsewhere != nil
    guard let session, operation.kind != .sessionUpdate || session != controller.session || isRepairing else { return }
    let isExplicit = operation.request.origin == .explicit
    do {
      replaced = try await controller.keeper.save(session, overridingOthers: isExplicit)
    } catch let error as AppControllerError where error.code == .sessionConflict && !isExplicit {
      _ = try giveWay()
    }
  }

  private func erase() async throws {
    if !active.request.isForced { try requireTarget() }
    let sparesOthers = active.request.origin == .expiry
    do {
      try await controller.keeper.erase(sparingOthers: sparesOthers)
    } catch let error as AppControllerError where error.code == .sessionConflict && sparesOthers {
      _ = try giveWay()
    }
  }

  /// Ends the operation, because another process has stored a change.
  private func giveWay() throws -> Finding {
    controller.carryOut(controller.machine.giveWay())
    throw CancellationError()
  }

  /// Puts back the session that was stored before; if it was wrong, or none was stored, the current session of the
  /// controller.
  private func takeBack() async throws {
    guard let replaced else { return }
    let isStoredRight = replaced.generation > 0 && !active.hasReplacedWrong
    try await controller.keeper.putBack(isStoredRight ? replaced.session : controller.session)
  }
}

// MARK: - Failures

extension OperationRun {
  /// Records a problem of a step that does not stop the operation, and provides a substitute.
  func recover(from error: any Error, at step: Step) {
    let text = (error as? any ExplainedError)?.what ?? (error as? StepTookTooLong)?.text ?? "\(error)"
    switch step {
    case .showSplash:
      controller.log(.warning, "the provider's splash is not shown: \(text)")
      if let target = InterfaceController.controller(for: BuiltInInterface.splash) {
        show(BuiltInInterface.splash, target)
      }
    case .describe:
      interface = BuiltInInterface.loggedOut
      target = InterfaceController.controller(for: BuiltInInterface.loggedOut)
      problems.append("the provider could not describe its logged-out interface, so a built-in one is shown: \(text)")
    case .configure: problems.append("the provider's configuration was not used: \(text)")
    case .callWill: problems.append("a will handler failed and was overruled: \(text)")
    case .callDid: problems.append("a did handler failed after the transition: \(text)")
    case .tellProvider: problems.append("the provider failed to end its session: \(text)")
    case .loadSession, .askInitialState, .askForVeto, .save, .erase, .exchange, .adopt, .animate: break
    case .takeBack, .callDidAbort, .takeApart, .end: break
    }
  }
}

extension AppControllerError {
  fileprivate static func interfaceTaken(_ state: AppController.State) -> AppControllerError {
    AppControllerError(
      .containmentRefused, what: "the \(state.rawValue) interface was moved elsewhere before it was installed",
      why: "a handler has put it into another container, so that it cannot be installed; nothing has changed",
      fix: "leave the interface that a will handler gets where it is"
    )
  }
}

// MARK: - The app's functions

// The calls of the app around a transition.
extension OperationRun {
  func askForVeto(_ hook: Int) async throws {
    guard let should = hooks[hook].shouldTransition else { return }
    begin(.should, hook)
    var reason: String?
    do { reason = try await should(state) } catch { reason = "\(error)" }
    end(.should, hook, objection: reason)
    if let reason { throw Veto(reason: reason) }
  }

  func callWill(_ hook: Int) async throws {
    guard let target, let will = hooks[hook].will(state) else { return }
    try await call(.will, hook) { try await will(target) }
  }

  func callDid(_ hook: Int) async throws {
    guard let did = hooks[hook].did(state) else { return }
    try await call(.did, hook) { try await did(report) }
  }

  func callDidAbort(_ hook: Int) async {
    guard let didAbort = hooks[hook].didAbort else { return }
    begin(.didAbort, hook)
    await didAbort(state, reason?.error)
    end(.didAbort, hook)
  }

  private func call(_ name: HookCall.Name, _ hook: Int, _ body: () async throws -> Void) async throws {
    begin(name, hook)
    do {
      try await body()
      end(name, hook)
    } catch {
      end(name, hook, objection: "\(error)")
      throw error
    }
  }

  private func begin(_ name: HookCall.Name, _ hook: Int) {
    controller.note(.calls(HookCall(hook, name, state)))
  }

  private func end(_ name: HookCall.Name, _ hook: Int, objection: String? = nil) {
    controller.note(.hasCalled(HookCall(hook, name, state), objection: objection))
  }
}

// MARK: - The first interface

// The steps of an installation only.
extension OperationRun {
  func findSplash() async throws -> Finding {
    let splash = try await controller.ask(.launching, controller.makeHandle(state: .launching, session: nil))
    return .splash(splash, try InterfaceController.live(splash))
  }

  func askInitialState() async throws -> Finding {
    let (goal, session) = try await controller.askInitialGoal(record)
    return .initial(goal, session)
  }

  /// Shows the splash.
  func show(_ interface: InterfaceDescription, _ target: InterfaceController) {
    guard active.isOpen else { return }
    controller.holdsChanges = true
    put(target, of: interface)
  }

  func takeApart() { controller.empty() }
}
