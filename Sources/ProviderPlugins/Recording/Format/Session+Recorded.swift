internal import AppControllerKit

extension JSONValue {
  /// A session; its secret is a number.
  init(_ session: Session, _ secrets: SecretNumbers) {
    self = .members([
      "subject": .string(session.subject),
      "displayName": session.displayName.isEmpty ? nil : .string(session.displayName),
      "secret": session.secret.map { .number(secrets.number(of: $0)) },
      "expiresAt": session.expiresAt.map { .int($0) },
      "attributes": session.attributes.isEmpty ? nil : .strings(session.attributes),
    ])
  }

  /// What a store has; nobody is logged in when it has no session.
  init(_ record: SessionRecord, _ secrets: SecretNumbers) {
    self = .members([
      "generation": .string(String(record.generation)),
      "session": record.session.map { JSONValue($0, secrets) },
      "savedAt": record.savedAt.map { .int($0) },
      "warning": record.warning.map { JSONValue(error: $0) },
    ])
  }

  /// What a provider asks of its controller.
  init(_ request: ControllerRequest, _ secrets: SecretNumbers) {
    switch request {
    case .login(let session):
      self = .members(["for": .string("login"), "session": session.map { JSONValue($0, secrets) }])
    case .logout: self = .members(["for": .string("logout")])
    case .updateSession(let session):
      self = .members(["for": .string("update"), "session": JSONValue(session, secrets)])
    case .invalidate: self = .members(["for": .string("refresh")])
    case .invalidateScreen(let id): self = .members(["for": .string("refresh"), "screen": .string(id)])
    }
  }
}

extension RecordedObject {
  /// A session, if there is one.
  func session(_ member: String, _ secrets: SecretNumbers) throws(RecordingFault) -> Session? {
    guard has(member) else { return nil }
    let object = try object(member)
    return Session(
      subject: try object.text("subject"), displayName: object.has("displayName") ? try object.text("displayName") : "",
      secret: object.has("secret") ? try object.secret("secret", secrets) : nil,
      expiresAt: object.has("expiresAt") ? try object.int("expiresAt") : nil,
      attributes: object.has("attributes") ? try object.strings("attributes") : [:]
    )
  }

  /// The stand-in for a secret.
  func secret(_ member: String, _ secrets: SecretNumbers) throws(RecordingFault) -> Secret {
    let number = try int(member)
    // Each is made when it is needed, with all before it.
    guard (1...100_000).contains(number) else { throw fault(member, "\(number)") }
    return secrets.standIn(for: Int(number))
  }

  func record(_ secrets: SecretNumbers) throws(RecordingFault) -> SessionRecord {
    let text = try text("generation")
    guard let generation = UInt64(text) else { throw fault("generation", text.displayable.debugDescription) }
    return SessionRecord(
      session: try session("session", secrets), generation: generation,
      savedAt: has("savedAt") ? try int("savedAt") : nil,
      warning: has("warning") ? try object("warning").error() as? AppControllerError : nil
    )
  }

  func request(_ secrets: SecretNumbers) throws(RecordingFault) -> ControllerRequest {
    let name = try text("for")
    let session = try session("session", secrets)
    switch (name, session) {
    case ("login", _): return .login(session)
    case ("logout", _): return .logout
    case ("update", let session?): return .updateSession(session)
    case ("refresh", _): return has("screen") ? .invalidateScreen(try text("screen")) : .invalidate
    default: throw fault("for", name.displayable.debugDescription)
    }
  }
}

// MARK: - Errors

extension JSONValue {
  /// An error with its code and its sentences; one without them has its text.
  init(error: any Error) {
    guard let error = error as? any ExplainedError else {
      self = .members(["what": .string("\(error)")])
      return
    }
    self = .members([
      "code": .string(error.codeName), "what": .string(error.what), "why": .string(error.why),
      "fix": .string(error.fix),
    ])
  }
}

extension RecordedObject {
  /// An error that has the code and the sentences of the one that was recorded.
  func error() throws(RecordingFault) -> any Error {
    guard has("code") else { return UnexplainedError(description: try text("what")) }
    let (code, what, why, fix) = (try text("code"), try text("what"), try text("why"), try text("fix"))
    return code.hasPrefix("ACK2")
      ? PluginError(PluginError.Code(rawValue: code), what: what, why: why, fix: fix)
      : AppControllerError(AppControllerError.Code(rawValue: code), what: what, why: why, fix: fix)
  }
}

/// An error of which only the text is known.
private struct UnexplainedError: Error, CustomStringConvertible {
  let description: String
}
