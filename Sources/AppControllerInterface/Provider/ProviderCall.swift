/// A question to a provider with its arguments: one call, as a value that crosses every boundary.
///
/// A provider in the app gets a call through its functions, a library through the functions of the header's table, a
/// process as a frame; a recording contains it as a line.
package struct ProviderCall: Sendable {
  package enum Question: Sendable {
    case isInitiallyLoggedIn
    case configuration
    /// An empty id means the interface of the state.
    case describe(screen: String)
    case perform(InterfaceAction)
    case sessionEnded(Session)
    /// No answer is expected.
    case notify(ProviderEvent)
    /// No answer is expected.
    case screenChanged(String, ScreenAppearance)
    case asset(String)
    case refresh(Session)
    case credential(CredentialRequest)
  }

  package let question: Question
  /// The same when the question is asked again.
  package let sequence: UInt64
  package let controller: ControllerHandle

  package init(_ question: Question, sequence: UInt64 = 0, for controller: ControllerHandle) {
    (self.question, self.sequence, self.controller) = (question, sequence, controller)
  }

  package func numbered(_ sequence: UInt64) -> ProviderCall {
    ProviderCall(question, sequence: sequence, for: controller)
  }

  /// 0 for every question but an action.
  package var revision: UInt64 { if case .perform(let action) = question { action.revision } else { 0 } }

  /// Empty for a call about no screen.
  package var screen: String {
    switch question {
    case .describe(let screen), .screenChanged(let screen, _): screen
    case .isInitiallyLoggedIn, .configuration, .perform, .sessionEnded, .notify, .asset, .refresh, .credential: ""
    }
  }

  /// `nil` for the usual one.
  package var deadline: Duration? {
    switch question {
    case .perform(let action): action.deadline
    case .asset: Self.assetDeadline
    case .isInitiallyLoggedIn, .configuration, .describe, .sessionEnded, .notify, .screenChanged, .refresh, .credential:
      nil
    }
  }

  package static let assetDeadline = Duration.seconds(5)

  package static let usualDeadline = Duration.seconds(30)

  /// For one instance.
  package static let actionLimit = 8

  /// Several may be open at a time, because the user waits for the result.
  package var isAction: Bool { function == .perform }
  package var isNotification: Bool { function == .notify || function == .screenChanged }
  package var isSplash: Bool { function == .describe && screen.isEmpty && controller.state == .launching }

  /// The answer is not worth waiting for.
  package var isBestEffort: Bool { isSplash || function == .asset && controller.state == .launching }

  /// Empty for signing in.
  private var purpose: String {
    controller.purpose == .signIn ? "" : " (\(controller.purpose.rawValue))"
  }

  /// Distinguishes calls, such as `perform sign-in`.
  package var key: String {
    switch question {
    case .isInitiallyLoggedIn: "initial"
    case .configuration: "configuration"
    case .describe(""): isSplash ? "splash" : controller.state == .loggedIn ? "logged-in" : "logged-out\(purpose)"
    case .describe(let screen): "screen \(screen)"
    case .perform(let action): "perform \(action.name)"
    case .sessionEnded(let session): "ended \(session.subject)"
    case .notify(let event): "notify \(event.rawValue)"
    case .screenChanged(let screen, let appearance): "screen \(screen) \(appearance.rawValue)"
    case .asset(let name): "asset \(name)"
    case .refresh(let session): "refresh \(session.subject)"
    case .credential(let request): "credential \(request.program)"
    }
  }

  package var name: String {
    switch question {
    case .isInitiallyLoggedIn: "initial state"
    case .configuration: "configuration"
    case .describe(""): "\(controller.state.rawValue) interface\(purpose)"
    case .describe(let screen): "screen \(screen)"
    case .perform(let action): "action \(action.name)"
    case .sessionEnded: "end of the session"
    case .notify(let event): "event \(event.rawValue)"
    case .screenChanged(let screen, let appearance): "screen \(screen), which is \(appearance.rawValue)"
    case .asset(let name): "picture \(name)"
    case .refresh: "refresh of the session"
    case .credential(let request): "credential for \(request.program)"
    }
  }
}

extension ProviderCall {
  /// The function of the header's `ack_provider`, or of an extension, that the question calls.
  package enum Function: String, CaseIterable, Sendable {
    case isInitiallyLoggedIn = "is_initially_logged_in"
    case configuration, describe, perform
    case sessionEnded = "session_ended"
    case notify
    case screenChanged = "screen_changed"
    case asset
    case refresh = "refresh_session"
    case credential
  }

  package var function: Function {
    switch question {
    case .isInitiallyLoggedIn: .isInitiallyLoggedIn
    case .configuration: .configuration
    case .describe: .describe
    case .perform: .perform
    case .sessionEnded: .sessionEnded
    case .notify: .notify
    case .screenChanged: .screenChanged
    case .asset: .asset
    case .refresh: .refresh
    case .credential: .credential
    }
  }
}

/// A provider's answer to a call.
package enum ProviderReply: Sendable {
  case isLoggedIn(Bool)
  case configuration(TransitionConfiguration)
  case interface(InterfaceDescription)
  case response(ActionResponse)
  /// Not checked yet.
  case asset([UInt8])
  case credential(Credential)
  case done
  /// Also when the call is left to the host.
  case unsupported
  /// The question is asked again when the answer is ready.
  case pending
  /// A status of the header, and the provider's explanation, if it gave one.
  case failed(status: Int32, ProviderFailure?)
  case refused(Refusal)

  package enum Refusal: Error, Equatable {
    case interface(Diagnostic)
    /// A screen of the answer to an action.
    case screen(Diagnostic)
    /// How the answer to an action violates the ABI.
    case response(String)
    case value(name: String, value: String, allowed: String)
    /// How the bytes of a picture violate the ABI.
    case asset(String)
    /// How a credential violates the ABI, without the secret.
    case credential(String)
  }
}

package struct ProviderFailure: Sendable, Equatable {
  package var what: String
  package var why: String
  package var fix: String
  /// A stable name with a dot; empty for none.
  package var code = ""
  package var category: FailureCategory?
  /// In milliseconds; 0 when it is not known.
  package var retryAfter: Int64 = 0

  package init(what: String, why: String, fix: String) { (self.what, self.why, self.fix) = (what, why, fix) }

  /// Leaves out a code that is AppControllerKit's or no name, and a negative time.
  package mutating func leaveOutImpossible() {
    if !code.utf8.contains(UInt8(ascii: ".")) || !IdentifierRule.allows(code.utf8Span.span) { code = "" }
    retryAfter = max(0, retryAfter)
  }
}

/// An event that a provider is notified of after it has happened.
public enum ProviderEvent: String, Sendable, Hashable, CaseIterable {
  /// The logged-in interface is installed.
  case didLogin = "did-login"
  /// The logged-out interface is installed.
  case didLogout = "did-logout"
  /// The user went back one screen.
  case didPop = "did-pop"
  /// The session of the installed interface expires within a minute, or within a fifth of its lifetime if that is less.
  ///
  /// A provider that can extend the session updates it with `updateSession` of its handle. A secret that ends before
  /// its session is no reason for this event: see ``AppControllerInterfaceProviding/refresh(_:for:)``.
  case sessionExpires = "session-expires"
}

// MARK: - Coding

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
    case .screenChanged:
      var (screen, appearance) =
        if case .screenChanged(let screen, let appearance) = question { (screen, appearance) } else {
          ("", ScreenAppearance.shown)
        }
      try coder.member("screen", &screen, .text(atMost: InterfaceLimits.standard.id))
      try coder.member("appearance", &appearance, .word(.shown))
      question = .screenChanged(screen, appearance)
    case .asset:
      var name = if case .asset(let name) = question { name } else { "" }
      try coder.member("asset", &name, .text(atMost: InterfaceLimits.standard.id))
      question = .asset(name)
    case .refresh:
      var session = if case .refresh(let session) = question { session } else { Session.blank }
      try coder.member("refreshed", &session, .object())
      question = .refresh(session)
    case .credential:
      var request = if case .credential(let request) = question { request } else { CredentialRequest.blank }
      try coder.member("credential", &request, .object())
      question = .credential(request)
    }
    var (state, session, traits) = (controller.state, controller.session, controller.traits)
    var purpose = controller.purpose == .signIn ? nil : controller.purpose
    try coder.member("state", &state, .word(.loggedOut))
    try coder.member("purpose", &purpose, .optional(.word(.signIn)))
    try coder.member("session", &session, .optional(.object()))
    try coder.member("traits", &traits, .object())
    if Form.isReading {
      let controller = ControllerHandle(
        id: 0, state: state, purpose: purpose ?? .signIn, traits: traits, session: session, port: SilentPort.shared)
      self = ProviderCall(question, sequence: sequence, for: controller)
    }
  }
}

extension ProviderCall.Function: CodedWord {}
extension ControllerState: CodedWord {}
extension AuthenticationPurpose: CodedWord {}
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
    case done, unsupported, pending, failed, refused, asset, credential
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
    case .asset: .asset
    case .credential: .credential
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
      try coder.member("effects", &effects, .list(.object(), atMost: ActionResponse.effectLimit))
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
    case .asset:
      var text = if case .asset(let bytes) = self { Base64.encode(bytes) } else { "" }
      try coder.member("bytes", &text, .text(atMost: Base64.size(of: DataLimits.asset)))
      if Form.isReading {
        guard let bytes = Base64.decode(text) else { throw CodingFault("is no Base64").within("bytes") }
        self = .asset(bytes)
      }
    case .credential:
      var credential = if case .credential(let credential) = self { credential } else { Credential.blank }
      try coder.member("credential", &credential, .object())
      self = .credential(credential)
    }
  }
}

extension ProviderReply.Refusal: Coded {
  private enum Kind: String, CodedWord {
    case interface, screen
    case response = "effects"
    case value, asset, credential
  }

  private var kind: Kind {
    switch self {
    case .interface: .interface
    case .screen: .screen
    case .response: .response
    case .value: .value
    case .asset: .asset
    case .credential: .credential
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
    case .value:
      var (name, value, allowed) =
        if case .value(let name, let value, let allowed) = self { (name, value, allowed) } else { ("", "", "") }
      try coder.member("name", &name, .sentence)
      try coder.member("value", &value, .sentence)
      try coder.member("allowed", &allowed, .sentence)
      self = .value(name: name, value: value, allowed: allowed)
    case .asset:
      var what = if case .asset(let what) = self { what } else { "" }
      try coder.member("what", &what, .sentence)
      self = .asset(what)
    case .credential:
      var what = if case .credential(let what) = self { what } else { "" }
      try coder.member("what", &what, .sentence)
      self = .credential(what)
    }
  }
}

extension FailureCategory: CodedWord {}

extension ProviderFailure: Coded {
  package static var blank: ProviderFailure { ProviderFailure(what: "", why: "", fix: "") }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("what", &what, .sentence)
    try coder.member("why", &why, .sentence)
    try coder.member("fix", &fix, .sentence)
    try coder.member("code", &code, .optionalText(atMost: 64))
    try coder.member("category", &category, .optional(.word(.provider)))
    try coder.member("retryAfter", &retryAfter, .integer())
    leaveOutImpossible()
  }
}
