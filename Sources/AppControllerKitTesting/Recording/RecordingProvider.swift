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

  private func record(_ call: ProviderCall) -> RecordedQuestion {
    let question = RecordedQuestion(call)
    handle = call.controller
    questions.append(question)
    log.append(question.kind.rawValue)
    return question
  }
}

// MARK: - What the provider answers

extension RecordingProvider: AppControllerInterfaceProviding, CallAnswering {
  /// Records the call, and answers with what the test has decided.
  @MainActor
  package func answer(_ call: ProviderCall) async throws -> ProviderReply {
    if call.isSplash, splash == nil { return .unsupported }
    let kind = record(call).kind
    if call.isNotice {
      try? await steps[kind]?()
    } else {
      if let gate = gates[kind] { try await gate.wait() }
      if failures.contains(kind) { throw Refusal() }
      try await steps[kind]?()
    }
    return try await Decisions(provider: self).answerCall(call)
  }

  /// What the test has decided; whatever else is asked is answered as by a provider that does not say.
  @MainActor
  private final class Decisions: MainActorInterfaceProviding {
    private let provider: RecordingProvider

    init(provider: RecordingProvider) { self.provider = provider }

    func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription { provider.loggedOut }

    func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
      provider.loggedIn(controller.session)
    }

    func splashInterface(for controller: AppController.Handle) -> InterfaceDescription? { provider.splash }

    func screenInterface(_ id: String, for controller: AppController.Handle) -> InterfaceDescription? {
      provider.screens[id]
    }

    func configuration(for controller: AppController.Handle) -> AppController.Configuration { provider.configuration }

    func isInitiallyLoggedIn(for controller: AppController.Handle) -> Bool {
      provider.isInitiallyLoggedIn ?? (controller.session != nil)
    }

    func perform(_ action: InterfaceAction, for controller: AppController.Handle) -> ActionResponse {
      provider.answers[action.name] ?? .nothing
    }
  }
}
