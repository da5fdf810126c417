extension ActionResponse.Placement: CodedWord {}
extension ActionResponse.Departure: CodedWord {}
extension MessageSeverity: CodedWord {}

extension ActionResponse.Effect: Coded {
  private enum Kind: String, CodedWord {
    case show, leave, select
    case fieldError = "field-error"
    case message, login, logout
  }

  private var kind: Kind {
    switch self {
    case .show: .show
    case .leave: .leave
    case .select: .select
    case .fieldError: .fieldError
    case .message: .message
    case .login: .login
    case .logout: .logout
    }
  }

  package static var blank: ActionResponse.Effect { .logout }

  /// The reason why the screen that it shows cannot be built.
  var screenFailure: Diagnostic? {
    if case .show(let screen, _) = self { screen.buildFailure } else { nil }
  }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var kind = kind
    try coder.member("effect", &kind, .word(.logout))
    switch kind {
    case .show:
      var (screen, how) = if case .show(let screen, let how) = self { (screen, how) } else { (.blank, .push) }
      try coder.member("how", &how, .word(.push))
      try coder.member("screen", &screen, .interface)
      self = .show(screen, how)
    case .leave:
      var how = if case .leave(let how) = self { how } else { ActionResponse.Departure.pop }
      try coder.member("how", &how, .word(.pop))
      self = .leave(how)
    case .select:
      var (tabs, item) = if case .select(let tabs, let item) = self { (tabs, item) } else { ("", "") }
      try coder.member("tabs", &tabs, .shown(atMost: 64))
      try coder.member("item", &item, .shown(atMost: 64))
      self = .select(tabs: tabs, item: item)
    case .fieldError:
      var (input, text) = if case .fieldError(let input, let text) = self { (input, text) } else { ("", "") }
      try coder.member("input", &input, .shown(atMost: 64))
      try coder.member("message", &text, .shown(atMost: 16 << 10))
      self = .fieldError(input: input, message: text)
    case .message:
      var (severity, text) = if case .message(let severity, let text) = self { (severity, text) } else { (.info, "") }
      try coder.member("severity", &severity, .word(.info))
      try coder.member("message", &text, .shown(atMost: 16 << 10))
      self = .message(severity, text)
    case .login:
      var session: Session? = if case .login(let session) = self { session } else { nil }
      try coder.member("session", &session, .optional(.object()))
      self = .login(session)
    case .logout: self = .logout
    }
  }
}
