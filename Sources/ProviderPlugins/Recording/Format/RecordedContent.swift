internal import AppControllerJSON
package import AppControllerKit

/// An error without a code and sentences is recorded as text.
struct RecordedError: Coded {
  private var code = ""
  private var what = ""
  private var why = ""
  private var fix = ""

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
    if code.isEmpty { return ReplayedError(description: what) }
    return code.hasPrefix("ACK2")
      ? PluginError(PluginError.Code(rawValue: code), what: what, why: why, fix: fix)
      : AppControllerError(AppControllerError.Code(rawValue: code), what: what, why: why, fix: fix)
  }
}

/// An error of a provider, a store or a handler of which only the text is known.
struct ReplayedError: Error, CustomStringConvertible {
  let description: String
}

extension SessionRecord: Coded {
  package static var blank: SessionRecord { SessionRecord() }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var recordedWarning = warning.map { RecordedError($0) }
    try coder.member("generation", &generation, .integer())
    try coder.member("session", &session, .optional(.object()))
    try coder.member("savedAt", &savedAt, .optional(.timestamp))
    try coder.member("warning", &recordedWarning, .optional(.object()))
    warning = recordedWarning?.error as? AppControllerError
  }
}

extension HookCall.Name: CodedWord {}

extension RecordedLine {
  func question() throws(CodingFault) -> UInt64? { try member("question", .optional(.integer())) }

  func reply(_ secrets: SecretNumbers) throws(CodingFault) -> (question: UInt64, Result<ProviderReply, any Error>) {
    let question: UInt64 = try member("question", .integer())
    let error: RecordedError? = try member("error", .optional(.object()))
    if let error { return (question, .failure(error.error)) }
    return (question, .success(try read(secrets: secrets)))
  }

  func library() throws(CodingFault) -> (identity: ProviderIdentity, deadline: Duration?) {
    let identity = ProviderIdentity(
      id: try member("id", .text(atMost: 64)), version: try member("version", .text(atMost: 64)),
      path: try member("path", .text(atMost: 4096)),
      abi: (try member("abiMajor", .integer()), try member("abiMinor", .integer())),
      isIsolated: try member("isIsolated", .bool))
    return (identity, try duration("deadline"))
  }

  func duration(_ name: String) throws(CodingFault) -> Duration? {
    let microseconds: Int64? = try member(name, .optional(.integer()))
    return microseconds.map { .microseconds($0) }
  }
}

extension ProviderIdentity {
  func members(deadline: Duration?) -> KeyValuePairs<String, JSONValue?> {
    [
      "id": .string(id), "version": .string(version), "path": .string(path), "abiMajor": .number(abi.major),
      "abiMinor": .number(abi.minor), "isIsolated": .bool(isIsolated), "deadline": .number(deadline?.microseconds),
    ]
  }
}

// MARK: - Storyboards

private struct NamedInterface: Coded {
  var name: String
  var interface: InterfaceDescription

  static var blank: NamedInterface { NamedInterface(name: "", interface: .blank) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("name", &name, .text(atMost: 1 << 20))
    try coder.member("interface", &interface, .interface)
  }
}

extension StoryboardProvider {
  func members(_ secrets: SecretNumbers) -> KeyValuePairs<String, JSONValue?> {
    let interfaces = storyboard.interfaceNames.compactMap { name in
      secrets.object(storyboard.interface(named: name).map { NamedInterface(name: name, interface: $0) })
    }
    return [
      "storyboard": .string(storyboard.id), "interfaces": .array(interfaces),
      "loggedOut": .string(loggedOutInterfaceID), "loggedIn": .string(loggedInInterfaceID),
    ]
  }
}

extension RecordedLine {
  func storyboard() throws -> StoryboardProvider {
    let id = try member("storyboard", .text(atMost: 64))
    let interfaces: [NamedInterface] = try member("interfaces", .list(.object(), atMost: 100_000))
    let (loggedOut, loggedIn) = (
      try member("loggedOut", .text(atMost: 1 << 20)), try member("loggedIn", .text(atMost: 1 << 20))
    )
    return try StoryboardProvider(
      storyboard: Storyboard(id: id, interfaces: interfaces.map { ($0.name, $0.interface) }),
      loggedOutInterfaceID: loggedOut, loggedInInterfaceID: loggedIn)
  }
}

// MARK: - Times

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
