// The user's actions in the installed interface.
extension AppController {
  /// The node with an id in the installed interface, the pushed screens and the presented layers; the topmost match
  /// wins.
  public func node(withID id: String) -> InterfaceDescription.Node? {
    for screen in screens.reversed() {
      if let node = screen.node.subtree.first(where: { $0.id == id }) { return node }
    }
    return nil
  }

  /// The screens of the live tree, each before the screens that cover it.
  public var screens: [ScreenController] { rootContainer.subtree.compactMap { $0 as? ScreenController } }

  /// Carries out the action of a node, and applies the provider's answer.
  ///
  /// - Parameters:
  ///   - nodeID: The id of a button or item of the installed interface.
  ///   - values: The values of the screen's inputs; values that were typed before stay unless replaced.
  ///   - payload: Values that are added to the described payload, or replace entries of it.
  ///   - revision: The number of the interface that the user saw; an outdated one is refused.
  /// - Returns: The answer, and the outcome of the login or logout in it.
  /// - Throws: ``AppControllerError`` when there is no such action, an input breaks a rule (`ACK3011`), the provider
  ///   fails, or its answer cannot be applied; then nothing is applied.
  public func perform(
    nodeID: String, values: InputValues = [:], payload: [String: String] = [:], revision: UInt64? = nil
  ) async throws(AppControllerError) -> ActionOutcome {
    if let revision, revision != self.revision {
      isAsked(.staleAction(nodeID: nodeID, revision: revision))
      throw refuse(nodeID, of: revision)
    }
    try requireWanted("the action of \(nodeID.displayable)")
    guard let screen = screens.last(where: { screen in screen.node.visibleSubtree.contains { $0.id == nodeID } }),
      let node = screen.node.visibleSubtree.first(where: { $0.id == nodeID })
    else { throw .noAction("there is no node \"\(nodeID)\" in the installed interface") }
    let values = screen.form.sealed(values)
    screen.state.values.merge(values.filter { screen.form.entry(named: $0) != nil && !$1.isSecret }) { $1 }
    let all = screen.state.values.merging(values) { $1 }
    if let described = node.action, described.validates {
      let violations = screen.form.violations(in: described.sends, all)
      screen.state.fieldErrors = Dictionary(violations.map { ($0.input, $0.message) }) { first, _ in first }
      if let first = violations.first { throw .broken(first) }
    }
    let action = try InterfaceAction(of: node, values: all, payload: payload, revision: self.revision)
    return try await perform(action, isHostAction: node.action?.scope == .host, on: screen)
  }

  /// Carries out an action whose inputs have passed the form.
  package func perform(
    _ action: InterfaceAction, isHostAction: Bool, on screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    try await observed(
      .perform(action, isHostAction: isHostAction, screen: number(of: screen)), as: \.summary
    ) { () async throws(AppControllerError) in
      try await carryOut(action, isHostAction: isHostAction, on: screen)
    }
  }

  private func carryOut(
    _ action: InterfaceAction, isHostAction: Bool, on screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    if isHostAction { return try await performHostAction(action, on: screen) }
    let response = try await answer(to: action, of: screen, state: state, session: session)
    guard screen.isInstalled(in: rootContainer), action.revision == self.revision else {
      throw refuse(action.nodeID, of: action.revision)
    }
    return try await carryOut(response, from: screen)
  }

  /// Checks that the task is not cancelled already, so that no request is made for it.
  private func requireWanted(_ what: String) throws(AppControllerError) {
    if Task.isCancelled { throw .cancelledBefore(what) }
  }

  /// Reports an action of an interface that is no longer installed.
  private func refuse(_ nodeID: String, of revision: UInt64) -> AppControllerError {
    emit(.staleAction(nodeID: nodeID.displayable))
    return .stale(revision, self.revision)
  }

  /// The number of a screen of the live tree, for the observers of the controller.
  private func number(of screen: ScreenController) -> Int { screens.firstIndex { $0 === screen } ?? -1 }

  /// Requests the answer to an action, and checks it without applying it.
  ///
  /// The screen that the action came from may answer itself; without a screen only the provider is asked.
  package func answer(
    to action: InterfaceAction, of screen: ScreenController? = nil, state: State, session: Session? = nil
  ) async throws(AppControllerError) -> ActionResponse {
    let handle = makeHandle(state: state, session: session)
    let number = number()
    let answer = AwaitedAnswer<Result<ActionResponse, AppControllerError>>()
    let task = Task.immediate { [self] in
      do {
        if let screen, let own = try await screen.ownAnswer(to: action) { return answer.give(.success(own)) }
        answer.give(.success(try await interfaceProvider.perform(action, for: handle)))
      } catch {
        answer.give(.failure(.wrapping(error, as: .actionFailed, doing: "answering the action \(action.name)")))
      }
    }
    let result: Result<ActionResponse, AppControllerError>
    if let given = answer.given {
      result = given
    } else {
      let watch = providerDeadline.map { _ in
        Task { [clock] in
          guard (try? await clock.sleep(for: action.deadline)) != nil, !Task.isCancelled else { return }
          answer.give(.failure(.tooLate(action)))
          task.cancel()
        }
      }
      performs[number] = { task.cancel() }
      if performs.count == 1 { tell(.busy) }
      defer {
        watch?.cancel()
        performs[number] = nil
        if performs.isEmpty { tell(.busy) }
      }
      result = await withTaskCancellationHandler {
        await answer.value
      } onCancel: {
        task.cancel()
      }
    }
    inbox.drainLines()
    let response = try result.get().displayable
    try response.requireApplicable()
    return response
  }

  private func performHostAction(
    _ action: InterfaceAction, on screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    switch HostAction(rawValue: action.name) {
    case .login: return ActionOutcome(response: .nothing, transition: await enter(nil))
    case .logout: return ActionOutcome(response: .nothing, transition: await leave())
    case .pop: return try await carryOut(.pop, from: screen)
    case .dismiss: return try await carryOut(.dismiss, from: screen)
    case .select:
      let effect = ActionResponse.Effect.select(tabs: action.payload["tabs"] ?? "", item: action.payload["item"] ?? "")
      return try await carryOut(ActionResponse(effects: [effect]), from: screen)
    case .push: return try await show(action, .push, from: screen)
    case .present: return try await show(action, .present, from: screen)
    case .copy, .openURL, nil:
      throw .noAction("the host action \"\(action.name)\" needs a front end that can do it")
    }
  }

  /// Shows the interface of the storyboard that a host action names.
  private func show(
    _ action: InterfaceAction, _ placement: ActionResponse.Placement, from screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    guard let storyboard else {
      throw .noAction(
        "the host action \"\(action.name)\" leads to an interface of a storyboard, and the provider has none")
    }
    let interface = try storyboard.requireInterface(named: action.payload["screen"] ?? "")
    return try await carryOut(ActionResponse(effects: [.show(interface, placement)]), from: screen)
  }

  /// Applies an answer to the installed interface: all of it, or nothing.
  public func apply(
    _ response: ActionResponse, from screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    try requireWanted("an answer")
    return try await observed(.apply(response, screen: number(of: screen)), as: \.summary) {
      () async throws(AppControllerError) in try await carryOut(response, from: screen)
    }
  }

  private func carryOut(
    _ response: ActionResponse, from screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    let plan = try ResponsePlan(response, from: screen, in: rootContainer)
    let popped = plan.carryOut()
    if popped > 0 {
      await interfaceProvider.notify(.didPop, for: makeHandle(state: state, session: session))
      inbox.drainLines()
    }
    switch response.effects.last {
    case .login(let session): return ActionOutcome(response: response, transition: await enter(session))
    case .logout: return ActionOutcome(response: response, transition: await leave())
    case .show, .leave, .select, .fieldError, .message, nil: return ActionOutcome(response: response)
    }
  }
}

extension InputValue {
  /// Whether the value must not be kept or shown.
  public var isSecret: Bool {
    switch self {
    case .plain: false
    case .secret: true
    }
  }
}

extension ScreenController {
  /// Returns the screen's own answer to an action, and converts a failure to the kit's error.
  fileprivate func ownAnswer(to action: InterfaceAction) async throws(AppControllerError) -> ActionResponse? {
    do {
      return try await answer(to: action)
    } catch {
      let doing = "answering the action \(action.name)"
      throw .wrapping(error, as: .actionFailed, doing: doing, by: "screen \"\(id)\"")
    }
  }
}

extension InterfaceController {
  fileprivate func isInstalled(in root: InterfaceController) -> Bool {
    var top: InterfaceController = self
    while let parent = top.parent { top = parent }
    return top === root
  }
}

extension AppControllerError {
  static func stale(_ old: UInt64, _ new: UInt64) -> AppControllerError {
    AppControllerError(
      .staleAction,
      what: "the action came from interface \(old), and interface \(new) is installed",
      why: "the interface was replaced meanwhile, so the answer belongs to nothing that is shown",
      fix: "do the action again in the interface that is installed now"
    )
  }

  fileprivate static func tooLate(_ action: InterfaceAction) -> AppControllerError {
    AppControllerError(
      .timedOut,
      what: "the provider has not answered the action \(action.name) within \(action.deadline)",
      why: "the provider waits for something that does not come",
      fix: "try again; an action that takes longer can say so with its deadline"
    )
  }

  fileprivate static func cancelledBefore(_ what: String) -> AppControllerError {
    AppControllerError(
      .actionFailed, what: "\(what) was not begun", why: "the task that asked for it was cancelled before",
      fix: "ask in a task that is still wanted", underlyingError: CancellationError()
    )
  }

  static func broken(_ violation: Form.Violation) -> AppControllerError {
    AppControllerError(
      .inputRefused,
      what: "\(violation.input): \(violation.message)",
      why: "the value breaks the rule \"\(violation.rule.name)\" of its input",
      fix: "enter a value that satisfies the rule"
    )
  }
}
