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
  /// - Throws: ``RecordingFault`` for what is no line of a recording.
  init(_ bytes: [UInt8]) throws(RecordingFault) {
    let value: JSONValue
    do throws(AppControllerError) {
      value = try JSONReader.read(bytes, limits: JSONLimits(bytes: 64 << 20, depth: 256, values: 4_000_000))
    } catch {
      throw RecordingFault(what: error.what)
    }
    let line = RecordedObject(value, "the line")
    time = try line.int("at")
    let name = try line.text("line")
    guard let kind = Kind(rawValue: name) else {
      throw RecordingFault(what: "there are no lines of the kind \(name.displayable.debugDescription)")
    }
    guard time >= 0 else { throw RecordingFault(what: "\"at\" is \(time), and time does not begin before 0") }
    self.kind = kind
    content = try line.members().filter { $0.name != "at" && $0.name != "line" }
  }

  /// The content, to be read.
  var object: RecordedObject { RecordedObject(.object(content), kind.rawValue) }
}

/// What is wrong with a line of a recording.
struct RecordingFault: Error, Equatable {
  let what: String
}
