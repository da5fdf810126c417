extension ActionResponse.Placement: CodedWord {}
extension ActionResponse.Departure: CodedWord {}
extension Severity: CodedWord {}

extension ActionResponse.Effect: Coded {
  /// As `ack_effect` has it.
  package enum Kind: String, CodedWord, CaseIterable {
    case show, leave, select
    case fieldError = "field-error"
    case message, login, logout
  }

  package var kind: Kind {
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
      try coder.member("tabs", &tabs, .displayText(atMost: 64))
      try coder.member("item", &item, .displayText(atMost: 64))
      self = .select(tabs: tabs, item: item)
    case .fieldError:
      var (input, text) = if case .fieldError(let input, let text) = self { (input, text) } else { ("", "") }
      try coder.member("input", &input, .displayText(atMost: 64))
      try coder.member("message", &text, .displayText(atMost: 16 << 10))
      self = .fieldError(input: input, message: text)
    case .message:
      var (severity, text) = if case .message(let severity, let text) = self { (severity, text) } else { (.info, "") }
      try coder.member("severity", &severity, .word(.info))
      try coder.member("message", &text, .displayText(atMost: 16 << 10))
      self = .message(severity, text)
    case .login:
      var session: Session? = if case .login(let session) = self { session } else { nil }
      try coder.member("session", &session, .optional(.object()))
      self = .login(session)
    case .logout: self = .logout
    }
  }
}

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

extension Diagnostic: Coded {
  package static var blank: Diagnostic { Diagnostic(.error, Code(rawValue: ""), path: "", message: "") }

  /// Only the failure of a form is encoded, that of records or of JSON.
  package mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    var (code, path, message) = (code.rawValue, path, message)
    try coder.member("code", &code, .displayText(atMost: 16))
    try coder.member("path", &path, .sentence)
    try coder.member("message", &message, .sentence)
    let isOfForm =
      code.count == 7 && code.hasPrefix("ACK1") && code.utf8.dropFirst(3).allSatisfy { (48...57).contains($0) }
    guard isOfForm || !Form.checksValues else {
      throw .unexpected("the code \(code.debugDescription)", wanted: "one of a description")
    }
    self = Diagnostic(.error, Code(rawValue: code), path: path, message: message)
  }
}

extension InterfaceAction: Coded {
  package static var blank: InterfaceAction { InterfaceAction("", nodeID: "") }
  /// In bytes; no action of a valid interface reaches it.
  private static var limit: Int { 16 << 20 }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (name, node, payload, revision) = (name, nodeID, payload, revision)
    var (values, seconds) = (self.values.map { NamedInput(name: $0, value: $1) }, deadline.components.seconds)
    values.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    try coder.member("name", &name, .text(atMost: 1 << 20))
    try coder.member("node", &node, .text(atMost: 1 << 20))
    try coder.member("values", &values, .list(.object(), atMost: 100_000))
    try coder.member("payload", &payload, .strings(100_000, each: 1 << 20))
    try coder.member("revision", &revision, .integer())
    try coder.member("deadline", &seconds, .integer())
    self = InterfaceAction(
      name, nodeID: node, values: Dictionary(values.map { ($0.name, $0.value) }) { _, last in last }, payload: payload,
      revision: revision, deadline: .seconds(seconds))
  }

  private struct NamedInput: Coded {
    var name: String
    var value: InputValue

    static var blank: NamedInput { NamedInput(name: "", value: .plain([])) }

    mutating func code(_ coder: inout some Coder) throws(CodingFault) {
      try coder.member("input", &name, .text(atMost: 1 << 20))
      var (texts, secret): ([String], Secret?) =
        switch value {
        case .plain(let texts): (texts, nil)
        case .secret(let secret): ([], secret)
        }
      try coder.member("secret", &secret, .optional(.secret(atMost: limit)))
      try coder.member("texts", &texts, .list(.text(atMost: limit), atMost: 100_000))
      value = secret.map(InputValue.secret) ?? .plain(texts)
    }
  }
}

extension Session: Coded {
  package static var blank: Session { Session(subject: "") }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("subject", &subject, .text(atMost: 16 << 10))
    try coder.member("displayName", &displayName, .optionalText(atMost: 16 << 10))
    try coder.member("secret", &secret, .optional(.secret(atMost: 16 << 10)))
    try coder.member("secretExpiresAt", &secretExpiresAt, .optional(.timestamp))
    try coder.member("refreshToken", &refreshToken, .optional(.secret(atMost: 8 << 10)))
    try coder.member("expiresAt", &expiresAt, .optional(.timestamp))
    try coder.member("attributes", &attributes, .strings(64, each: 1 << 10))
    let session = self
    try coder.check { () throws(AppControllerError) in try session.validated() }
  }
}

extension TraitCollection: Coded {
  package static var blank: TraitCollection { TraitCollection() }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (columns, rows) = (UInt32(clamping: columns), UInt32(clamping: rows))
    try coder.member("columns", &columns, .integer())
    try coder.member("rows", &rows, .integer())
    (self.columns, self.rows) = (Int(columns), Int(rows))
    // A value that this version does not know is read as unspecified.
    var (idiom, color, motion) = (idiom.number, color.number, motion.number)
    var direction = direction.number
    try coder.member("idiom", &idiom, .integer())
    try coder.member("color", &color, .integer())
    try coder.member("motion", &motion, .integer())
    try coder.member("direction", &direction, .integer())
    self.idiom = Idiom(number: idiom) ?? .unspecified
    self.color = Color(number: color) ?? .unspecified
    self.motion = Motion(number: motion) ?? .unspecified
    self.direction = TextDirection(number: direction) ?? .auto
    var (place, abilities) = (place.number, abilities.rawValue)
    try coder.member("place", &place, .integer())
    try coder.member("abilities", &abilities, .integer())
    (self.place, self.abilities) = (Place(number: place) ?? .unspecified, Abilities(rawValue: abilities))
    try coder.member("languages", &languages, .list(.text(atMost: 1 << 20), atMost: 10_000))
    try coder.member("timeZone", &timeZone, .optionalText(atMost: 1 << 20))
  }
}

extension TransitionConfiguration: Coded {
  package static var blank: TransitionConfiguration { TransitionConfiguration() }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (duration, delay) = (transitionDuration.nanoseconds, transitionDelay.nanoseconds)
    var (style, dismisses) = (style.number, dismissesPresentedInterfaceOnTransition)
    try coder.member("duration", &duration, .integer())
    try coder.member("delay", &delay, .integer())
    try coder.member("style", &style, .integer())
    try coder.member("dismissesPresented", &dismisses, .bool)
    self = TransitionConfiguration(
      transitionDuration: .nanoseconds(duration), transitionDelay: .nanoseconds(delay),
      dismissesPresentedInterfaceOnTransition: dismisses, style: Style(number: style) ?? .crossDissolve)
    let configuration = self
    try coder.check { () throws(AppControllerError) in try configuration.requireValid() }
  }
}

extension Duration {
  /// No valid time of a transition is too long for whole nanoseconds.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isOver ? (seconds < 0 ? .min : .max) : whole &+ attoseconds / 1_000_000_000
  }
}
