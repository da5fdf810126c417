/// Asks the provider: one question at a time, with a handle, and with every failure converted to the kit's error.
///
/// Actions are no questions: a pending one never delays a logout.
@MainActor
final class ProviderQuestions {
  private unowned let controller: AppController
  private let provider: any AppControllerInterfaceProviding
  private let live: LiveInterface
  private let inbox: ControllerInbox
  private let lane = SerialLane()
  /// The question under way: its name, and its call.
  private var current: (name: String, call: AwaitedCall)?
  /// Whether the question under way has been given up on, and the provider still has not returned.
  private var isOverdue = false
  /// The last valid logged-out interface; the provider usually returns the same one again, which then skips validation.
  private var validLoggedOutInterface: InterfaceDescription?

  init(of controller: AppController) {
    self.controller = controller
    (provider, live, inbox) = (controller.interfaceProvider, controller.live, controller.inbox)
  }

  /// Whether a question is under way, until the provider has returned.
  var isAsking: Bool { lane.isTaken }

  /// The handle of a question about a state.
  func handle(_ state: AppController.State, _ session: Session?) -> AppController.Handle {
    AppController.Handle(id: inbox.id, state: state, traits: live.container.traits, session: session, port: inbox)
  }

  /// Asks a question, after every earlier one has been answered.
  ///
  /// Log lines that the provider sends meanwhile are delivered before its answer is used.
  ///
  /// - Throws: `wouldDeadlock` from inside a question that is not answered yet, and `providerBusy` when the question
  ///   before was given up on.
  func ask<Answer>(
    _ question: String, _ ask: (any AppControllerInterfaceProviding) async throws -> Answer
  ) async throws(AppControllerError) -> Answer {
    if AwaitedCall.underWay(of: inbox, isQuestion: true) != nil { throw .wouldDeadlock }
    if isOverdue { throw .providerBusy }
    if let turn = lane.reserve(), !(await turn.value) { throw .providerBusy }
    let call = AwaitedCall(of: inbox, isQuestion: true)
    current = (question, call)
    defer {
      call.end()
      (isOverdue, current) = (false, nil)
      lane.leave()
    }
    inbox.ask(for: TransitionChain.length)
    defer {
      inbox.ask(for: nil)
      inbox.drainLines()
    }
    do {
      return try await TransitionChain.$call.withValue(call) { try await ask(provider) }
    } catch {
      throw .wrapping(error, as: .providerFailed, doing: "answering for its \(question)")
    }
  }

  /// Gives up on the question under way: until it returns, every other question is refused at once.
  func giveUp() {
    isOverdue = isAsking
    current?.call.end()
    lane.refuseWaiting()
  }

  private func giveUp(on question: String) {
    if question == current?.name { giveUp() }
  }
}

// MARK: - The questions

extension ProviderQuestions {
  /// Asks for the interface of a state, and checks it.
  func interface(
    of state: AppController.State, _ handle: AppController.Handle
  ) async throws(AppControllerError) -> InterfaceDescription {
    let interface = try await ask("\(state.rawValue) interface") { provider in
      switch state {
      case .loggedIn: try await provider.loggedInInterface(for: handle)
      case .loggedOut: try await provider.loggedOutInterface(for: handle)
      case .launching, .uninstalled, .terminated:
        try await provider.splashInterface(for: handle) ?? BuiltInInterface.splash
      }
    }
    if state == .loggedOut, let known = validLoggedOutInterface, known.arena.hasSameBytes(as: interface.arena) {
      await controller.assets.ask(for: known, handle)
      return known
    }
    try interface.requireValid("the provider's \(state.rawValue) interface")
    if state == .loggedOut { validLoggedOutInterface = interface }
    await controller.assets.ask(for: interface, handle)
    return interface
  }

  /// Asks for the look of a transition, and checks it.
  func configuration(_ handle: AppController.Handle) async throws(AppControllerError) -> AppController.Configuration {
    let configuration = try await ask("configuration") { try await $0.configuration(for: handle) }
    try configuration.requireValid()
    return configuration
  }

  /// Asks for the first state, given the stored record.
  func initialGoal(
    _ record: SessionRecord
  ) async throws(AppControllerError) -> (goal: TransitionMachine.Goal, session: Session?) {
    let handle = handle(.launching, record.session)
    let says = try await ask("initial state") { try await $0.isInitiallyLoggedIn(for: handle) }
    // A generation without a session is a logout, which no provider can undo.
    guard says, record.session != nil || record.generation == 0 else { return (.loggedOut, nil) }
    let session = record.session ?? Session.anonymous
    return (.loggedIn(subject: session.subject), session)
  }

  /// Asks for a pushed or presented screen.
  ///
  /// - Returns: The screen; `nil` when it can stay as it is.
  func screen(
    _ id: String, _ handle: AppController.Handle
  ) async throws(AppControllerError) -> InterfaceDescription? {
    let screen = try await ask("screen") { try await $0.screenInterface(id, for: handle) }
    if let screen { await controller.assets.ask(for: screen, handle) }
    return screen
  }

  /// Asks for the bytes of a picture, and gives up when they take too long.
  func asset(_ name: String, _ handle: AppController.Handle) async throws(AppControllerError) -> [UInt8]? {
    let limit = ProviderCall.assetDeadline
    return try await ask("picture \(name)", within: limit, orElse: .tooLate(name, limit)) {
      try await $0.asset(name, for: handle)
    }
  }

  /// Asks for a session with another secret, and gives up when it takes too long.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - takeLate: Called with an answer that comes after the deadline.
  /// - Returns: The answer.
  /// - Throws: The errors of ``ask(_:_:)``, and `timedOut` at the deadline.
  func refresh(
    _ session: Session, orLater takeLate: @escaping @MainActor (SessionRefresh) -> Void
  ) async throws(AppControllerError) -> SessionRefresh {
    let handle = handle(.loggedIn, session)
    let limit = controller.providerDeadline ?? .zero
    let late = AppControllerError.tooLate(session, limit)
    return try await ask("refresh of the session", within: limit, orElse: late, orLater: takeLate) {
      try await $0.refresh(session, for: handle)
    }
  }

  /// Tells that a session has ended, and gives up when it takes too long.
  func sessionEnded(_ session: Session) async throws(AppControllerError) {
    let handle = handle(controller.state, live.session)
    let limit = controller.providerDeadline ?? .zero
    try await ask("end of the session", within: limit, orElse: .tooLateToEnd(session, limit)) {
      try await $0.sessionEnded(session, for: handle)
    }
  }

  /// Asks a question, and gives up on it after a limit if the controller has a deadline for its provider.
  private func ask<Answer: Sendable>(
    _ question: String, within limit: Duration, orElse late: AppControllerError,
    orLater takeLate: (@MainActor (Answer) -> Void)? = nil,
    _ body: @escaping @MainActor (any AppControllerInterfaceProviding) async throws -> Answer
  ) async throws(AppControllerError) -> Answer {
    let answer = AwaitedAnswer<Result<Answer, AppControllerError>>()
    let task = Task.immediate { [self] in
      do throws(AppControllerError) {
        let given = try await ask(question) { try await body($0) }
        if answer.given == nil { answer.give(.success(given)) } else { takeLate?(given) }
      } catch {
        answer.give(.failure(error))
      }
    }
    if let given = answer.given { return try given.get() }
    // The next question waits until the provider has returned.
    let watch = controller.providerDeadline.map { [clock = controller.keeper.clock] _ in
      Task {
        guard (try? await clock.pause(for: limit)) != nil, !Task.isCancelled else { return }
        answer.give(.failure(late))
        task.cancel()
      }
    }
    defer { watch?.cancel() }
    let result = await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }

  /// Gives up on the question for a screen, if it is the one under way.
  func giveUpOnScreen() { giveUp(on: "screen") }

  /// Notifies the provider that a session expires soon, so that it can update it; does not wait for the result.
  func requestRefresh(of session: Session) {
    let question = "news of the session's expiry"
    let handle = handle(.loggedIn, session)
    let asking = Task { [weak controller] in
      guard let controller else { return }
      try await controller.questions.ask(question) { await $0.notify(.sessionExpires, for: handle) }
    }
    guard let limit = controller.providerDeadline else { return }
    let watch = Task { [weak self, clock = controller.keeper.clock] in
      guard (try? await clock.pause(for: limit)) != nil, !Task.isCancelled else { return }
      asking.cancel()
      self?.giveUp(on: question)
    }
    Task {
      _ = await asking.result
      watch.cancel()
    }
  }
}

extension AppControllerError {
  fileprivate static func tooLate(_ name: String, _ limit: Duration) -> AppControllerError {
    AppControllerError(
      .timedOut, what: "the provider has not answered with the picture \"\(name)\" within \(limit)",
      why: "the interface waits for its pictures, and is shown with texts in their place now",
      fix: "have the picture at hand before the interface is described"
    )
  }

  fileprivate static func tooLate(_ session: Session, _ limit: Duration) -> AppControllerError {
    AppControllerError(
      .timedOut, what: "the provider has not renewed the session of \(session.subject) within \(limit)",
      why: "its server may be slow, or cannot be reached", fix: "try again; the session is still stored"
    )
  }

  fileprivate static func tooLateToEnd(_ session: Session, _ limit: Duration) -> AppControllerError {
    AppControllerError(
      .timedOut, what: "the provider has not ended the session of \(session.subject) within \(limit)",
      why: "its server may be slow, or cannot be reached", fix: "end the session at the service, if that matters"
    )
  }

  fileprivate static var providerBusy: AppControllerError {
    AppControllerError(
      .providerBusy,
      what: "the provider still has not returned from a question that took too long",
      why: "it is asked one question at a time, and it ignored the cancellation of the last one",
      fix: "have the provider's functions end when their task is cancelled"
    )
  }

  /// Returns the kit's own error unchanged; wraps any other error with its text.
  static func wrapping(
    _ error: any Error, as code: Code, doing action: String, by name: String? = nil
  ) -> AppControllerError {
    if let error = error as? AppControllerError { return error }
    if let error = error as? any ExplainedError {
      return AppControllerError(
        code, what: "\(error.what.displayable) [\(error.codeName)]", why: error.why.displayable,
        fix: error.fix.displayable, underlyingError: error
      )
    }
    let (culprit, author) = code == .storeFailed ? ("session store", "store") : ("provider", "provider")
    return AppControllerError(
      code, what: "the \(name ?? culprit) failed while \(action): \("\(error)".displayable)",
      why: error is CancellationError ? "it was told to stop" : "its function threw an error",
      fix: "see what the error says; the \(author)'s author can tell more", underlyingError: error
    )
  }
}
