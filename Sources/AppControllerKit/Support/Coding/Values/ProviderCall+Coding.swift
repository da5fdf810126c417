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

/// Where a handle leads that was read: nowhere, because only the header's functions are called with it.
private final class SilentPort: ControllerPort {
  static let shared = SilentPort()

  func send(_ request: ControllerRequest) {}
  func log(_ level: LogLevel, _ text: String) {}
}
