extension ControllerRequest: Coded {
  private enum Kind: String, CodedWord {
    case login, logout, update, refresh
  }

  private var kind: Kind {
    switch self {
    case .login: .login
    case .logout: .logout
    case .updateSession: .update
    case .invalidate, .invalidateScreen: .refresh
    }
  }

  package static var blank: ControllerRequest { .logout }

  @specialized(where Form == BinaryReader)
  @specialized(where Form == BinaryWriter)
  package mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    var kind = kind
    try coder.member("for", &kind, .word(.logout))
    switch kind {
    case .login:
      var session: Session? = if case .login(let session) = self { session } else { nil }
      try coder.member("session", &session, .optional(.object()))
      self = .login(session)
    case .logout: self = .logout
    case .update:
      var session = if case .updateSession(let session) = self { session } else { Session.blank }
      try coder.member("session", &session, .object())
      self = .updateSession(session)
    case .refresh:
      var id = if case .invalidateScreen(let id) = self { id } else { "" }
      try coder.member("screen", &id, .optionalText(atMost: InterfaceLimits.standard.id))
      self = id.isEmpty ? .invalidate : .invalidateScreen(id)
    }
  }
}
