// What an operation does, step by step. Up to the point of no return every step may fail or be stopped, and nothing has
// changed; from there on nothing fails.
extension AppController {
  typealias Operation = TransitionMachine.Operation

  /// Why an operation came to its end before the point of no return.
  private enum Interruption: Error {
    case stopped
    case vetoed(String)
    case failed(AppControllerError)

    /// What failed; `nil` when the operation was stopped or vetoed.
    var failure: AppControllerError? {
      switch self {
      case .failed(let error): error
      case .stopped, .vetoed: nil
      }
    }
  }

  func start(_ operation: Operation) {
    // Immediate: up to its first suspension the operation runs here, and mostly there is none.
    let task = Task.immediate {
      runningTask = Self.currentTask
      history = operation.request.chain == 0 ? [] : history
      history.append(State(operation.request.goal))
      emit(.began(State(operation.request.goal)), operation: operation.id)
      await TransitionChain.$length.withValue(operation.request.chain) { await run(operation) }
    }
    guard let active = machine.active, active.id == operation.id else { return }
    running = task
    if active.isStopping { task.cancel() }
  }

  /// Which task is running; `nil` outside any.
  static var currentTask: Int? { unsafe withUnsafeCurrentTask { unsafe $0?.hashValue } }

  private func run(_ operation: Operation) async {
    do {
      let report =
        switch operation.kind {
        case .transition: try await transition(operation)
        case .sessionUpdate: try await updateSession(operation)
        case .refresh: try await refresh(operation)
        }
      if let report { emit(.completed(report), operation: operation.id) }
      end(operation, .completed, report.map(TransitionOutcome.completed) ?? .unchanged)
    } catch Interruption.vetoed(let reason) {
      emit(.vetoed(reason: reason), operation: operation.id)
      end(operation, .failed, .vetoed(reason: reason))
    } catch Interruption.failed(let error) {
      emit(.failed(error), operation: operation.id)
      end(operation, .failed, .failed(error))
    } catch {
      emit(.stopped, operation: operation.id)
      end(operation, .cancelled, nil)
    }
  }

  private func end(_ operation: Operation, _ answer: TransitionMachine.Answer, _ outcome: TransitionOutcome?) {
    running = nil
    runningTask = nil
    carryOut(machine.ended(operation.id, answer), outcome: outcome)
    catchUp()
  }
}

// MARK: - A transition

extension AppController {
  private func transition(_ operation: Operation) async throws -> TransitionReport? {
    let target = State(operation.request.goal)
    let isForced = { [self] in machine.active?.request.isForced == true }
    var problems: [String] = []

    let hooks = self.hooks
    if !isForced() { try await askForVeto(target, hooks, operation) }
    let session = newSession(of: operation)
    let handle = makeHandle(state: target, session: session)
    let interface = try await describe(target, handle, operation, &problems)
    let configuration = try await configure(handle, operation, &problems)
    guard let controller = InterfaceController.controller(for: interface) else { throw Interruption.stopped }

    emit(.prepared, operation: operation.id)
    var called = 0
    do {
      try await callWill(target, controller, hooks, &called, operation, &problems)
      try await store(session, for: target, operation)
      // A controller that was ended meanwhile keeps what is stored, and shows nothing any more.
      guard machine.position != .terminated else { throw Interruption.stopped }
    } catch {
      for hook in hooks.prefix(called).reversed() {
        await hook.didAbort?(target, (error as? Interruption)?.failure)
      }
      throw error
    }

    let ended = self.session
    exchange(interface, controller, configuration)
    machine.committed(operation.id)
    self.session = session
    emit(.exchanged, operation: operation.id)
    await animate(configuration)
    await callDid(TransitionReport(state: target, revision: revision, problems: problems), hooks, &problems)
    await tellProvider(target, ended: ended, &problems)
    return TransitionReport(state: target, revision: revision, problems: problems)
  }

  /// Throws when the operation has been told to stop; asked after every suspension.
  private func checkpoint(_ operation: Operation) throws {
    guard machine.mayProceed(operation.id) else { throw Interruption.stopped }
  }

  private func askForVeto(_ target: State, _ hooks: [TransitionHooks], _ operation: Operation) async throws {
    for hook in hooks {
      guard let should = hook.shouldTransition else { continue }
      let reason: String?
      do { reason = try await should(target) } catch { reason = "\(error)" }
      try checkpoint(operation)
      // A forced request may have joined while the handler was asked.
      if machine.active?.request.isForced == true { return }
      if let reason { throw Interruption.vetoed(reason) }
    }
  }

  private func newSession(of operation: Operation) -> Session? {
    switch operation.request.goal {
    case .loggedOut: nil
    case .loggedIn(let subject): operation.request.session.flatMap { sessions[$0] } ?? Session(subject: subject)
    }
  }

  private func describe(
    _ target: State, _ handle: Handle, _ operation: Operation, _ problems: inout [String]
  ) async throws -> InterfaceDescription {
    do {
      let interface = try await ask(target, handle)
      try checkpoint(operation)
      return interface
    } catch let error as AppControllerError {
      try checkpoint(operation)
      guard target == .loggedOut else { throw Interruption.failed(error) }
      problems.append(
        "the provider could not describe its logged-out interface, so a built-in one is shown: \(error.what)")
      return BuiltInInterface.loggedOut
    }
  }

  private func configure(
    _ handle: Handle, _ operation: Operation, _ problems: inout [String]
  ) async throws -> Configuration {
    do {
      let configuration = try await asking("configuration") { try await $0.configuration(for: handle) }
      try configuration.requireValid()
      try checkpoint(operation)
      return configuration
    } catch let error as AppControllerError {
      try checkpoint(operation)
      guard handle.state == .loggedOut else { throw Interruption.failed(error) }
      problems.append("the provider's configuration was not used: \(error.what)")
      return Configuration()
    }
  }

  /// Calls the `will` handlers, and counts those that were called, the one that failed included.
  private func callWill(
    _ target: State, _ controller: InterfaceController, _ hooks: [TransitionHooks], _ called: inout Int,
    _ operation: Operation, _ problems: inout [String]
  ) async throws {
    for hook in hooks {
      called += 1
      guard let will = target == .loggedIn ? hook.willLogin : hook.willLogout else { continue }
      do {
        try await will(controller)
      } catch {
        try checkpoint(operation)
        guard machine.active?.request.isForced == true else {
          throw Interruption.failed(.handlerFailed(target, "\(error)"))
        }
        problems.append("a will handler failed and was overruled: \(error)")
      }
      try checkpoint(operation)
    }
  }

  /// Makes the session durable.
  ///
  /// For a logout the erase is the point of no return; for a login it is what follows the save, and a save that is not
  /// wanted any more is taken back.
  private func store(_ session: Session?, for target: State, _ operation: Operation) async throws {
    do {
      if target == .loggedOut {
        guard machine.passPointOfNoReturn(operation.id) else { throw Interruption.stopped }
        let record = try await store.replace(for: providerID, with: nil, ifGeneration: nil)
        storedGeneration = record.generation
        return
      }
      let before = self.session
      let record = try await store.replace(for: providerID, with: session, ifGeneration: storedGeneration)
      storedGeneration = record.generation
      if machine.passPointOfNoReturn(operation.id) { return }
      // In a task of its own, because this one was cancelled and the record has to be put back all the same.
      let restored = try await Task { [store, providerID] in
        try await store.replace(for: providerID, with: before, ifGeneration: record.generation)
      }.value
      storedGeneration = restored.generation
      throw Interruption.stopped
    } catch let error as Interruption {
      throw error
    } catch {
      if case .sessionConflict? = (error as? AppControllerError)?.code { await reloadGeneration() }
      throw Interruption.failed(.wrapping(error, as: .storeFailed, doing: "storing the session"))
    }
  }

  private func reloadGeneration() async {
    if let record = try? await store.load(for: providerID) { storedGeneration = record.generation }
  }

  private func exchange(
    _ interface: InterfaceDescription, _ controller: InterfaceController, _ configuration: Configuration
  ) {
    for cancel in performs.values { cancel() }
    if configuration.time > .zero { rootContainer.overlay = installedInterface }
    rootContainer.exchange(
      for: controller, dismissingPresented: configuration.dismissesPresentedInterfaceOnTransition
    )
    installedInterface = interface
    revision += 1
  }

  private func animate(_ configuration: Configuration) async {
    guard configuration.time > .zero else { return }
    try? await clock.sleep(for: configuration.time)
    rootContainer.overlay = nil
  }

  private func callDid(_ report: TransitionReport, _ hooks: [TransitionHooks], _ problems: inout [String]) async {
    for hook in hooks {
      guard let did = report.state == .loggedIn ? hook.didLogin : hook.didLogout else { continue }
      do {
        try await did(report)
      } catch {
        problems.append("a did handler failed after the transition: \(error)")
      }
    }
  }

  private func tellProvider(_ target: State, ended: Session?, _ problems: inout [String]) async {
    let handle = makeHandle(state: target, session: session)
    if let ended, ended.subject != session?.subject {
      do {
        try await asking("end of the session") { try await $0.sessionEnded(ended, for: handle) }
      } catch {
        problems.append("the provider failed to end its session: \(error.what)")
      }
    }
    await inbox.asking(TransitionChain.length) {
      await interfaceProvider.notify(target == .loggedIn ? .didLogin : .didLogout, for: handle)
    }
  }
}

// MARK: - The other operations

extension AppController {
  private func updateSession(_ operation: Operation) async throws -> TransitionReport? {
    guard let new = operation.request.session.flatMap({ sessions[$0] }), new != session else { return nil }
    try await store(new, for: .loggedIn, operation)
    session = new
    emit(.sessionUpdated, operation: operation.id)
    return nil
  }

  private func refresh(_ operation: Operation) async throws -> TransitionReport? {
    let target = State(operation.request.goal)
    let new = operation.request.session.flatMap { sessions[$0] }
    let interface: InterfaceDescription
    do {
      interface = try await ask(target, makeHandle(state: target, session: new ?? session))
    } catch {
      try checkpoint(operation)
      throw Interruption.failed(error)
    }
    try checkpoint(operation)
    guard let controller = InterfaceController.controller(for: interface) else { throw Interruption.stopped }
    if let new {
      try await store(new, for: target, operation)
      session = new
    } else if !machine.passPointOfNoReturn(operation.id) {
      throw Interruption.stopped
    }
    LiveState(of: rootContainer.installed).restore(in: controller)
    exchange(
      interface, controller,
      Configuration(transitionDuration: .zero, dismissesPresentedInterfaceOnTransition: false, style: .none)
    )
    emit(.exchanged, operation: operation.id)
    return TransitionReport(state: target, revision: revision, problems: [])
  }
}

extension AppController.State {
  init(_ goal: TransitionMachine.Goal) {
    self =
      switch goal {
      case .loggedOut: .loggedOut
      case .loggedIn: .loggedIn
      }
  }
}

extension AppController.Configuration {
  /// How long the transition keeps the old picture: the delay and the duration.
  var time: Duration { transitionDelay + transitionDuration }
}
