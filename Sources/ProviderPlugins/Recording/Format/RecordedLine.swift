internal import AppControllerJSON
internal import AppControllerKit

/// One line of a recording: the time of an event, its kind and its content.
struct RecordedLine: Sendable, Equatable {
  /// The kind of an event; the raw value is written to the line.
  enum Kind: String, Sendable {
    /// The first line: the version of the format, and the start time of the recording.
    case recording
    /// The provider's instance is made.
    case provider
    /// The controller is recorded from here on.
    case controller

    /// The controller is called from outside.
    case asked
    /// The outcome of a call of the controller.
    case answered
    /// A call of the controller is cancelled.
    case withdrawn
    /// A handler of the app is called.
    case hook
    /// A handler of the app has returned.
    case hooked
    /// An event of the controller.
    case event

    /// A function of the library is called.
    case call
    /// A function of the library has returned.
    case `return`
    /// A pending question is cancelled in the library.
    case cancel
    /// The library is called to run its ready work.
    case tick
    /// The app ends the instance; open questions are cancelled after it.
    case destroy

    /// The library has an answer ready.
    case wake
    /// The library requests a tick.
    case wantsTick = "request-tick"
    /// The library requests a login, a logout, an update or a refresh.
    case request
    /// The library writes to the log.
    case log

    /// The store is called to load the record.
    case load
    /// The store is called to replace the record.
    case replace
    /// The store has answered.
    case stored
    /// The store reports that its record may have changed.
    case changed

    /// The last line: the recording is complete.
    case finished
  }

  /// The time since the start of the recording, in microseconds.
  let time: Int64
  let kind: Kind
  let content: [JSONValue.Member]

  /// The line as JSON, including the line feed.
  var bytes: [UInt8] {
    var writer = JSONWriter(capacity: 256)
    let head = [JSONValue.Member("at", .int(time)), JSONValue.Member("line", .string(kind.rawValue))]
    writer.write(.object(head + content))
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}

extension RecordedLine {
  /// The text of a member.
  func text(_ member: String) -> String? { content.first { $0.name == member }?.value.stringValue }

  /// Reads a line.
  ///
  /// - Throws: ``CodingFault`` for bytes that are no line of a recording.
  init(_ bytes: [UInt8]) throws(CodingFault) {
    let value: JSONValue
    do throws(AppControllerError) {
      value = try JSONReader.read(bytes, limits: JSONLimits(bytes: 64 << 20, depth: 256, values: 4_000_000))
    } catch {
      throw CodingFault("is no JSON: \(error.what)")
    }
    let head: Head = try JSONCodingReader.read(from: value)
    guard let kind = Kind(rawValue: head.line) else {
      throw CodingFault("is of the kind \(head.line.displayable.debugDescription), which there is not")
    }
    guard head.time >= 0 else { throw CodingFault("is at \(head.time), and time does not begin before 0") }
    (time, self.kind) = (head.time, kind)
    content = (value.objectValue ?? []).filter { $0.name != "at" && $0.name != "line" }
  }

  /// Reads the content of the line.
  func read<Content: Coded>(
    _ type: Content.Type = Content.self, secrets: SecretNumbers = SecretNumbers()
  ) throws(CodingFault) -> Content {
    try JSONCodingReader.read(from: .object(content)) { value in
      // Stand-ins are made on demand, each together with those of lower numbers.
      value.intValue.flatMap { (1...100_000).contains($0) ? secrets.standIn(for: Int($0)) : nil }
    }
  }

  private struct Head: Coded {
    var time: Int64 = 0
    var line = ""

    static var blank: Head { Head() }

    mutating func code(_ coder: inout some Coder) throws(CodingFault) {
      try coder.member("at", &time, .integer())
      try coder.member("line", &line, .text(atMost: 64))
    }
  }
}
