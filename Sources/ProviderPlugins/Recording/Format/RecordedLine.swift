internal import AppControllerJSON
internal import AppControllerKit

struct RecordedLine: Sendable, Equatable {
  /// The raw value is written to the line.
  enum Kind: String, Sendable {
    /// The first line: the version of the format, and the start time of the recording.
    case recording
    case provider
    /// The controller is recorded from here on.
    case controller

    case asked
    case answered
    case withdrawn
    case hook
    case hooked
    case event

    case call
    case `return`
    case cancel
    case tick
    /// The app ends the instance; open questions are cancelled after it.
    case destroy

    case wake
    case wantsTick = "request-tick"
    case request
    case log

    case load
    case replace
    case stored
    case changed

    /// The last line: the recording is complete.
    case finished
  }

  /// The time since the start of the recording, in microseconds.
  let time: Int64
  let kind: Kind
  let content: [JSONValue.Member]

  /// Includes the line feed.
  var bytes: [UInt8] {
    var writer = JSONWriter(capacity: 256)
    let head = [JSONValue.Member("at", .int(time)), JSONValue.Member("line", .string(kind.rawValue))]
    writer.write(.object(head + content))
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}

extension RecordedLine {
  func text(_ member: String) -> String? { content.first { $0.name == member }?.value.stringValue }

  /// Throws for bytes that are no line of a recording.
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
