internal import AppControllerKit

enum FromChild: Sendable {
  /// The process serves providers. This message comes first; without it, the process runs another program.
  case hello
  case lacking(String)
  /// The library is loaded, and has made an instance; with its claimed identity, which the host compares with the file.
  case started(LibraryClaim)
  /// The library is not loaded, or has made no instance. The process ends.
  case refused(PluginError)
  /// The answer to the question with the frame of this number.
  case answer(UInt32, ProviderReply)
  /// The message in the frame of this number has been carried out.
  case done(UInt32)
  case request(ControllerRequest)
  /// The answer to a pending question is ready.
  case wake(UInt64)
  case tick
  case log(LogLevel, String)
}

extension FromChild: Message {
  static var blank: FromChild { .hello }

  private enum Kind: UInt16 {
    case hello = 1
    case lacking, started, refused, answer, done, request, wake, tick, log
  }

  var kind: UInt16 {
    let kind: Kind =
      switch self {
      case .hello: .hello
      case .lacking: .lacking
      case .started: .started
      case .refused: .refused
      case .answer: .answer
      case .done: .done
      case .request: .request
      case .wake: .wake
      case .tick: .tick
      case .log: .log
      }
    return kind.rawValue
  }

  static func blank(_ kind: UInt16) -> FromChild? {
    switch Kind(rawValue: kind) {
    case .hello?: .hello
    case .lacking?: .lacking("")
    case .started?: .started(.blank)
    case .refused?: .refused(.blank)
    case .answer?: .answer(0, .blank)
    case .done?: .done(0)
    case .request?: .request(.blank)
    case .wake?: .wake(0)
    case .tick?: .tick
    case .log?: .log(.debug, "")
    case nil: nil
    }
  }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    switch self {
    case .hello, .tick: break
    case .lacking(var sentence):
      try coder.member("sentence", &sentence, .displayText(atMost: 4096))
      self = .lacking(sentence)
    case .started(var claim):
      try claim.code(&coder)
      self = .started(claim)
    case .refused(var error):
      try error.code(&coder)
      self = .refused(error)
    case .answer(var number, var reply):
      try coder.member("frame", &number, .integer())
      try reply.code(&coder)
      self = .answer(number, reply)
    case .done(var number):
      try coder.member("frame", &number, .integer())
      self = .done(number)
    case .request(var request):
      try request.code(&coder)
      self = .request(request)
    case .wake(var sequence):
      try coder.member("question", &sequence, .integer())
      self = .wake(sequence)
    case .log(var level, var line):
      var number = level.number
      try coder.member("level", &number, .integer())
      guard let known = LogLevel(number: number) else {
        throw .unexpected("the level \(number)", wanted: "one of the log")
      }
      level = known
      try coder.member("line", &line, .displayText(atMost: 16 << 10))
      self = .log(level, line)
    }
  }

  var name: String {
    switch self {
    case .hello: "a greeting"
    case .lacking: "what the kernel lacks"
    case .started: "the report of the start"
    case .refused: "a refusal"
    case .answer: "an answer"
    case .done: "a confirmation"
    case .request: "a request"
    case .wake: "a wake"
    case .tick: "the wish for a tick"
    case .log: "a line of the log"
    }
  }
}

extension PluginError: Coded {
  static var blank: PluginError { PluginError(Code(rawValue: ""), what: "", why: "", fix: "") }

  mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    var (code, what, why, fix) = (code.rawValue, what, why, fix)
    try coder.member("code", &code, .displayText(atMost: 16))
    try coder.member("what", &what, .sentence)
    try coder.member("why", &why, .sentence)
    try coder.member("fix", &fix, .sentence)
    var category = category
    try coder.member("category", &category, .optional(.word(.provider)))
    guard !Form.checksValues || (code.count == 7 && code.hasPrefix("ACK2")) else {
      throw .unexpected("the code \(code.debugDescription)", wanted: "one of a plugin")
    }
    self = PluginError(Code(rawValue: code), what: what, why: why, fix: fix)
    self.category = category
  }
}
