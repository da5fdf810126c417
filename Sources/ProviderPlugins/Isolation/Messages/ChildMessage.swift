internal import AppControllerKit

/// What a provider's process says to its host.
enum ChildMessage: Sendable {
  /// The process serves providers. Comes first: what does not begin with it is another program.
  case hello
  /// What this kernel cannot keep the library from.
  case lacking(String)
  /// The library is loaded, and has made an instance; with who it says to be, which the host compares with the file.
  case started(LibraryClaim)
  /// The library is not loaded, or has made no instance. The process ends.
  case refused(PluginError)
  /// The answer to the question with the frame of this number.
  case answer(UInt32, ProviderAnswer)
  /// What the frame of this number said has been done.
  case done(UInt32)
  /// The instance asks the controller for something.
  case request(ControllerRequest)
  /// The answer to a pending question is ready.
  case wake(UInt64)
  /// The instance wants to be ticked.
  case tick
  /// A line for the log.
  case log(LogLevel, String)
}

extension ChildMessage {
  private enum Kind: UInt16 {
    case hello = 1
    case lacking, started, refused, answer, done, request, wake, tick, log
  }

  /// Writes the message as the frame that comes next.
  func write(to writer: inout FrameWriter) {
    switch self {
    case .hello: writer.begin(Kind.hello.rawValue)
    case .lacking(let text):
      writer.begin(Kind.lacking.rawValue)
      writer.put(text)
    case .started(let claim):
      writer.begin(Kind.started.rawValue)
      claim.write(to: &writer)
    case .refused(let error):
      writer.begin(Kind.refused.rawValue)
      error.write(to: &writer)
    case .answer(let number, let answer):
      writer.begin(Kind.answer.rawValue)
      writer.put(number)
      answer.write(to: &writer)
    case .done(let number):
      writer.begin(Kind.done.rawValue)
      writer.put(number)
    case .request(let request):
      writer.begin(Kind.request.rawValue)
      request.write(to: &writer)
    case .wake(let sequence):
      writer.begin(Kind.wake.rawValue)
      writer.put(sequence)
    case .tick: writer.begin(Kind.tick.rawValue)
    case .log(let level, let text):
      writer.begin(Kind.log.rawValue)
      writer.put(level.rawValue)
      writer.put(text)
    }
  }

  /// Reads the message of a frame.
  ///
  /// - Throws: The rule that the frame breaks.
  init(_ frame: Frame) throws(FrameFault) {
    guard let kind = Kind(rawValue: frame.kind) else { throw .unknownKind(frame.kind) }
    var reader = FrameReader(frame)
    self =
      switch kind {
      case .hello: .hello
      case .lacking: .lacking(try reader.text("a sentence", atMost: 4096))
      case .started: .started(try LibraryClaim(from: &reader))
      case .refused: .refused(try PluginError(from: &reader))
      case .answer: .answer(try reader.integer(UInt32.self, "a number"), try ProviderAnswer(from: &reader))
      case .done: .done(try reader.integer(UInt32.self, "a number"))
      case .request: .request(try ControllerRequest(from: &reader))
      case .wake: .wake(try reader.integer(UInt64.self, "a sequence"))
      case .tick: .tick
      case .log: .log(try reader.level(), try reader.text("a line", atMost: 16 << 10))
      }
    try reader.finish()
  }

  /// What it is, for the message about one that came when it was not due.
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
