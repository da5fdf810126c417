internal import AppControllerJSON

/// The format of a session file: bytes in, a record out, and back, without touching the disk.
///
/// A file is one JSON object, its names sorted, on one line, and the secret if the file is its place:
/// ```
/// {"format":"appcontroller-session","generation":3,"madeWith":{"settings":{"server":"https://id.example.com"}},
///  "provider":"com.example.kitty","savedAt":1700000000,"session":SESSION,"version":1}
/// ```
/// `madeWith` is what the session, or the last one that has ended, was made with: the given `settings`, the names of
/// those that are `remembered`; it is optional. `savedAt` is the time when the record was
/// written, in seconds since 1970-01-01T00:00:00Z; it is optional, too. `SESSION`
/// is `null` after a logout, or an object of `attributes`, `displayName`, `expiresAt` (omitted when the session does
/// not expire), `secretExpiresAt` (omitted when the secret is valid for as long as the session), `secretIn` (omitted
/// when there is no secret) and `subject`.
///
/// `secretIn` names the vault of the secret and the secret's number in that vault. If the file itself contains the
/// secret, it names the vault `file` and the size of the secret in bytes. The bytes of the secret then follow the line
/// unchanged, so that one rename replaces them together with the record, and reading makes no string of them.
///
/// Reading is strict: an unknown or missing name, another provider, or a session that breaks a rule makes the file a
/// foreign one. Only a higher version is recognised whatever the rest contains, because a newer program has written it
/// for a reason.
package enum SessionFile {
  package enum Content: Sendable, Equatable {
    /// The session lacks its secret when a vault has it.
    case record(
      session: Session?, generation: UInt64, savedAt: Timestamp? = nil, secretIn: SecretReference? = nil,
      origin: SessionOrigin? = nil)
    /// Written by a newer program, and must not be changed.
    case newer(version: Int64)
    /// Damaged, or not a session file of this provider.
    case foreign(reason: String)
  }

  /// The version that is written, and the highest that is read.
  package static let version: Int64 = 1
  /// Bytes.
  package static let sizeLimit = 256 << 10
  /// The largest integer that every JSON reader preserves exactly.
  package static let generationLimit: UInt64 = 1 << 53
  static let vaultName = "file"

  private static let format = "appcontroller-session"
  private static let lineFeed = UInt8(ascii: "\n")

  /// Returns bytes to be zeroed after use, because they may hold the secret; a nil session is a logout.
  ///
  /// Throws `invalidSession` when the escaped session is larger than a file may be.
  package static func encode(
    session: Session?,
    secretIn reference: SecretReference? = nil,
    generation: UInt64,
    savedAt: Timestamp? = nil,
    origin: SessionOrigin? = nil,
    provider: String
  ) throws(AppControllerError) -> [UInt8] {
    let secret = reference == nil ? session?.keptSecret : nil
    var record = Record(generation: generation, origin: origin, provider: provider, savedAt: savedAt)
    record.stored = session.map { Stored(session: $0, place: reference?.text ?? secret.map(place)) }
    record.stored?.session.secret = nil
    record.stored?.session.refreshToken = nil
    var bytes = JSONCodingWriter.bytes(of: record, .object())
    let size = bytes.count + (secret.map { $0.byteCount + 1 } ?? 0)
    guard size < sizeLimit else {
      throw AppControllerError(
        .invalidSession,
        what: "the session takes \(size) bytes as a file, more than \(sizeLimit)",
        why: "quotation marks, backslashes and control characters take more room in a file than in memory",
        fix: "keep fewer or shorter attributes, and the rest with the provider"
      )
    }
    // An array that grows leaves a copy of the secret behind.
    bytes.reserveCapacity(size)
    secret?.withUTF8Bytes { secret in
      bytes.append(lineFeed)
      for index in secret.indices { bytes.append(secret[index]) }
    }
    return bytes
  }

  /// A file that cannot be read is ``Content/foreign(reason:)``.
  package static func decode(_ bytes: [UInt8], provider: String) -> Content {
    do throws(CodingFault) {
      let line = Array(bytes.prefix { $0 != lineFeed })
      let file = try JSONValue(text: line, limits: JSONLimits(bytes: sizeLimit, depth: 8))
      if let version = file["version"]?.intValue, version > Self.version,
        file["format"]?.stringValue.map(isFormat) == true
      {
        return .newer(version: version)
      }
      let record = try JSONCodingReader.read(Record.self, from: file, isStrict: true) { _ in nil }
      guard record.provider == provider else {
        throw CodingFault("is not the file of the provider \(provider)")
      }
      let rest = bytes.span.extracting(min(line.count + 1, bytes.count)...)
      let (session, reference) =
        try record.stored.map { stored throws(CodingFault) in
          try stored.whole(with: Secret(rest))
        } ?? (nil, nil)
      if session?.keptSecret == nil, rest.count > 0 { throw CodingFault("has more than one line") }
      return .record(
        session: session, generation: record.generation, savedAt: record.savedAt, secretIn: reference,
        origin: record.origin)
    } catch {
      return .foreign(reason: error.description)
    }
  }

  private static func isFormat(_ text: String) -> Bool { text.utf8.elementsEqual(format.utf8) }

  private static func place(of secret: Secret) -> String { "\(vaultName).\(secret.byteCount)" }
}

// MARK: - The members

extension SessionFile {
  private struct Record: Coded {
    var format = SessionFile.format
    var generation: UInt64 = 0
    var origin: SessionOrigin?
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
      try coder.member("madeWith", &origin, .optional(.object()))
      try coder.member("provider", &provider, .text(atMost: 1024))
      try coder.member("savedAt", &savedAt, .optional(.timestamp))
      try coder.member("session", &stored, .orNull(.object()))
      try coder.member(
        "version", &version,
        .checked(.integer()) { $0 == SessionFile.version ? nil : "is not from \(SessionFile.version) up" })
    }
  }

  private struct Stored: Coded {
    var session = Session.blank
    var place: String?

    static var blank: Stored { Stored() }

    mutating func code(_ coder: inout some Coder) throws(CodingFault) {
      try session.code(&coder)
      try coder.member("secretIn", &place, .optional(.text(atMost: 65)))
    }

    /// The reference is nil when the file contains the secret.
    func whole(with secret: Secret) throws(CodingFault) -> (Session?, SecretReference?) {
      var (session, reference) = (session, place.flatMap { SecretReference($0) })
      do throws(CodingFault) {
        if place == SessionFile.place(of: secret) {
          session.take(kept: secret)
        } else if place != nil, reference == nil {
          throw CodingFault("names no secret that is there").within("secretIn")
        }
        do throws(AppControllerError) { try session.validated() } catch {
          throw CodingFault("is refused: \(error.what)")
        }
      } catch {
        throw error.within("session")
      }
      return (session, reference)
    }
  }
}
