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
    guard let members = value.objectValue else { throw .unexpected(value.kindName, wanted: "an object") }
    time = try Self.member("at", .integer(), of: value)
    let word = try Self.member("line", .text(atMost: 64), of: value)
    guard let kind = Kind(rawValue: word) else {
      throw CodingFault("is of the kind \(word.displayable.debugDescription), which there is not")
    }
    guard time >= 0 else { throw CodingFault("is at \(time), and time does not begin before 0") }
    self.kind = kind
    content = members.filter { $0.name != "at" && $0.name != "line" }
  }

  func read<Content: Coded>(
    _ type: Content.Type = Content.self, secrets: SecretNumbers = SecretNumbers()
  ) throws(CodingFault) -> Content {
    try JSONCodingReader.read(from: .object(content), secret: secrets.standIn)
  }

  func member<Kind: ValueKind>(
    _ name: String, _ kind: Kind, secrets: SecretNumbers = SecretNumbers()
  ) throws(CodingFault) -> Kind.Value {
    try Self.member(name, kind, of: .object(content), secrets)
  }

  private static func member<Kind: ValueKind>(
    _ name: String, _ kind: Kind, of line: JSONValue, _ secrets: SecretNumbers = SecretNumbers()
  ) throws(CodingFault) -> Kind.Value {
    guard let value = line[name], !value.isNull else {
      if kind.isOmittable { return kind.blank }
      throw CodingFault.missing.within(name)
    }
    let (content, faults) = JSONCodingReader.readAll(kind, from: value, secret: secrets.standIn)
    if let fault = faults.first { throw fault.within(name) }
    return content
  }
}
