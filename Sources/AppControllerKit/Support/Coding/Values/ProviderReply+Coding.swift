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
      self = .interface(interface)
    case .response:
      var effects = if case .response(let response) = self { response.effects } else { [ActionResponse.Effect]() }
      try coder.member("effects", &effects, .list(.object(), atMost: 256))
      self = .response(ActionResponse(effects: effects))
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
