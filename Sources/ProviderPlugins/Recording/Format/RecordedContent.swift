internal import AppControllerKit

struct RecordedReply: Coded {
  var question: UInt64
  var reply: ProviderReply?
  var error: RecordedError?

  static var blank: RecordedReply { RecordedReply(question: 0) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("question", &question, .integer())
    try coder.member("error", &error, .optional(.object()))
    if error == nil {
      var reply = reply ?? .blank
      try reply.code(&coder)
      self.reply = reply
    }
  }
}

/// An error without a code and sentences is recorded as text.
struct RecordedError: Coded {
  var code = ""
  var what = ""
  var why = ""
  var fix = ""

  static var blank: RecordedError { RecordedError() }

  private init() {}

  init(_ error: any Error) {
    guard let error = error as? any ExplainedError else {
      what = "\(error)"
      return
    }
    (code, what, why, fix) = (error.codeName, error.what, error.why, error.fix)
  }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("code", &code, .optionalText(atMost: 16))
    try coder.member("what", &what, .sentence)
    try coder.member("why", &why, .optionalText(atMost: 64 << 10))
    try coder.member("fix", &fix, .optionalText(atMost: 64 << 10))
  }

  var error: any Error {
    if code.isEmpty { return Unexplained(description: what) }
    return code.hasPrefix("ACK2")
      ? PluginError(PluginError.Code(rawValue: code), what: what, why: why, fix: fix)
      : AppControllerError(AppControllerError.Code(rawValue: code), what: what, why: why, fix: fix)
  }

  private struct Unexplained: Error, CustomStringConvertible {
    let description: String
  }
}

struct RecordedRecord: Coded {
  var record: SessionRecord

  static var blank: RecordedRecord { RecordedRecord(record: SessionRecord(session: nil, generation: 0)) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (generation, session, savedAt) = (record.generation, record.session, record.savedAt)
    var warning = record.warning.map { RecordedError($0) }
    try coder.member("generation", &generation, .integer())
    try coder.member("session", &session, .optional(.object()))
    try coder.member("savedAt", &savedAt, .optional(.timestamp))
    try coder.member("warning", &warning, .optional(.object()))
    record = SessionRecord(
      session: session, generation: generation, savedAt: savedAt, warning: warning?.error as? AppControllerError)
  }
}

struct RecordedStoreAnswer: Coded {
  var call: Int
  var record: RecordedRecord?
  var error: RecordedError?

  static var blank: RecordedStoreAnswer { RecordedStoreAnswer() }

  private init() { call = 0 }

  init(_ answer: Result<SessionRecord, any Error>, number: Int) {
    call = number
    switch answer {
    case .success(let record): self.record = RecordedRecord(record: record)
    case .failure(let error): self.error = RecordedError(error)
    }
  }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("call", &call, .integer())
    try coder.member("record", &record, .optional(.object()))
    try coder.member("error", &error, .optional(.object()))
  }
}

/// Without further members when it loads the record.
struct RecordedStoreCall: Coded {
  var call: Int
  var session: Session?
  var generation: UInt64?

  static var blank: RecordedStoreCall { RecordedStoreCall(.load, number: 0) }

  init(_ call: StoreObservation.Call, number: Int) {
    self.call = number
    if case .replace(let session, let generation) = call { (self.session, self.generation) = (session, generation) }
  }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("call", &call, .integer())
    try coder.member("session", &session, .optional(.object()))
    try coder.member("ifGeneration", &generation, .optional(.integer()))
  }
}

extension StoreObservation.Call {
  var kind: RecordedLine.Kind {
    switch self {
    case .load: .load
    case .replace: .replace
    }
  }
}

struct RecordedNumber: Coded {
  var question: UInt64?
  var input: Int?
  var generation: UInt64?

  static var blank: RecordedNumber { RecordedNumber() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("question", &question, .optional(.integer()))
    try coder.member("input", &input, .optional(.integer()))
    try coder.member("generation", &generation, .optional(.integer()))
  }
}

/// A line with text: the outcome of a call of the controller, or a line of the log.
struct RecordedText: Coded {
  var input: Int?
  var outcome: String?
  var level: String?
  var text: String?

  static var blank: RecordedText { RecordedText() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("input", &input, .optional(.integer()))
    try coder.member("outcome", &outcome, .optional(.sentence))
    try coder.member("level", &level, .optional(.sentence))
    try coder.member("text", &text, .optional(.sentence))
  }
}

struct RecordedHook: Coded {
  var call: HookCall
  var objection: String?

  static var blank: RecordedHook { RecordedHook(call: HookCall(0, .did, .loggedOut)) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (hooks, name, target) = (call.hooks, call.name, call.target)
    try coder.member("hooks", &hooks, .integer())
    try coder.member("name", &name, .word(.did))
    try coder.member("target", &target, .word(.loggedOut))
    try coder.member("objection", &objection, .optional(.sentence))
    call = HookCall(hooks, name, target)
  }
}

extension HookCall.Name: CodedWord {}

struct RecordedStart: Coded {
  var version: Int64
  var startedAt: Int64

  static var blank: RecordedStart { RecordedStart(version: 0, startedAt: 0) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("version", &version, .integer())
    try coder.member("startedAt", &startedAt, .integer())
  }
}

struct RecordedController: Coded {
  var provider: String
  var followsStore: Bool
  var providerDeadline: Duration?
  var handlerDeadline: Duration?

  static var blank: RecordedController { RecordedController(provider: "", followsStore: false) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("provider", &provider, .text(atMost: 64))
    try coder.member("followsStore", &followsStore, .bool)
    try coder.member("providerDeadline", &providerDeadline, .optional(MicrosecondsKind()))
    try coder.member("handlerDeadline", &handlerDeadline, .optional(MicrosecondsKind()))
  }
}

struct RecordedLibrary: Coded {
  var identity: ProviderIdentity
  var deadline: Duration?

  static var blank: RecordedLibrary {
    RecordedLibrary(identity: ProviderIdentity(id: "", version: "", path: "", abi: (0, 0), isIsolated: false))
  }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (id, version, path) = (identity.id, identity.version, identity.path)
    var (major, minor, isIsolated) = (identity.abi.major, identity.abi.minor, identity.isIsolated)
    try coder.member("id", &id, .text(atMost: 64))
    try coder.member("version", &version, .text(atMost: 64))
    try coder.member("path", &path, .text(atMost: 4096))
    try coder.member("abiMajor", &major, .integer())
    try coder.member("abiMinor", &minor, .integer())
    try coder.member("isIsolated", &isIsolated, .bool)
    try coder.member("deadline", &deadline, .optional(MicrosecondsKind()))
    identity = ProviderIdentity(id: id, version: version, path: path, abi: (major, minor), isIsolated: isIsolated)
  }
}

struct RecordedStoryboard: Coded {
  private struct NamedInterface: Coded {
    var name: String
    var interface: InterfaceDescription

    static var blank: NamedInterface { NamedInterface(name: "", interface: .blank) }

    mutating func code(_ coder: inout some Coder) throws(CodingFault) {
      try coder.member("name", &name, .text(atMost: 1 << 20))
      try coder.member("interface", &interface, .interface)
    }
  }

  private var id = ""
  private var interfaces: [NamedInterface] = []
  private var loggedOut = ""
  private var loggedIn = ""

  static var blank: RecordedStoryboard { RecordedStoryboard() }

  private init() {}

  init(_ provider: StoryboardProvider) {
    let storyboard = provider.storyboard
    id = storyboard.id
    interfaces = storyboard.interfaceNames.compactMap { name in
      storyboard.interface(named: name).map { NamedInterface(name: name, interface: $0) }
    }
    (loggedOut, loggedIn) = (provider.loggedOutInterfaceID, provider.loggedInInterfaceID)
  }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("storyboard", &id, .text(atMost: 64))
    try coder.member("interfaces", &interfaces, .list(.object(), atMost: 100_000))
    try coder.member("loggedOut", &loggedOut, .text(atMost: 1 << 20))
    try coder.member("loggedIn", &loggedIn, .text(atMost: 1 << 20))
  }

  func provider() throws(AppControllerError) -> StoryboardProvider {
    try StoryboardProvider(
      storyboard: Storyboard(id: id, interfaces: interfaces.map { ($0.name, $0.interface) }),
      loggedOutInterfaceID: loggedOut, loggedInInterfaceID: loggedIn)
  }
}

/// A duration in microseconds, rounded down.
struct MicrosecondsKind: ValueKind {
  var blank: Duration { .zero }

  func code(_ value: inout Duration, _ coder: inout some Coder) throws(CodingFault) {
    var number = value.microseconds
    try coder.integer(&number)
    value = .microseconds(number)
  }
}

extension Duration {
  /// The duration in microseconds, rounded down.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}

extension Timestamp {
  /// Both are in microseconds.
  static func moment(_ time: Int64, since start: Int64) -> Timestamp {
    Timestamp(secondsSince1970: 0) + (.microseconds(start) + .microseconds(time))
  }
}
