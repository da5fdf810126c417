/// What a provider is asked, and what it is asked with: one call, as a value that crosses every boundary.
///
/// A provider in the app is called by its functions, a library by those of the header's table, a process by a frame; a
/// recording has it as a line.
package struct ProviderCall: Sendable {
  /// What is asked.
  package enum Question: Sendable {
    /// Whether the first interface is the logged-in one.
    case isInitiallyLoggedIn
    /// How the transition to the state looks.
    case configuration
    /// The interface of the state, or a screen that is shown, by its id; an empty id is the interface.
    case describe(screen: String)
    /// What the user did.
    case perform(InterfaceAction)
    /// A session has ended.
    case sessionEnded(Session)
    /// Something happened; nobody waits for an answer.
    case notify(ProviderEvent)
  }

  package private(set) var question: Question
  /// The number of the question; the same when it is asked again.
  package private(set) var sequence: UInt64
  /// The state, the traits and the session of the question, and the way to the controller.
  package private(set) var controller: AppController.Handle

  package init(_ question: Question, sequence: UInt64 = 0, for controller: AppController.Handle) {
    (self.question, self.sequence, self.controller) = (question, sequence, controller)
  }

  /// The same question under a number.
  package func numbered(_ sequence: UInt64) -> ProviderCall {
    ProviderCall(question, sequence: sequence, for: controller)
  }

  /// The interface that an action came from; 0 for everything else.
  package var revision: UInt64 { if case .perform(let action) = question { action.revision } else { 0 } }

  /// The screen that is asked for; empty for everything else.
  package var screen: String { if case .describe(let screen) = question { screen } else { "" } }

  /// How long the answer may take where nobody has said; `nil` for as long as usual.
  package var deadline: Duration? { if case .perform(let action) = question { action.deadline } else { nil } }

  /// Whether the user waits for what comes of it, so that several may be open.
  package var isAction: Bool { function == .perform }
  /// Whether the provider is told something, and nobody waits for an answer.
  package var isNotice: Bool { function == .notify }
  /// Whether a splash is asked for: nobody waits for what is shown while waiting.
  package var isSplash: Bool { function == .describe && screen.isEmpty && controller.state == .launching }

  /// What is asked in a word or two, such as `perform sign-in`, for whoever keeps calls apart.
  package var key: String {
    switch question {
    case .isInitiallyLoggedIn: "initial"
    case .configuration: "configuration"
    case .describe(""): isSplash ? "splash" : controller.state == .loggedIn ? "logged-in" : "logged-out"
    case .describe(let screen): "screen \(screen)"
    case .perform(let action): "perform \(action.name)"
    case .sessionEnded(let session): "ended \(session.subject)"
    case .notify(let event): "notify \(event.rawValue)"
    }
  }

  /// What is asked, for a message.
  package var name: String {
    switch question {
    case .isInitiallyLoggedIn: "initial state"
    case .configuration: "configuration"
    case .describe(""): "\(controller.state.rawValue) interface"
    case .describe(let screen): "screen \(screen)"
    case .perform(let action): "action \(action.name)"
    case .sessionEnded: "end of the session"
    case .notify(let event): "event \(event.rawValue)"
    }
  }
}

/// What a provider answers to a call.
package enum ProviderReply: Sendable {
  /// The answer to ``ProviderCall/Question/isInitiallyLoggedIn``.
  case isLoggedIn(Bool)
  case configuration(AppController.Configuration)
  case interface(InterfaceDescription)
  case response(ActionResponse)
  /// It was told, and has no answer.
  case done
  /// The provider does not do that, or leaves it to the host.
  case unsupported
  /// The answer is not there yet: it is asked again when it is.
  case pending
  /// It failed with a status of the header, and what it said of the reason.
  case failed(status: Int32, ProviderFailure?)
  /// What it answered was refused.
  case refused(Refusal)

  /// Why an answer is refused.
  package enum Refusal: Error, Equatable {
    /// The interface cannot be built.
    case interface(Diagnostic)
    /// A screen of the answer to an action cannot be built.
    case screen(Diagnostic)
    /// The answer to an action breaks the ABI, and how.
    case response(String)
    /// A time of the configuration, which is out of its range.
    case time(name: String, value: String)
  }
}

/// What a provider says of a failure.
package struct ProviderFailure: Sendable, Equatable {
  package var what: String
  package var why: String
  package var fix: String

  package init(what: String, why: String, fix: String) { (self.what, self.why, self.fix) = (what, why, fix) }
}

/// Whoever answers calls: an object of the app, a library, a process or a recording; or one of these behind a wrapper.
///
/// Isolation: the main actor, which is what keeps two calls from being made at a time.
@MainActor
package protocol ProviderEndpoint: AnyObject {
  /// Who answers.
  var identity: ProviderIdentity { get }

  /// Answers a call.
  ///
  /// - Parameters:
  ///   - call: What is asked.
  ///   - limit: How long one function may take to return, where it can be stopped.
  /// - Returns: The answer, which may be that there is none yet.
  /// - Throws: When there is no answer, because whoever answers is gone.
  func answer(_ call: ProviderCall, within limit: Duration) async throws -> ProviderReply

  /// The answer to a pending call is no longer wanted.
  func cancel(_ sequence: UInt64)

  /// Lets it run what has become ready.
  func tick()

  /// Ends it; called again, it does nothing.
  ///
  /// - Parameters:
  ///   - open: The pending calls, which are cancelled first.
  ///   - isBrokenOff: Whether it has asked for more than it may, and is not to be called again, not even to end.
  /// - Returns: What is over when it has ended, if that takes time.
  @discardableResult
  func end(cancelling open: [UInt64], isBrokenOff: Bool) -> Task<Void, Never>?
}

/// Who answers calls.
package struct ProviderIdentity: Sendable, Equatable {
  /// The provider's id.
  package let id: String
  /// The provider's version.
  package let version: String
  /// The path of its library, with every link resolved; empty for an object of the app.
  package let path: String
  /// The version of the ABI that is spoken.
  package let abi: (major: UInt32, minor: UInt32)
  /// Whether it is in another process, which may answer later than it was asked.
  package let isIsolated: Bool

  package init(
    id: String, version: String, path: String, abi: (major: UInt32, minor: UInt32), isIsolated: Bool
  ) {
    (self.id, self.version, self.path, self.abi, self.isIsolated) = (id, version, path, abi, isIsolated)
  }

  package static func == (left: ProviderIdentity, right: ProviderIdentity) -> Bool {
    (left.id, left.version, left.path, left.isIsolated) == (right.id, right.version, right.path, right.isIsolated)
      && left.abi == right.abi
  }
}

// MARK: - As it crosses

extension ProviderCall: Coded {
  /// The function of the header's `ack_provider` that the question is a call of.
  package enum Function: String, CodedWord {
    case isInitiallyLoggedIn = "is_initially_logged_in"
    case configuration, describe, perform
    case sessionEnded = "session_ended"
    case notify
  }

  package var function: Function {
    switch question {
    case .isInitiallyLoggedIn: .isInitiallyLoggedIn
    case .configuration: .configuration
    case .describe: .describe
    case .perform: .perform
    case .sessionEnded: .sessionEnded
    case .notify: .notify
    }
  }

  package static var blank: ProviderCall {
    ProviderCall(
      .configuration,
      for: AppController.Handle(id: 0, state: .loggedOut, traits: .init(), session: nil, port: SilentPort.shared))
  }

  @specialized(where Form == BinaryReader)
  @specialized(where Form == BinaryWriter)
  package mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    var function = function
    try coder.member("function", &function, .word(.configuration))
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
      controller = AppController.Handle(
        id: 0, state: state, traits: traits, session: session, port: SilentPort.shared)
    }
  }
}

extension AppController.State: CodedWord {}
extension ProviderEvent: CodedWord {}

/// Where a handle leads that was read: nowhere, because only the header's functions are called with it.
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
      var configuration = if case .configuration(let value) = self { value } else { AppController.Configuration() }
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
