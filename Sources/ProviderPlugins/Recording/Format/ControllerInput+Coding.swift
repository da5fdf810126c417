internal import AppControllerKit

extension ControllerInput: Coded {
  private enum Kind: String, CodedWord {
    case initialState = "initial-state"
    case describe = "interface"
    case configuration
    case install = "installation"
    case login
    case loginFor = "purpose"
    case logout
    case perform = "action"
    case staleAction = "stale-action"
    case apply = "effects"
    case request
    case credential
    case terminate = "termination"
  }

  private var kind: Kind {
    switch self {
    case .initialState: .initialState
    case .describe: .describe
    case .configuration: .configuration
    case .install: .install
    case .login: .login
    case .loginFor: .loginFor
    case .logout: .logout
    case .perform: .perform
    case .staleAction: .staleAction
    case .apply: .apply
    case .request: .request
    case .credential: .credential
    case .terminate: .terminate
    }
  }

  static var blank: ControllerInput { .terminate }

  /// For a reader to fill in.
  private static func blank(_ kind: Kind) -> ControllerInput {
    switch kind {
    case .initialState: .initialState
    case .describe: .describe(.loggedOut, nil)
    case .configuration: .configuration(.loggedOut, nil)
    case .install: .install(.blank)
    case .login: .login(nil, rebuilds: false)
    case .loginFor: .loginFor(.signIn)
    case .logout: .logout(isForced: false, rebuilds: false)
    case .perform: .perform(.blank, isHostAction: false, screen: 0)
    case .staleAction: .staleAction(nodeID: "", revision: 0)
    case .apply: .apply(ActionResponse(effects: []), screen: 0)
    case .request: .request(.logout, RequestSource())
    case .credential: .credential(.blank)
    case .terminate: .terminate
    }
  }

  mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    var kind = kind
    try coder.member("for", &kind, .word(.terminate))
    if Form.isReading { self = Self.blank(kind) }
    switch self {
    case .initialState, .terminate: break
    case .describe(var state, var session):
      try Self.code(&state, &session, &coder)
      self = .describe(state, session)
    case .configuration(var state, var session):
      try Self.code(&state, &session, &coder)
      self = .configuration(state, session)
    case .install(var traits):
      try coder.member("traits", &traits, .object())
      self = .install(traits)
    case .login(var session, var rebuilds):
      try coder.member("session", &session, .optional(.object()))
      try coder.member("rebuilds", &rebuilds, .bool)
      self = .login(session, rebuilds: rebuilds)
    case .loginFor(var purpose):
      try coder.member("purpose", &purpose, .word(.signIn))
      self = .loginFor(purpose)
    case .logout(var isForced, var rebuilds):
      try coder.member("isForced", &isForced, .bool)
      try coder.member("rebuilds", &rebuilds, .bool)
      self = .logout(isForced: isForced, rebuilds: rebuilds)
    case .perform(var action, var isHostAction, var screen):
      try coder.member("action", &action, .object())
      try coder.member("isHostAction", &isHostAction, .bool)
      try coder.member("screen", &screen, .integer())
      self = .perform(action, isHostAction: isHostAction, screen: screen)
    case .staleAction(var node, var revision):
      try coder.member("node", &node, .text(atMost: 1 << 20))
      try coder.member("revision", &revision, .integer())
      self = .staleAction(nodeID: node, revision: revision)
    case .apply(let response, var screen):
      var effects = response.effects
      try coder.member("effects", &effects, .list(.object(), atMost: 100_000))
      try coder.member("screen", &screen, .integer())
      self = .apply(ActionResponse(effects: effects), screen: screen)
    case .request(var request, var source):
      try coder.member("request", &request, .object())
      try coder.member("chain", &source.chain, .integer())
      try coder.member("operation", &source.operation, .optional(.integer()))
      try coder.member("isLate", &source.isLate, .bool)
      self = .request(request, source)
    case .credential(var request):
      try coder.member("credential", &request, .object())
      self = .credential(request)
    }
  }

  private static func code(
    _ state: inout AppController.State, _ session: inout Session?, _ coder: inout some Coder
  ) throws(CodingFault) {
    try coder.member("state", &state, .word(.loggedOut))
    try coder.member("session", &session, .optional(.object()))
  }
}
