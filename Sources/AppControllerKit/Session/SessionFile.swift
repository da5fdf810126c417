internal import AppControllerJSON

/// The format of a session file: bytes in, a record out, and back, without touching the disk.
///
/// A file is one JSON object, its names sorted, on one line:
/// ```
/// {"format":"appcontroller-session","generation":3,"provider":"com.example.kitty","savedAt":1700000000,
///  "session":SESSION,"version":1}
/// ```
/// `savedAt` is the time when the record was written, in seconds since 1970-01-01T00:00:00Z; it is optional. `SESSION`
/// is `null` after a logout, or an object of `attributes`, `displayName`, `expiresAt` (omitted when the session does
/// not expire), `secret` (omitted when there is none) and `subject`. When a vault has the secret, the member
/// `secretIn`, an object of `number` and `vault`, replaces `secret`. Reading is strict: an unknown or missing name,
/// another provider, or a session that breaks a rule makes the file a foreign one. Only a higher version is recognised
/// whatever the rest contains, because a newer program has written it for a reason.
package enum SessionFile {
  /// The content of a file.
  package enum Content: Sendable, Equatable {
    /// A record of this version; with the reference to the secret when a vault has it and the session lacks it.
    case record(session: Session?, generation: UInt64, savedAt: Timestamp? = nil, secretIn: SecretReference? = nil)
    /// A record of a newer version, which must not be changed.
    case newer(version: Int64)
    /// Damaged, or not a session file of this provider; with the reason.
    case foreign(reason: String)
  }

  /// The version that is written, and the highest that is read.
  package static let version: Int64 = 1
  /// The largest size of a file in bytes.
  package static let sizeLimit = 256 << 10
  /// The highest generation: the largest integer that every JSON reader preserves exactly.
  package static let generationLimit: UInt64 = 1 << 53

  private static let format = "appcontroller-session"

  // MARK: Writing

  /// Writes a record.
  ///
  /// - Parameters:
  ///   - session: The session; nil for a logout.
  ///   - reference: The reference to its secret; nil when there is none, or it belongs into the file.
  ///   - generation: The generation of the record.
  ///   - savedAt: The time of writing; nil omits it.
  ///   - provider: The id of the provider.
  /// - Returns: The bytes, to be zeroed after use, because they may hold the secret.
  /// - Throws: `invalidSession` when the escaped session is larger than a file may be.
  package static func encode(
    session: Session?,
    secretIn reference: SecretReference? = nil,
    generation: UInt64,
    savedAt: Timestamp? = nil,
    provider: String
  ) throws(AppControllerError) -> [UInt8] {
    var record = Record(generation: generation, provider: provider, savedAt: savedAt)
    record.stored = session.map { Record.Stored(session: $0, reference: reference) }
    if reference != nil { record.stored?.session.secret = nil }
    // The capacity is that of the worst case: an array that grows leaves a copy of the secret behind.
    var bytes = JSONCodingWriter.bytes(of: record, .object(), capacity: 512 + 6 * (session?.byteCount ?? 0))
    guard bytes.count < sizeLimit else {
      let count = bytes.count
      Secret.wipe(&bytes)
      throw AppControllerError(
        .invalidSession,
        what: "the session takes \(count) bytes as a file, more than \(sizeLimit)",
        why: "quotation marks, backslashes and control characters take more room in a file than in memory",
        fix: "keep fewer or shorter attributes, and the rest with the provider"
      )
    }
    return bytes
  }

  // MARK: Reading

  /// Reads a file of a provider; a file that cannot be read is ``Content/foreign(reason:)``.
  ///
  /// The secret is copied from the bytes into a ``Secret``, never into a `String`, which could not be zeroed.
  package static func decode(_ bytes: [UInt8], provider: String) -> Content {
    do throws(CodingFault) {
      guard var extraction = SecretExtractor.extract(from: bytes) else { return try decode(bytes, nil, provider) }
      defer { Secret.wipe(&extraction.rest) }
      return try decode(extraction.rest, extraction.secret, provider)
    } catch {
      return .foreign(reason: error.description)
    }
  }

  private static func decode(
    _ bytes: [UInt8], _ secret: Secret?, _ provider: String
  ) throws(CodingFault) -> Content {
    let file = try JSONValue(text: bytes, limits: JSONLimits(bytes: sizeLimit, depth: 8))
    if let version = file["version"]?.intValue, version > Self.version,
      file["format"]?.stringValue.map(isFormat) == true
    {
      return .newer(version: version)
    }
    let record = try JSONCodingReader.read(Record.self, from: file, isStrict: true) { value in
      value.stringValue.flatMap { _ in secret }
    }
    guard record.provider == provider else {
      throw CodingFault("is not the file of the provider \(provider)")
    }
    return .record(
      session: record.stored?.session, generation: record.generation, savedAt: record.savedAt,
      secretIn: record.stored?.reference)
  }

  private static func isFormat(_ text: String) -> Bool { text.utf8.elementsEqual(format.utf8) }
}

// MARK: - The members

extension SessionFile {
  fileprivate struct Record: Coded {
    var format = SessionFile.format
    var generation: UInt64 = 0
    var provider = ""
    var savedAt: Timestamp?
    var stored: Stored?
    var version = SessionFile.version

    static var blank: Record { Record() }

    mutating func code(_ coder: inout some Coder) throws(CodingFault) {
      try coder.member(
        "format", &format,
        .checked(.text(atMost: 64)) { isFormat($0) ? nil : "has to be \(SessionFile.format.debugDescription)" })
      try coder.member(
        "generation", &generation,
        .checked(.integer()) { (1...generationLimit).contains($0) ? nil : "is not from 1 to \(generationLimit)" })
      try coder.member("provider", &provider, .text(atMost: 1024))
      try coder.member("savedAt", &savedAt, .optional(.timestamp))
      try coder.member("session", &stored, .orNull(.object()))
      try coder.member(
        "version", &version,
        .checked(.integer()) { $0 == SessionFile.version ? nil : "is not from \(SessionFile.version) up" })
    }
  }
}

extension SessionFile.Record {
  /// A session, with the reference to its secret when a vault has it.
  struct Stored: Coded {
    var session = Session.blank
    var reference: SecretReference?

    static var blank: Stored { Stored() }

    mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
      try session.code(&coder)
      try coder.member("secretIn", &reference, .optional(.object()))
      guard Form.isReading else { return }
      do throws(AppControllerError) { try session.validated() } catch { throw CodingFault("is refused: \(error.what)") }
      if session.secret != nil, reference != nil { throw CodingFault("has its secret, and says that a vault has it") }
    }
  }
}

extension SecretReference: Coded {
  package static var blank: SecretReference { SecretReference() }

  package mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    var (number, vault) = (number, vault)
    try coder.member("number", &number, .text(atMost: 32))
    try coder.member("vault", &vault, .text(atMost: 32))
    guard let named = SecretReference(vault: vault, number: number) else {
      throw CodingFault("is no name of a vault and 32 hexadecimal digits")
    }
    self = named
  }
}

extension Session {
  /// The total size of all texts in bytes.
  fileprivate var byteCount: Int {
    let texts = attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 6 }
    return subject.utf8.count + displayName.utf8.count + (secret?.byteCount ?? 0) + texts
  }
}
