/// The reports of a controller: events to their readers, observations to its observers, and lines to the log.
///
/// Without observers the cost of an observation is a check for an empty list.
@MainActor
final class ControllerReports {
  private unowned let controller: AppController
  private let hub = EventHub()
  private var observers: [any ControllerObserver] = []
  /// The number of the last request that was made while an observer was present.
  private var lastInput = 0
  /// Whether an event that covers every change is about to be sent, and whether anything has changed since then.
  private var holdsChanges = false
  private var hasHeldChange = false
  /// The warnings that were logged; one that comes again is not.
  private var warnings: Set<Diagnostic> = []

  init(of controller: AppController) { self.controller = controller }

  func add(_ observer: any ControllerObserver) {
    observers.append(observer)
    controller.keeper.observe = { [weak self] in self?.note(.store($0)) }
  }

  func log(_ level: LogLevel, _ text: String) { controller.logHandler?(level, text.displayable) }

  func noteWarnings(_ diagnostics: [Diagnostic], of subject: String) {
    for diagnostic in diagnostics where diagnostic.code.isOfName && warnings.count < 1000 {
      if warnings.insert(diagnostic).inserted { log(.warning, "\(subject): \(diagnostic.text)") }
    }
  }

  /// Reports a request that has changed nothing, in case its caller ignores the outcome.
  @discardableResult
  func refuse(_ error: AppControllerError, isHeard: Bool = false) -> AppControllerError {
    emit(.failed(error))
    log(isHeard ? .info : .error, "\(error.what) [\(error.codeName)]")
    return error
  }
}

// MARK: - Events

extension ControllerReports {
  func events(buffering capacity: Int) -> ControllerEvents { ControllerEvents(hub: hub, capacity: capacity) }

  var eventNumber: UInt64 { hub.lastNumber }

  func emit(_ kind: ControllerEvent.Kind, operation: Int? = nil) {
    if kind.showsInterface { hasHeldChange = false }
    send(kind, operation: operation, in: controller.state)
  }

  private func send(_ kind: @autoclosure () -> ControllerEvent.Kind, operation: Int?, in state: AppController.State) {
    let event = hub.send(
      kind(), operation: operation, state: state, revision: controller.revision, isObserved: !observers.isEmpty)
    if let event { note(.eventEmitted(event)) }
  }

  func noteUpdate(of old: Session?, to new: Session?, operation: Int? = nil) {
    guard let new, new != old else { return }
    emit(.sessionUpdated(SessionUpdate(from: old, to: new)), operation: operation)
    controller.didRenewHandler?(new)
  }

  func noteEnd(ofProvider error: any ExplainedError) {
    if controller.state == .terminated { return }
    emit(.providerEnded(.providerEnded(error)))
  }

  func finish() {
    emit(.terminated)
    hub.finish()
  }

  /// A recording contains no such events: the user's changes of the live tree bypass the controller, and could not be
  /// replayed.
  func reportChange(_ change: @autoclosure () -> InterfaceChange) {
    let state = controller.state
    if state == .terminated { return }
    if holdsChanges { return hasHeldChange = true }
    send(.changed(change()), operation: nil, in: state)
  }

  /// Holds changes back until ``reportHeldChange()``, because an event that covers them is about to be sent.
  func holdChanges() { holdsChanges = true }

  func reportHeldChange() {
    holdsChanges = false
    if !hasHeldChange { return }
    hasHeldChange = false
    reportChange(.interface)
  }
}

// MARK: - Observations

extension ControllerReports {
  func note(_ observation: @autoclosure () -> ControllerObservation) {
    if observers.isEmpty { return }
    let observation = observation()
    for observer in observers { observer.observe(observation) }
  }

  @discardableResult
  func noteRequest(_ input: @autoclosure () -> ControllerInput) -> Int {
    if observers.isEmpty { return 0 }
    lastInput += 1
    note(.requestReceived(input(), number: lastInput))
    return lastInput
  }

  /// A transition for a task that is already cancelled is not reported, because it is not carried out.
  func observed<Answer, Failure>(
    _ input: @autoclosure () -> ControllerInput, as text: (Answer) -> String,
    _ body: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    if observers.isEmpty { return try await body() }
    let input = input()
    if Task.isCancelled, input.isForTransition { return try await body() }
    let number = noteRequest(input)
    let result: Result<Answer, Failure> = await withTaskCancellationHandler {
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    } onCancel: {
      Task { @MainActor in self.note(.requestWithdrawn(number: number)) }
    }
    switch result {
    case .success(let answer): note(.requestAnswered(number: number, outcome: text(answer)))
    case .failure(let error):
      let code = (error as? any ExplainedError)?.codeName ?? "\(error)"
      note(.requestAnswered(number: number, outcome: "failed: \(code)"))
    }
    return try result.get()
  }
}

extension AppControllerError {
  fileprivate static func providerEnded(_ error: any ExplainedError) -> AppControllerError {
    AppControllerError(
      .providerEnded, what: "the provider of this app has stopped, and answers nothing any more",
      why: "\(error.what.displayable) [\(error.codeName)]", fix: "log out, or start the app again",
      underlyingError: error
    )
  }
}

extension ControllerEvent.Kind {
  /// Whether the event implies that the whole interface may have changed.
  fileprivate var showsInterface: Bool {
    switch self {
    case .launching, .installed, .exchanged: true
    case .snapshot, .installationFailed, .requested, .began, .prepared, .sessionUpdated, .sessionExpired,
      .sessionChangedElsewhere, .completed, .vetoed, .failed, .stopped, .changed, .staleAction,
      .providerEnded, .terminated:
      false
    }
  }
}
