/// Admits one question at a time to the provider, in the order of their arrival.
///
/// Actions have no lane: a pending one never delays a logout.
@MainActor
final class QuestionLane {
  /// Whether a question is under way, until the provider has returned.
  private(set) var isTaken = false
  /// Whether the question under way has been given up on, and the provider still has not returned.
  private var isOverdue = false
  private var waiters: [CheckedContinuation<Bool, Never>] = []
  /// The name of the question under way.
  private var question = ""
  /// The call of the question under way.
  var call: AwaitedCall?

  /// Enters when no question is under way, which is the usual case; otherwise ``wait(_:)`` is needed.
  ///
  /// - Returns: Whether the question may be asked.
  /// - Throws: `providerBusy` when the question before was given up on.
  func enter(_ question: String) throws(AppControllerError) -> Bool {
    if isOverdue { throw .providerBusy }
    if isTaken { return false }
    (isTaken, self.question) = (true, question)
    return true
  }

  /// Waits until it is this question's turn.
  ///
  /// - Throws: `providerBusy` when the question before was given up on.
  func wait(_ question: String) async throws(AppControllerError) {
    guard await withCheckedContinuation({ waiters.append($0) }) else { throw .providerBusy }
    (isTaken, self.question) = (true, question)
  }

  /// Admits the next question, after this one has been answered.
  func leave() {
    (isOverdue, question, call) = (false, "", nil)
    if waiters.isEmpty { isTaken = false } else { waiters.removeFirst().resume(returning: true) }
  }

  /// Gives up on a question if it is the one under way.
  func giveUp(on question: String) {
    if question == self.question { giveUp() }
  }

  /// Gives up on the question under way: until it returns, every other question is refused at once.
  func giveUp() {
    isOverdue = isTaken
    call?.end()
    let refused = waiters
    waiters = []
    for waiter in refused { waiter.resume(returning: false) }
  }
}

extension AppControllerError {
  fileprivate static var providerBusy: AppControllerError {
    AppControllerError(
      .providerBusy,
      what: "the provider still has not returned from a question that took too long",
      why: "it is asked one question at a time, and it ignored the cancellation of the last one",
      fix: "have the provider's functions end when their task is cancelled"
    )
  }
}

// MARK: - Asking the provider

// The questions to the provider: with a handle, and with every failure converted to the kit's error.
extension AppController {
  func makeHandle(state: State, session: Session?) -> Handle {
    Handle(id: inbox.id, state: state, traits: rootContainer.traits, session: session, port: inbox)
  }

  /// Asks the provider for the interface of a state, and checks it; nothing is installed.
  ///
  /// - Parameters:
  ///   - state: ``ControllerState/loggedOut``, ``ControllerState/loggedIn`` or ``ControllerState/launching``.
  ///   - session: The session of the interface; the current session unless given.
  /// - Returns: The valid interface.
  /// - Throws: ``AppControllerError`` when the provider fails or its description is not valid.
  public func describe(_ state: State, session: Session? = nil) async throws(AppControllerError) -> InterfaceDescription
  {
    let session = state == .loggedIn ? session ?? self.session : nil
    let handle = makeHandle(state: state, session: session)
    return try await observed(.describe(state, session), as: { "nodes: \($0.nodeCount)" }) {
      () async throws(AppControllerError) in try await ask(state, handle)
    }
  }

  /// Asks the provider for the look of the transition to a state, and checks it; no transition takes place.
  ///
  /// - Parameters:
  ///   - state: ``ControllerState/loggedOut`` or ``ControllerState/loggedIn``.
  ///   - session: The session of the interface; the current session unless given.
  /// - Returns: The configuration, with valid times.
  /// - Throws: ``AppControllerError`` when the provider fails or its configuration is not valid.
  public func configuration(
    of state: State, session: Session? = nil
  ) async throws(AppControllerError) -> Configuration {
    let session = state == .loggedIn ? session ?? self.session : nil
    let handle = makeHandle(state: state, session: session)
    return try await observed(.configuration(state, session), as: { _ in "done" }) {
      () async throws(AppControllerError) in try await askConfiguration(handle)
    }
  }

  func askConfiguration(_ handle: Handle) async throws(AppControllerError) -> Configuration {
    let configuration = try await asking("configuration") { try await $0.configuration(for: handle) }
    try configuration.requireValid()
    return configuration
  }

  func ask(_ state: State, _ handle: Handle) async throws(AppControllerError) -> InterfaceDescription {
    let interface = try await asking("\(state.rawValue) interface") { provider in
      switch state {
      case .loggedIn: try await provider.loggedInInterface(for: handle)
      case .loggedOut: try await provider.loggedOutInterface(for: handle)
      case .launching, .uninstalled, .terminated:
        try await provider.splashInterface(for: handle) ?? BuiltInInterface.splash
      }
    }
    if state == .loggedOut, let known = validLoggedOutInterface, known.arena.hasSameBytes(as: interface.arena) {
      return known
    }
    try interface.requireValid("the provider's \(state.rawValue) interface")
    if state == .loggedOut { validLoggedOutInterface = interface }
    return interface
  }

  /// Asks the provider a question, after every earlier one has been answered.
  ///
  /// Log lines that it sends meanwhile are delivered before its answer is used.
  ///
  /// - Throws: `wouldDeadlock` from inside a question that is not answered yet.
  func asking<Answer>(
    _ question: String, _ ask: (any AppControllerInterfaceProviding) async throws -> Answer
  ) async throws(AppControllerError) -> Answer {
    if AwaitedCall.underWay(of: self, isQuestion: true) != nil { throw .wouldDeadlock }
    if try !lane.enter(question) { try await lane.wait(question) }
    let call = AwaitedCall(of: self, isQuestion: true)
    lane.call = call
    defer {
      call.end()
      lane.leave()
    }
    inbox.ask(for: TransitionChain.length)
    defer {
      inbox.ask(for: nil)
      inbox.drainLines()
    }
    do {
      return try await TransitionChain.$call.withValue(call) { try await ask(interfaceProvider) }
    } catch {
      throw .wrapping(error, as: .providerFailed, doing: "answering for its \(question)")
    }
  }
}

extension AppControllerError {
  /// Returns the kit's own error unchanged; any other error with its text.
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

  /// Returns the error of a handler; an explained error keeps its texts, as a provider's does.
  static func handlerFailed(_ target: AppController.State, _ error: any Error) -> AppControllerError {
    let failure = "the will handler of the transition to \(target.rawValue) failed"
    if let error = error as? any ExplainedError {
      return AppControllerError(
        .handlerFailed, what: "\(failure): \(error.what.displayable) [\(error.codeName)]", why: error.why.displayable,
        fix: error.fix.displayable, underlyingError: error
      )
    }
    return AppControllerError(
      .handlerFailed, what: "\(failure): \("\(error)".displayable)",
      why: "a will handler that throws gives the transition up, and nothing has changed",
      fix: "handle the error inside the handler, or log out with force", underlyingError: error
    )
  }
}
