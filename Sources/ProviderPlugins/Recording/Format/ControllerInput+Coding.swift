internal import AppControllerKit

struct RecordedInput: Coded {
  var number: Int
  var input: ControllerInput

  static var blank: RecordedInput { RecordedInput(number: 0, input: .terminate) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("input", &number, .integer())
    try input.code(&coder)
  }
}

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

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var kind = kind
    try coder.member("for", &kind, .word(.terminate))
    switch kind {
    case .initialState: self = .initialState
    case .terminate: self = .terminate
    case .describe:
      var (state, session) = if case .describe(let state, let session) = self { (state, session) } else { Self.nobody }
      try Self.code(&state, &session, &coder)
      self = .describe(state, session)
    case .configuration:
      var (state, session) =
        if case .configuration(let state, let session) = self { (state, session) } else { Self.nobody }
      try Self.code(&state, &session, &coder)
      self = .configuration(state, session)
    case .install:
      var traits = if case .install(let traits) = self { traits } else { TraitCollection() }
      try coder.member("traits", &traits, .object())
      self = .install(traits)
    case .login:
      var (session, rebuilds): (Session?, Bool) =
        if case .login(let session, let rebuilds) = self { (session, rebuilds) } else { (nil, false) }
      try coder.member("session", &session, .optional(.object()))
      try coder.member("rebuilds", &rebuilds, .bool)
      self = .login(session, rebuilds: rebuilds)
    case .loginFor:
      var purpose = if case .loginFor(let purpose) = self { purpose } else { AuthenticationPurpose.signIn }
      try coder.member("purpose", &purpose, .word(.signIn))
      self = .loginFor(purpose)
    case .logout:
      var (isForced, rebuilds) =
        if case .logout(let isForced, let rebuilds) = self { (isForced, rebuilds) } else { (false, false) }
      try coder.member("isForced", &isForced, .bool)
      try coder.member("rebuilds", &rebuilds, .bool)
      self = .logout(isForced: isForced, rebuilds: rebuilds)
    case .perform:
      var (action, isHostAction, screen) =
        if case .perform(let action, let isHost, let screen) = self { (action, isHost, screen) } else {
          (InterfaceAction.blank, false, 0)
        }
      try coder.member("action", &action, .object())
      try coder.member("isHostAction", &isHostAction, .bool)
      try coder.member("screen", &screen, .integer())
      self = .perform(action, isHostAction: isHostAction, screen: screen)
    case .staleAction:
      var (node, revision) =
        if case .staleAction(let node, let revision) = self { (node, revision) } else { ("", 0 as UInt64) }
      try coder.member("node", &node, .text(atMost: 1 << 20))
      try coder.member("revision", &revision, .integer())
      self = .staleAction(nodeID: node, revision: revision)
    case .apply:
      var (effects, screen) =
        if case .apply(let response, let screen) = self { (response.effects, screen) } else { ([], 0) }
      try coder.member("effects", &effects, .list(.object(), atMost: 100_000))
      try coder.member("screen", &screen, .integer())
      self = .apply(ActionResponse(effects: effects), screen: screen)
    case .request:
      var (request, source) =
        if case .request(let request, let source) = self { (request, source) } else {
          (ControllerRequest.logout, RequestSource())
        }
      try coder.member("request", &request, .object())
      try coder.member("chain", &source.chain, .integer())
      try coder.member("operation", &source.operation, .optional(.integer()))
      try coder.member("isLate", &source.isLate, .bool)
      self = .request(request, source)
    case .credential:
      var request = if case .credential(let request) = self { request } else { CredentialRequest.blank }
      try coder.member("credential", &request, .object())
      self = .credential(request)
    }
  }

  private static var nobody: (AppController.State, Session?) { (.loggedOut, nil) }

  private static func code(
    _ state: inout AppController.State, _ session: inout Session?, _ coder: inout some Coder
  ) throws(CodingFault) {
    try coder.member("state", &state, .word(.loggedOut))
    try coder.member("session", &session, .optional(.object()))
  }
}
