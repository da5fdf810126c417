extension ProviderCall: Coded {
  package static var blank: ProviderCall {
    ProviderCall(
      .configuration,
      for: ControllerHandle(id: 0, state: .loggedOut, traits: .init(), session: nil, port: SilentPort.shared))
  }

  @specialized(where Form == BinaryReader)
  @specialized(where Form == BinaryWriter)
  package mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    var function = function
    try coder.member("function", &function, .word(.configuration))
    var (question, sequence) = (question, sequence)
    try coder.member("question", &sequence, .integer())
    switch function {
    case .isInitiallyLoggedIn: question = .isInitiallyLoggedIn
    case .configuration: question = .configuration
    case .describe:
      var screen = screen
      try coder.member("screen", &screen, .optionalText(atMost: InterfaceLimits.standard.id))
      question = .describe(screen: screen)
    case .perform:
      var action = if case .perform(let action) = question { action } else { InterfaceAction.blank }
      try coder.member("action", &action, .object())
      question = .perform(action)
    case .sessionEnded:
      var session = if case .sessionEnded(let session) = question { session } else { Session.blank }
      try coder.member("ended", &session, .object())
      question = .sessionEnded(session)
    case .notify:
      var event = if case .notify(let event) = question { event } else { ProviderEvent.didLogin }
      try coder.member("event", &event, .word(.didLogin))
      question = .notify(event)
    }
    var (state, session, traits) = (controller.state, controller.session, controller.traits)
    try coder.member("state", &state, .word(.loggedOut))
    try coder.member("session", &session, .optional(.object()))
    try coder.member("traits", &traits, .object())
    if Form.isReading {
      let controller = ControllerHandle(
        id: 0, state: state, traits: traits, session: session, port: SilentPort.shared)
      self = ProviderCall(question, sequence: sequence, for: controller)
    }
  }
}

extension ProviderCall.Function: CodedWord {}
extension ControllerState: CodedWord {}
extension ProviderEvent: CodedWord {}

/// The port of a handle that was decoded: it leads nowhere, because such a handle is only passed to the header's
/// functions.
private final class SilentPort: ControllerPort {
  static let shared = SilentPort()

  func send(_ request: ControllerRequest) {}
  func log(_ level: LogLevel, _ text: String) {}
}

extension ProviderReply: Coded {
  private enum Kind: String, CodedWord {
    case isLoggedIn, configuration, interface
    case response = "effects"
    case done, unsupported, pending, failed, refused
  }

  private var kind: Kind {
    switch self {
    case .isLoggedIn: .isLoggedIn
    case .configuration: .configuration
    case .interface: .interface
    case .response: .response
    case .done: .done
    case .unsupported: .unsupported
    case .pending: .pending
    case .failed: .failed
    case .refused: .refused
    }
  }

  package static var blank: ProviderReply { .done }

  @specialized(where Form == BinaryReader)
  @specialized(where Form == BinaryWriter)
  package mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    var kind = kind
    try coder.member("reply", &kind, .word(.done))
    switch kind {
    case .isLoggedIn:
      var flag = if case .isLoggedIn(let flag) = self { flag } else { false }
      try coder.member("isLoggedIn", &flag, .bool)
      self = .isLoggedIn(flag)
    case .configuration:
      var configuration = if case .configuration(let value) = self { value } else { TransitionConfiguration() }
      try coder.member("configuration", &configuration, .object())
      self = .configuration(configuration)
    case .interface:
      var interface = interface ?? .blank
      try coder.member("interface", &interface, .interface)
      self = interface.buildFailure.map { .refused(.interface($0)) } ?? .interface(interface)
    case .response:
      var effects = if case .response(let response) = self { response.effects } else { [ActionResponse.Effect]() }
      try coder.member("effects", &effects, .list(.object(), atMost: 256))
      self =
        effects.lazy.compactMap(\.screenFailure).first.map { .refused(.screen($0)) }
        ?? .response(ActionResponse(effects: effects))
    case .done: self = .done
    case .unsupported: self = .unsupported
    case .pending: self = .pending
    case .failed:
      var (status, failure): (Int32, ProviderFailure?) =
        if case .failed(let status, let failure) = self { (status, failure) } else { (0, nil) }
      try coder.member("status", &status, .integer())
      try coder.member("failure", &failure, .optional(.object()))
      self = .failed(status: status, failure)
    case .refused:
      var refusal = if case .refused(let refusal) = self { refusal } else { Refusal.blank }
      try coder.member("refusal", &refusal, .object())
      self = .refused(refusal)
    }
  }
}

extension ProviderReply.Refusal: Coded {
  private enum Kind: String, CodedWord {
    case interface, screen
    case response = "effects"
    case time
  }

  private var kind: Kind {
    switch self {
    case .interface: .interface
    case .screen: .screen
    case .response: .response
    case .time: .time
    }
  }

  package static var blank: ProviderReply.Refusal { .response("") }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var kind = kind
    try coder.member("of", &kind, .word(.response))
    switch kind {
    case .interface:
      var diagnostic = if case .interface(let found) = self { found } else { Diagnostic.blank }
      try coder.member("diagnostic", &diagnostic, .object())
      self = .interface(diagnostic)
    case .screen:
      var diagnostic = if case .screen(let found) = self { found } else { Diagnostic.blank }
      try coder.member("diagnostic", &diagnostic, .object())
      self = .screen(diagnostic)
    case .response:
      var what = if case .response(let what) = self { what } else { "" }
      try coder.member("what", &what, .sentence)
      self = .response(what)
    case .time:
      var (name, value) = if case .time(let name, let value) = self { (name, value) } else { ("", "") }
      try coder.member("name", &name, .sentence)
      try coder.member("value", &value, .sentence)
      self = .time(name: name, value: value)
    }
  }
}

extension ProviderFailure: Coded {
  package static var blank: ProviderFailure { ProviderFailure(what: "", why: "", fix: "") }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("what", &what, .sentence)
    try coder.member("why", &why, .sentence)
    try coder.member("fix", &fix, .sentence)
  }
}

/// A provider that answers calls as values; its functions all forward to one.
package protocol CallAnswering: AppControllerInterfaceProviding {
  /// Answers a call.
  ///
  /// - Returns: The answer; never a pending one or a failure.
  /// - Throws: The reason why there is no answer.
  func answer(_ call: ProviderCall) async throws -> ProviderReply
}

// MARK: - The functions

extension CallAnswering {
  /// The look of the transition, from the answer to a call.
  public func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    if case .configuration(let configuration) = try await answer(ProviderCall(.configuration, for: controller)) {
      return configuration
    }
    return AppController.Configuration()
  }

  /// The logged-out interface, from the answer to a call.
  public func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await requiredInterface(for: controller)
  }

  /// The logged-in interface, from the answer to a call.
  public func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await requiredInterface(for: controller)
  }

  /// The splash, from the answer to a call.
  public func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    try await answer(ProviderCall(.describe(screen: ""), for: controller)).interface
  }

  /// The new description of a screen, from the answer to a call.
  public func screenInterface(
    _ id: String, for controller: AppController.Handle
  ) async throws -> InterfaceDescription? {
    try await answer(ProviderCall(.describe(screen: id), for: controller)).interface
  }

  /// Whether the first interface is the logged-in one, from the answer to a call.
  public func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    if case .isLoggedIn(let flag) = try await answer(ProviderCall(.isInitiallyLoggedIn, for: controller)) {
      return flag
    }
    return controller.session != nil
  }

  /// The response to an action, from the answer to a call.
  public func perform(
    _ action: InterfaceAction, for controller: AppController.Handle
  ) async throws -> ActionResponse {
    switch try await answer(ProviderCall(.perform(action), for: controller)) {
    case .response(let response): return response
    case .unsupported: throw AppControllerError.unsupported(action.name)
    case .isLoggedIn, .configuration, .interface, .done, .pending, .failed, .refused: return .nothing
    }
  }

  /// Notifies the provider that a session has ended.
  public func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {
    _ = try await answer(ProviderCall(.sessionEnded(session), for: controller))
  }

  /// Notifies the provider of an event.
  public func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {
    _ = try? await answer(ProviderCall(.notify(event), for: controller))
  }

  private func requiredInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    let call = ProviderCall(.describe(screen: ""), for: controller)
    if let interface = try await answer(call).interface { return interface }
    throw AppControllerError.notDescribed(call.name)
  }
}

extension AppControllerError {
  /// The error for an interface that a provider is required to describe but does not.
  fileprivate static func notDescribed(_ name: String) -> AppControllerError {
    AppControllerError(
      .providerFailed, what: "the provider does not describe its \(name)",
      why: "it answered that it does not do that, and there is no other one", fix: "let the provider describe it"
    )
  }
}
