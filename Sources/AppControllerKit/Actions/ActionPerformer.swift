/// Performs the user's actions in the installed interface, and applies the answers to them.
@MainActor
final class ActionPerformer {
  private unowned let controller: AppController
  /// The cancellation of each unanswered question about an action, by its number.
  private var questions: [Int: () -> Void] = [:]
  private var lastQuestion = 0

  init(of controller: AppController) { self.controller = controller }

  var isPerforming: Bool { !questions.isEmpty }

  func cancel() {
    for cancel in questions.values { cancel() }
  }

  func perform(
    nodeID: String, values: InputValues, payload: [String: String], revision: UInt64?
  ) async throws(AppControllerError) -> ActionOutcome {
    if let revision, revision != controller.revision {
      controller.reports.noteRequest(.staleAction(nodeID: nodeID, revision: revision))
      throw refuse(nodeID, of: revision)
    }
    try requireWanted("the action of \(nodeID.displayable)")
    let shown = controller.screens.last { $0.shown(with: values).node.visibleNode(withID: nodeID) != nil }
    guard let screen = shown, let node = screen.shown(with: values).node.visibleNode(withID: nodeID) else {
      throw .noAction("there is no node \"\(nodeID)\" in the installed interface")
    }
    return try await perform(node, on: screen, values: values, payload: payload)
  }

  func perform(
    _ node: InterfaceDescription.Node, on screen: ScreenController, values: InputValues,
    payload: [String: String] = [:]
  ) async throws(AppControllerError) -> ActionOutcome {
    let values = screen.form.sealed(values)
    screen.state.values.merge(values.filter { screen.form.entry(named: $0) != nil && !$1.isSecret }) { $1 }
    let all = screen.state.values.merging(values) { $1 }
    if let described = node.action, described.validates {
      let violations = screen.shown(with: values).form.violations(in: described.sends, all)
      let words = screen.words
      screen.state.fieldErrors = Dictionary(violations.map { ($0.input, $0.message(words)) }) { first, _ in first }
      if let first = violations.first { throw .broken(first, controller.words(first.message(.english))) }
    }
    let action = try InterfaceAction(of: node, values: all, payload: payload, revision: controller.revision)
    return try await perform(action, isHostAction: node.action?.scope == .host, on: screen)
  }

  /// Carries out an action whose inputs have passed the form.
  func perform(
    _ action: InterfaceAction, isHostAction: Bool, on screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    try await controller.reports.observed(
      .perform(action, isHostAction: isHostAction, screen: number(of: screen)), as: \.summary
    ) { () async throws(AppControllerError) in
      if isHostAction { return try await performHostAction(action, on: screen) }
      let requests = OpenCall(to: controller.inbox)
      defer { requests.end() }
      let handle = controller.questions.handle(of: screen)
      let response = try await answer(to: action, of: screen, handle, requests)
      guard screen.isInside(controller.rootContainer), action.revision == controller.revision else {
        throw refuse(action.nodeID, of: action.revision)
      }
      return try await carryOut(response, from: screen)
    }
  }

  private func requireWanted(_ what: String) throws(AppControllerError) {
    if Task.isCancelled { throw .cancelledBefore(what) }
  }

  private func refuse(_ nodeID: String, of revision: UInt64) -> AppControllerError {
    controller.reports.emit(.staleAction(nodeID: nodeID.displayable))
    return .stale(revision, controller.revision)
  }

  private func number(of screen: ScreenController) -> Int { controller.screens.firstIndex { $0 === screen } ?? -1 }
}

// MARK: - Asking

extension ActionPerformer {
  /// Requests the answer to an action, and checks it without applying it.
  func answer(
    to action: InterfaceAction, state: AppController.State, session: Session?
  ) async throws(AppControllerError) -> ActionResponse {
    let requests = OpenCall(to: controller.inbox)
    defer { requests.end() }
    return try await answer(to: action, of: nil, controller.questions.handle(state, session), requests)
  }

  /// The screen that the action came from may answer itself; without a screen only the provider is asked.
  private func answer(
    to action: InterfaceAction, of screen: ScreenController?, _ handle: AppController.Handle, _ requests: OpenCall
  ) async throws(AppControllerError) -> ActionResponse {
    let call = controller.questions.begin(action, handle, requests) { try await screen?.ownAnswer(to: action) }
    let outcome: TimedCall<ActionResponse>.Outcome
    if let given = call.given { outcome = given } else { outcome = await self.outcome(of: call, action) }
    controller.inbox.drainLines()
    let response = try outcome.get().displayable
    controller.reports.noteWarnings(try response.requireApplicable(), of: "the answer to \(action.name)")
    for case .show(let interface, _) in response.effects {
      await controller.assets.ask(for: interface.root.assetNames, handle)
    }
    return response
  }

  private func outcome(
    of call: TimedCall<ActionResponse>, _ action: InterfaceAction
  ) async -> TimedCall<ActionResponse>.Outcome {
    lastQuestion += 1
    let number = lastQuestion
    questions[number] = { call.cancel() }
    if questions.count == 1 { controller.reports.reportChange(.busy) }
    defer {
      questions[number] = nil
      if questions.isEmpty { controller.reports.reportChange(.busy) }
    }
    let limit = controller.providerDeadline.map { _ in action.deadline }
    return await call.outcome(within: limit, controller.keeper.clock) {
      .tooLate("answered the action \(action.name)", action.deadline)
    }
  }
}

// MARK: - Applying

extension ActionPerformer {
  private func performHostAction(
    _ action: InterfaceAction, on screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    switch HostAction(rawValue: action.name) {
    case .login:
      let layer = controller.authentication.layer(below: screen)
      return ActionOutcome(response: .nothing, transition: await controller.transitions.enter(nil, for: layer))
    case .logout: return ActionOutcome(response: .nothing, transition: await controller.transitions.leave())
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

  private func show(
    _ action: InterfaceAction, _ placement: ActionResponse.Placement, from screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    guard let storyboard = controller.storyboard else {
      throw .noAction(
        "the host action \"\(action.name)\" leads to an interface of a storyboard, and the provider has none")
    }
    let interface = try storyboard.requireInterface(named: action.payload["screen"] ?? "")
    return try await carryOut(ActionResponse(effects: [.show(interface, placement)]), from: screen)
  }

  /// Applies an answer to the installed interface: all of it, or nothing.
  func apply(
    _ response: ActionResponse, from screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    try requireWanted("an answer")
    return try await controller.reports.observed(.apply(response, screen: number(of: screen)), as: \.summary) {
      () async throws(AppControllerError) in
      let handle = controller.questions.handle(of: screen)
      for case .show(let interface, _) in response.effects {
        await controller.assets.ask(for: interface.root.assetNames, handle)
      }
      return try await carryOut(response, from: screen)
    }
  }

  private func carryOut(
    _ response: ActionResponse, from screen: ScreenController
  ) async throws(AppControllerError) -> ActionOutcome {
    let plan = try ResponsePlan(response, from: screen, in: controller.rootContainer)
    let layer = controller.authentication.layer(below: screen)
    let popped = plan.carryOut()
    controller.appearances.report()
    if popped > 0 {
      let handle = controller.questions.currentHandle
      controller.questions.tell(.event(.didPop), handle)
    }
    let transition: TransitionOutcome? =
      switch response.effects.last {
      case .login(let session): await controller.transitions.enter(session, for: layer)
      case .logout: await controller.transitions.leave()
      case .show, .leave, .select, .fieldError, .message, nil: nil
      }
    return ActionOutcome(response: response, transition: transition)
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
  fileprivate func ownAnswer(to action: InterfaceAction) async throws(AppControllerError) -> ActionResponse? {
    do {
      return try await answer(to: action)
    } catch {
      let doing = "answering the action \(action.name)"
      throw .wrapping(error, as: .actionFailed, doing: doing, by: "screen \"\(id)\"")
    }
  }
}

extension AppControllerError {
  fileprivate static func stale(_ old: UInt64, _ new: UInt64) -> AppControllerError {
    AppControllerError(
      .staleAction,
      what: "the action came from interface \(old), and interface \(new) is installed",
      why: "the interface was replaced meanwhile, so the answer belongs to nothing that is shown",
      fix: "do the action again in the interface that is installed now"
    )
  }

  fileprivate static func cancelledBefore(_ what: String) -> AppControllerError {
    AppControllerError(
      .actionFailed, what: "\(what) was not begun", why: "the task that asked for it was cancelled before",
      fix: "ask in a task that is still wanted", underlyingError: CancellationError()
    )
  }

  /// The error for a broken rule, whose message may be the provider's words.
  fileprivate static func broken(_ violation: Form.Violation, _ message: String) -> AppControllerError {
    AppControllerError(
      .inputRefused,
      what: "\(violation.input): \(message)",
      why: "the value breaks the rule \"\(violation.rule.name)\" of its input",
      fix: "enter a value that satisfies the rule"
    )
  }
}
