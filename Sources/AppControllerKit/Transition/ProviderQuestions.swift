/// Calls the provider; no other type does.
///
/// Questions are asked one at a time, with a handle, and with every failure converted to the kit's error. Actions and
/// news are no questions: a pending one never delays a logout. Nothing waits for a call beyond its deadline, and what
/// the provider requests inside a call takes effect after its answer.
@MainActor
package final class ProviderQuestions {
  private unowned let controller: AppController
  private let provider: any AppControllerInterfaceProviding
  private let inbox: ControllerInbox
  private let container: RootContainer
  private let lane = SerialLane()
  private var current: OpenCall?
  /// Set while the provider has not returned from a question that was given up on.
  private var isOverdue = false
  /// The provider usually returns the same one again, which then skips validation.
  private var validLoggedOutInterface: InterfaceDescription?

  init(of controller: AppController) {
    self.controller = controller
    (provider, inbox, container) = (controller.interfaceProvider, controller.inbox, controller.rootContainer)
  }

  /// True until the provider has returned.
  package var isAsking: Bool { lane.isTaken }

  func handle(_ state: AppController.State, _ session: Session?) -> AppController.Handle {
    AppController.Handle(
      id: inbox.id, state: state, traits: container.traits, session: session, port: inbox)
  }

  var currentHandle: AppController.Handle { handle(controller.state, controller.session) }

  func handle(for purpose: AuthenticationPurpose) -> AppController.Handle {
    AppController.Handle(
      id: inbox.id, state: .loggedOut, purpose: purpose, traits: container.traits,
      session: purpose == .signIn ? nil : controller.session, port: inbox)
  }

  func handle(of screen: ScreenController) -> AppController.Handle {
    controller.authentication.layer(below: screen).map { handle(for: $0.shownPurpose) } ?? currentHandle
  }

  enum Limit: Equatable {
    case step
    case usual
    /// The next question waits until the provider has returned.
    case picture
  }

  /// Waits until every earlier question has been answered.
  ///
  /// Log lines that the provider sends meanwhile are delivered before its answer is used. Throws `wouldDeadlock` from
  /// inside a question that is not answered yet, `providerBusy` when the question before was given up on, and
  /// `timedOut`.
  func ask<Answer: Sendable>(
    _ question: @autoclosure @escaping () -> String, within limit: Limit = .usual, as call: OpenCall? = nil,
    orLater takeLate: (@MainActor (Answer) -> Void)? = nil,
    _ body: @escaping @MainActor (any AppControllerInterfaceProviding) async throws -> Answer
  ) async throws(AppControllerError) -> Answer {
    let call = call ?? OpenCall(to: inbox, .question)
    if limit != .step {
      let timed = TimedCall(orLater: takeLate) { [self] () async throws(AppControllerError) in
        try await ask(question(), within: .step, as: call, body)
      }
      let time = controller.providerDeadline.map { limit == .picture ? ProviderCall.assetDeadline : $0 }
      return try await timed.outcome(within: time, controller.keeper.clock) { [self] in
        if limit == .usual, current === call { giveUp() }
        return .tooLate("answered with its \(question())", time)
      }.get()
    }
    if OpenCall.underWay(of: inbox, isQuestion: true) != nil { throw .wouldDeadlock }
    if isOverdue { throw .providerBusy }
    if let turn = lane.reserve() {
      guard await turn.value else { throw .providerBusy }
      if Task.isCancelled {
        // Its time has passed, so nobody waits for it, and the controller may be gone.
        lane.leave()
        throw .wrapping(CancellationError(), as: .providerFailed, doing: "answering for its \(question())")
      }
    }
    inbox.ask(for: TransitionChain.link)
    current = call
    defer {
      call.close()
      inbox.ask(for: nil)
      (isOverdue, current) = (false, nil)
      lane.leave()
      inbox.drainLines()
    }
    do {
      defer {
        call.end()
        inbox.drain()
      }
      return try await OpenCall.$current.withValue(call) { try await body(provider) }
    } catch {
      throw .wrapping(error, as: .providerFailed, doing: "answering for its \(question())")
    }
  }

  /// Until the question returns, every other one is refused at once.
  func giveUp() {
    isOverdue = isAsking
    current?.close()
    // What was requested inside the question belongs to the operation that gives it up, not to the next one.
    inbox.drain()
    lane.refuseWaiting()
  }
}

// MARK: - The questions

extension ProviderQuestions {
  // A handle is made when it is the question's turn: the session may be renewed before.

  func interface(
    of state: AppController.State, _ handle: @escaping @autoclosure () -> AppController.Handle,
    within limit: Limit = .usual
  ) async throws(AppControllerError) -> InterfaceDescription {
    let splash = state == .loggedIn || state == .loggedOut ? .blank : controller.builtInInterface.splash
    var interface = try await ask("\(state.rawValue) interface", within: limit) { provider in
      let handle = handle()
      switch state {
      case .loggedIn: return try await provider.loggedInInterface(for: handle)
      case .loggedOut:
        if await provider.hasInterface(for: handle.purpose) {
          return try await provider.loggedOutInterface(for: handle)
        }
        throw AppControllerError.unsupported(handle.purpose)
      case .launching, .uninstalled, .terminated:
        return try await provider.splashInterface(for: handle) ?? splash
      }
    }
    if state == .loggedOut, let known = validLoggedOutInterface, known.arena.hasSameBytes(as: interface.arena) {
      interface = known
    } else {
      let subject = "the provider's \(state.rawValue) interface"
      controller.reports.noteWarnings(try interface.requireValid(subject), of: subject)
      if state == .loggedOut { validLoggedOutInterface = interface }
    }
    let pictures = interface.root.assetNames
    if !pictures.isEmpty { await controller.assets.ask(for: pictures, handle()) }
    return interface
  }

  func configuration(
    _ handle: @escaping @autoclosure () -> AppController.Handle, within limit: Limit = .usual
  ) async throws(AppControllerError) -> AppController.Configuration {
    let configuration = try await ask("configuration", within: limit) { try await $0.configuration(for: handle()) }
    try configuration.requireValid()
    return configuration
  }

  func initialGoal(
    _ record: SessionRecord, within limit: Limit = .usual
  ) async throws(AppControllerError) -> (goal: TransitionMachine.Goal, session: Session?) {
    let handle = handle(.launching, record.session)
    let says = try await ask("initial state", within: limit) { try await $0.isInitiallyLoggedIn(for: handle) }
    // A generation without a session is a logout, which no provider can undo.
    guard says, record.session != nil || record.generation == 0 else { return (.loggedOut, nil) }
    let session = record.session ?? Session.anonymous
    return (.loggedIn(subject: session.subject), session)
  }

  func sessionEnded(
    _ session: Session, _ handle: @escaping @autoclosure () -> AppController.Handle, within limit: Limit = .usual
  ) async throws(AppControllerError) {
    try await ask("end of the session", within: limit) { try await $0.sessionEnded(session, for: handle()) }
  }

  func notify(
    _ event: ProviderEvent, _ handle: @escaping @autoclosure () -> AppController.Handle, within limit: Limit
  ) async throws(AppControllerError) {
    try await ask("news of the transition", within: limit) { await $0.notify(event, for: handle()) }
  }

  /// `nil` when the screen can stay as it is.
  func screen(
    _ id: String, _ handle: @escaping @autoclosure () -> AppController.Handle
  ) async throws(AppControllerError) -> InterfaceDescription? {
    let screen = try await ask("screen \(id)") { try await $0.screenInterface(id, for: handle()) }
    if let screen { await controller.assets.ask(for: screen.root.assetNames, handle()) }
    return screen
  }

  func asset(_ name: String, _ handle: AppController.Handle) async throws(AppControllerError) -> [UInt8]? {
    try await ask("picture \(name)", within: .picture) { try await $0.asset(name, for: handle) }
  }

  /// `takeLate` is called with an answer that comes after the deadline.
  func refresh(
    _ session: Session, orLater takeLate: @escaping @MainActor (SessionRefresh) -> Void
  ) async throws(AppControllerError) -> SessionRefresh {
    let handle = handle(.loggedIn, session)
    return try await ask("refresh of the session", orLater: takeLate) { try await $0.refresh(session, for: handle) }
  }

  /// `nil` when the provider gives none.
  func credential(
    _ request: CredentialRequest, of session: Session
  ) async throws(AppControllerError) -> Credential? {
    let handle = handle(.loggedIn, session)
    let question = "credential for \(request.program)"
    let credential = try await ask(question) { try await $0.credential(request, for: handle) }
    guard let credential else { return nil }
    if let fault = credential.fault { throw .badCredential(fault, request) }
    if let end = credential.expiresAt, end <= controller.keeper.wallClock() {
      throw .badCredential("it has ended, at \(end)", request)
    }
    return credential
  }
}

// MARK: - Actions and news

extension ProviderQuestions {
  /// The screen's own answer, if there is one, takes the place of the provider's.
  ///
  /// The caller ends the call when the answer has been applied.
  func begin(
    _ action: InterfaceAction, _ handle: AppController.Handle, _ requests: OpenCall,
    own: @escaping @MainActor () async throws -> ActionResponse?
  ) -> TimedCall<ActionResponse> {
    TimedCall { [provider] () async throws(AppControllerError) in
      do {
        return try await OpenCall.$current.withValue(requests) {
          if let own = try await own() { return own }
          return try await provider.perform(action, for: handle)
        }
      } catch {
        throw .wrapping(error, as: .actionFailed, doing: "answering the action \(action.name)")
      }
    }
  }

  enum News: CustomStringConvertible {
    case event(ProviderEvent)
    case screen(String, ScreenAppearance)

    var description: String {
      switch self {
      case .event(let event): "the event \(event.rawValue)"
      case .screen(let id, let appearance): "the screen \(id.displayable), which is \(appearance.rawValue)"
      }
    }
  }

  /// Waits for nothing; a late return is reported in the log.
  func tell(_ news: News, _ handle: AppController.Handle) {
    let requests = OpenCall(to: inbox)
    let call = OpenCall.$current.withValue(requests) {
      TimedCall { [provider] () async throws(AppControllerError) in
        switch news {
        case .event(let event): await provider.notify(event, for: handle)
        case .screen(let id, let appearance): await provider.screenDidChange(id, to: appearance, for: handle)
        }
        requests.end()
      }
    }
    inbox.drainLines()
    if call.given != nil { return }
    Task { [weak controller] in
      guard let limit = controller?.providerDeadline, let clock = controller?.keeper.clock else { return }
      let late = AppControllerError.tooLate("returned from \(news)", limit)
      guard case .failure = await call.outcome(within: limit, clock, orElse: { late }) else { return }
      requests.end()
      controller?.reports.log(.warning, "\(late.what) [\(late.codeName)]")
    }
  }
}

extension AppControllerError {
  static func tooLate(_ doing: String, _ limit: Duration?) -> AppControllerError {
    AppControllerError(
      .timedOut, what: "the provider has not \(doing) within \(limit ?? .zero)",
      why: "the provider waits for something that does not come",
      fix: "try again; an app gives it more time with providerDeadline, and an action with its deadline"
    )
  }

  fileprivate static func badCredential(_ fault: String, _ request: CredentialRequest) -> AppControllerError {
    AppControllerError(
      .providerFailed, what: "the provider's credential for \(request.program) cannot be used: \(fault)",
      why: "the program gets it as it is, and nothing in its place", fix: "tell the provider's author"
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

  /// Returns the kit's own errors unchanged.
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
