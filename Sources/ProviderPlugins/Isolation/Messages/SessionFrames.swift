internal import AppControllerKit

extension Session {
  func write(to writer: inout FrameWriter) {
    writer.put(subject)
    writer.put(displayName)
    writer.put(secret) { $0.put($1) }
    writer.put(expiresAt) { $0.put($1) }
    writer.put(UInt32(attributes.count))
    for (name, value) in sortedAttributes {
      writer.put(name)
      writer.put(value)
    }
  }

  /// Reads a session, and checks it as one of a library is.
  init(from reader: inout FrameReader) throws(FrameFault) {
    let subject = try reader.exactText("a subject", atMost: 16 << 10)
    let displayName = try reader.exactText("a display name", atMost: 16 << 10)
    let secret = try reader.optional("a secret") { reader throws(FrameFault) in
      try reader.secret("a secret", atMost: 16 << 10)
    }
    let expiresAt = try reader.optional("an expiry") { reader throws(FrameFault) in
      try reader.integer(Int64.self, "an expiry")
    }
    var attributes: [String: String] = [:]
    for _ in 0..<(try reader.count("attributes", atMost: 64)) {
      let name = try reader.exactText("an attribute's name", atMost: 16 << 10)
      let value = try reader.exactText("an attribute", atMost: 16 << 10)
      guard attributes.updateValue(value, forKey: name) == nil else { throw .badValue("an attribute", "there twice") }
    }
    self.init(
      subject: subject, displayName: displayName, secret: secret, expiresAt: expiresAt, attributes: attributes)
    do throws(AppControllerError) { try validated() } catch { throw .badValue("a session", error.what) }
  }
}

extension ControllerRequest {
  private enum Kind: UInt8 {
    case login = 1
    case logout, updateSession, invalidate, invalidateScreen
  }

  func write(to writer: inout FrameWriter) {
    switch self {
    case .login(let session):
      writer.put(Kind.login.rawValue)
      writer.put(session) { $1.write(to: &$0) }
    case .logout: writer.put(Kind.logout.rawValue)
    case .updateSession(let session):
      writer.put(Kind.updateSession.rawValue)
      session.write(to: &writer)
    case .invalidate: writer.put(Kind.invalidate.rawValue)
    case .invalidateScreen(let id):
      writer.put(Kind.invalidateScreen.rawValue)
      writer.put(id)
    }
  }

  init(from reader: inout FrameReader) throws(FrameFault) {
    let byte = try reader.integer(UInt8.self, "a request")
    guard let kind = Kind(rawValue: byte) else { throw .badValue("a request", "\(byte)") }
    self =
      switch kind {
      case .login: .login(try reader.session())
      case .logout: .logout
      case .updateSession: .updateSession(try Session(from: &reader))
      case .invalidate: .invalidate
      case .invalidateScreen: .invalidateScreen(try reader.exactText("a screen", atMost: InterfaceLimits.standard.id))
      }
  }
}

extension FrameReader {
  /// A session, if there is one.
  mutating func session() throws(FrameFault) -> Session? {
    try optional("a session") { reader throws(FrameFault) in try Session(from: &reader) }
  }

  mutating func level() throws(FrameFault) -> LogLevel {
    let number = try integer(Int32.self, "a level")
    guard let level = LogLevel(rawValue: number) else { throw .badValue("a level", "\(number)") }
    return level
  }
}
