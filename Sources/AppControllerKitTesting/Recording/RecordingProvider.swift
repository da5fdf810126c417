public import AppControllerKit

/// A provider that gives the test's answers, and records its questions.
///
/// ```swift
/// let provider = RecordingProvider(loggedOut: welcome, loggedIn: home)
/// provider.answers["sign-in"] = .login(Session(subject: "ann"))
/// let controller = AppController(interfaceProvider: provider, clock: ImmediateClock())
/// …
/// #expect(
///   provider.log == ["initial", "logged-out", "perform sign-in", "logged-in", "configuration", "notify did-login"])
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
  /// The splash; `nil` for the host's own.
  public var splash: InterfaceDescription?
  /// The new descriptions of screens that are shown already, by their ids; other screens stay unchanged.
  public var screens: [String: InterfaceDescription] = [:]
  /// The bytes of pictures, by their names.
  public var assets: [String: [UInt8]] = [:]
  /// The answer to the refresh of a session.
  public var refresh = SessionRefresh.unsupported
  /// Makes the answer to a renewal, such as with a ``TokenServer``; ``refresh`` is the answer without it.
  public var renew: (@MainActor (Session) async throws -> SessionRefresh)?
  /// Makes the answer to a program's request for a credential; without it, there is none.
  public var exchange: (@MainActor (CredentialRequest) async throws -> Credential?)?
  /// The configuration of transitions, which take no time by default.
  public var configuration = AppController.Configuration(transitionDuration: .zero)
  /// Whether the first interface is the logged-in one; `nil` to decide by whether a session is stored.
  public var isInitiallyLoggedIn: Bool?
  /// The answers to actions, by the actions' names; other actions do nothing.
  public var answers: [String: ActionResponse] = [:]

  /// Questions that throw ``Refusal``.
  public var failures: Set<RecordedQuestion.Kind> = []
  /// The gates of questions that wait until the test opens them.
  public var gates: [RecordedQuestion.Kind: Gate] = [:]
  /// Further steps of questions, which run before the answer.
  public var steps: [RecordedQuestion.Kind: @MainActor () async throws -> Void] = [:]

  /// Every question so far.
  public private(set) var questions: [RecordedQuestion] = []
  /// Every question so far as a line; a test may add lines of its own to check the order.
  public var log: [String] = []
  /// What has become of each screen so far, such as `home shown`; it is no part of ``log``.
  public var appearances: [String] = []
  package private(set) var hasEnded = false
  private var endHandlers: [@MainActor (any ExplainedError) -> Void] = []
  /// The handle of the last question.
  public private(set) var handle: AppController.Handle?

  /// Makes a provider of two interfaces.
  public init(loggedOut: InterfaceDescription, loggedIn: @escaping @MainActor (Session?) -> InterfaceDescription) {
    self.loggedOut = loggedOut
    self.loggedIn = loggedIn
  }

  /// Makes a provider of two interfaces, whose logged-in one is the same for every session.
  public convenience init(loggedOut: InterfaceDescription, loggedIn: InterfaceDescription) {
    self.init(loggedOut: loggedOut) { _ in loggedIn }
  }

  /// Forgets the questions so far.
  public func forget() {
    questions = []
    log = []
    appearances = []
  }

  /// Ends by itself, as a provider does whose process crashes: the controller reports it at once, and every later
  /// question fails.
  public func end() {
    hasEnded = true
    let error = AppControllerError(
      .providerFailed, what: "the provider has ended", why: "the test has ended it", fix: "make another provider")
    for handler in endHandlers { handler(error) }
    endHandlers = []
  }

  private func record(_ call: ProviderCall) -> RecordedQuestion {
    let question = RecordedQuestion(call)
    handle = call.controller
    questions.append(question)
    log.append(question.kind.rawValue)
    return question
  }
}

extension RecordingProvider: EndingProvider {
  package func onEnd(_ body: @escaping @MainActor (any ExplainedError) -> Void) { endHandlers.append(body) }
}

// MARK: - Answers of the provider

extension RecordingProvider: AppControllerInterfaceProviding, CallAnswering {
  @MainActor
  package func answer(_ call: ProviderCall) async throws -> ProviderReply {
    if hasEnded { throw Refusal() }
    if call.isSplash, splash == nil { return .unsupported }
    if case .screenChanged(let screen, let appearance) = call.question {
      appearances.append("\(screen) \(appearance.rawValue)")
      try? await steps[.screen(screen, appearance)]?()
      return .done
    }
    let kind = record(call).kind
    if call.isNotification {
      try? await steps[kind]?()
    } else {
      if let gate = gates[kind] { try await gate.wait() }
      if failures.contains(kind) { throw Refusal() }
      try await steps[kind]?()
    }
    return try await Decisions(provider: self).answerCall(call)
  }

  /// Gives the test's answers, and those of a provider's default for every other question.
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

    func asset(_ name: String, for controller: AppController.Handle) -> [UInt8]? { provider.assets[name] }

    func refresh(_ session: Session, for controller: AppController.Handle) async throws -> SessionRefresh {
      try await provider.renew?(session) ?? provider.refresh
    }

    func credential(_ request: CredentialRequest, for controller: AppController.Handle) async throws -> Credential? {
      try await provider.exchange?(request)
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
