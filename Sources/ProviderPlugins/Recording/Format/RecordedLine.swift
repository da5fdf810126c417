internal import AppControllerJSON
internal import AppControllerKit

/// One line of a recording: when something happened, what kind of thing it was, and what there is to say about it.
struct RecordedLine: Sendable, Equatable {
  /// What kind of thing it was; the raw value is what the line says.
  enum Kind: String, Sendable {
    /// The first line: the version of the format, and when the recording began.
    case recording
    /// The provider's instance is made.
    case provider
    /// The controller is recorded from here on.
    case controller

    /// The controller is asked for something from outside.
    case asked
    /// What became of something that was asked.
    case answered
    /// Somebody does not want any more what they asked for.
    case withdrawn
    /// A function of the app is called.
    case hook
    /// A function of the app has returned.
    case hooked
    /// An event of the controller.
    case event

    /// A function of the library is called.
    case call
    /// A function of the library has returned.
    case `return`
    /// The library is told that an answer is no longer wanted.
    case cancel
    /// The library is given time, when the app had some.
    case tick
    /// The instance is ended, by the app; what is open is cancelled after it.
    case destroy

    /// The library has an answer ready.
    case wake
    /// The library wants time.
    case wantsTick = "request-tick"
    /// The library asks for a login, a logout, an update or a refresh.
    case request
    /// The library writes to the log.
    case log

    /// The store is asked for the record.
    case load
    /// The store is told to replace the record.
    case replace
    /// The store has answered.
    case stored
    /// The store tells that its record may have changed.
    case changed

    /// The last line: nothing is missing.
    case finished
  }

  /// Microseconds since the recording began.
  let time: Int64
  let kind: Kind
  let content: [JSONValue.Member]

  /// The line as JSON, with the line feed at its end.
  var bytes: [UInt8] {
    var writer = JSONWriter(capacity: 256)
    let head = [JSONValue.Member("at", .int(time)), JSONValue.Member("line", .string(kind.rawValue))]
    writer.write(.object(head + content))
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}

extension RecordedLine {
  /// Reads a line.
  ///
  /// - Throws: ``CodingFault`` for what is no line of a recording.
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

  /// Reads what the line tells.
  func read<Content: Coded>(
    _ type: Content.Type = Content.self, secrets: SecretNumbers = SecretNumbers()
  ) throws(CodingFault) -> Content {
    try JSONCodingReader.read(from: .object(content)) { value in
      // Each is made when it is needed, with all before it.
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
