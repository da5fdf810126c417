public import AppControllerKit

/// A provider whose answers the test decides, and which writes down what it is asked.
///
/// ```swift
/// let provider = RecordingProvider(loggedOut: welcome, loggedIn: home)
/// provider.answers["sign-in"] = .login(Session(subject: "ann"))
/// let controller = AppController(interfaceProvider: provider, clock: ImmediateClock())
/// …
/// #expect(provider.log == ["initial", "logged-out", "perform sign-in", "logged-in", "configuration", "notify did-login"])
/// ```
@MainActor
public final class RecordingProvider {
  /// The error of a question that is in ``failures``.
  public struct Refusal: Error {
    /// Makes the error, for a step that fails.
    public init() {}
  }

  /// The logged-out interface.
  public var loggedOut: InterfaceDescription
  /// Makes the logged-in interface of a session.
  public var loggedIn: @MainActor (Session?) -> InterfaceDescription
  /// What is shown first; `nil` for the host's own.
  public var splash: InterfaceDescription?
  /// What a screen that is shown becomes, by its id; others stay as they are.
  public var screens: [String: InterfaceDescription] = [:]
  /// How transitions look; they take no time unless said.
  public var configuration = AppController.Configuration(transitionDuration: .zero)
  /// Whether the first interface is the logged-in one; `nil` for whether a session is stored.
  public var isInitiallyLoggedIn: Bool?
  /// What is answered to actions, by their names; nothing happens at others.
  public var answers: [String: ActionResponse] = [:]

  /// Questions that throw ``Refusal``.
  public var failures: Set<RecordedQuestion.Kind> = []
  /// Questions that wait until the test lets them go on.
  public var gates: [RecordedQuestion.Kind: Gate] = [:]
  /// What is done besides at a question, before its answer.
  public var steps: [RecordedQuestion.Kind: @MainActor () async throws -> Void] = [:]

  /// Every question so far.
  public private(set) var questions: [RecordedQuestion] = []
  /// Every question so far as a line; a test may add lines of its own, to see what comes before what.
  public var log: [String] = []
  /// The handle of the last question.
  public private(set) var handle: AppController.Handle?

  /// Makes a provider of two interfaces.
  public init(loggedOut: InterfaceDescription, loggedIn: @escaping @MainActor (Session?) -> InterfaceDescription) {
    self.loggedOut = loggedOut
    self.loggedIn = loggedIn
  }

  /// Makes a provider of two interfaces, of which the logged-in one is everybody's.
  public convenience init(loggedOut: InterfaceDescription, loggedIn: InterfaceDescription) {
    self.init(loggedOut: loggedOut) { _ in loggedIn }
  }

  /// Forgets what it was asked.
  public func forget() {
    questions = []
    log = []
  }

  private func record(_ question: RecordedQuestion, _ controller: AppController.Handle) {
    handle = controller
    questions.append(question)
    log.append(question.kind.rawValue)
  }

  private func take(_ question: RecordedQuestion, _ controller: AppController.Handle) async throws {
    record(question, controller)
    if let gate = gates[question.kind] { try await gate.wait() }
    if failures.contains(question.kind) { throw Refusal() }
    try await steps[question.kind]?()
  }
}

// MARK: - What the provider answers

extension RecordingProvider {
  /// Records the question, and answers with ``configuration``.
  public func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    try await take(RecordedQuestion(.configuration, controller), controller)
    return configuration
  }

  /// Records the question, and answers with ``splash``.
  public func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    if splash != nil { try await take(RecordedQuestion(.splash, controller), controller) }
    return splash
  }

  /// Records the question, and answers with ``loggedOut``.
  public func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await take(RecordedQuestion(.loggedOutInterface, controller), controller)
    return loggedOut
  }

  /// Records the question, and answers with what ``loggedIn`` makes.
  public func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await take(RecordedQuestion(.loggedInInterface, controller), controller)
    return loggedIn(controller.session)
  }

  /// Records the question, and answers with what ``screens`` has.
  public func screenInterface(
    _ id: String, for controller: AppController.Handle
  ) async throws -> InterfaceDescription? {
    try await take(RecordedQuestion(.screenInterface(id), controller), controller)
    return screens[id]
  }

  /// Records the question, and answers with ``isInitiallyLoggedIn``.
  public func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    try await take(RecordedQuestion(.isInitiallyLoggedIn, controller), controller)
    return isInitiallyLoggedIn ?? (controller.session != nil)
  }

  /// Records the question, and answers with what ``answers`` has for the action.
  public func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
    try await take(RecordedQuestion(.perform(action.name), controller, action), controller)
    return answers[action.name] ?? .nothing
  }

  /// Records the question.
  public func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {
    try await take(RecordedQuestion(.sessionEnded(session.subject), controller), controller)
  }

  /// Records the event.
  public func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {
    let question = RecordedQuestion(.notify(event), controller)
    record(question, controller)
    try? await steps[question.kind]?()
  }
}

// Apart, so that the functions above are the main actor's.
extension RecordingProvider: AppControllerInterfaceProviding {}
