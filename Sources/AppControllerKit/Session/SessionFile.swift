/// The format of a session file: bytes in, a record out, and back, without touching the disk.
///
/// A file is one JSON object, its names sorted, on one line:
/// ```
/// {"format":"appcontroller-session","generation":3,"provider":"com.example.kitty","savedAt":1700000000,
///  "session":SESSION,"version":1}
/// ```
/// `savedAt` is when the record was written, in seconds since 1970-01-01T00:00:00Z; a file may lack it. `SESSION` is
/// `null` after a logout, or an object of `attributes`, `displayName`, `expiresAt` (left out when the session does not
/// expire), `secret` (left out when there is none) and `subject`. When a vault has the secret, the object of `number`
/// and `vault` under `secretIn` stands in its place. Reading is strict: a name that is unknown or missing, another
/// provider, or a session that breaks a rule makes the file a foreign one. Only a higher version is recognised whatever
/// else it says, because a newer program has written it for a reason.
package enum SessionFile {
  /// What a file turned out to be.
  package enum Content: Sendable, Equatable {
    /// A record of this version; with where the secret is, when a vault has it and it is missing in the session.
    case record(session: Session?, generation: UInt64, savedAt: Int64? = nil, secretIn: SecretReference? = nil)
    /// A record of a newer version, which is not ours to touch.
    case newer(version: Int64)
    /// Damaged, or not a session file of this provider; with the reason.
    case foreign(reason: String)
  }

  /// The version that is written, and the highest that is read.
  package static let version: Int64 = 1
  /// The most bytes that a file may have.
  package static let sizeLimit = 256 << 10
  /// The highest generation: what every JSON reader keeps exactly.
  package static let generationLimit: UInt64 = 1 << 53

  private static let format = "appcontroller-session"

  // MARK: Writing

  /// Writes a record.
  ///
  /// - Parameters:
  ///   - session: The session; nil when nobody is logged in.
  ///   - reference: Where its secret is; nil when there is none, or it is to be in the file.
  ///   - generation: The generation of the record.
  ///   - savedAt: When the record is written; nil leaves it out.
  ///   - provider: The id of the provider.
  /// - Returns: The bytes, to be zeroed after use, because they may hold the secret.
  /// - Throws: `invalidSession` when the session, escaped, is larger than a file may be.
  package static func encode(
    session: Session?,
    secretIn reference: SecretReference? = nil,
    generation: UInt64,
    savedAt: Int64? = nil,
    provider: String
  ) throws(AppControllerError) -> [UInt8] {
    // Room for the worst case at once: an array that grows leaves a copy of the secret behind.
    var writer = JSONWriter(capacity: 512 + 6 * (session?.byteCount ?? 0))
    writer.beginObject()
    writer.key("format")
    writer.string(format)
    writer.key("generation")
    writer.int(generation)
    writer.key("provider")
    writer.string(provider)
    if let savedAt {
      writer.key("savedAt")
      writer.int(savedAt)
    }
    writer.key("session")
    if let session { write(session, secretIn: reference, to: &writer) } else { writer.null() }
    writer.key("version")
    writer.int(version)
    writer.endObject()
    var bytes = writer.bytes
    writer = JSONWriter()  // Lets go of the bytes, so that they can be zeroed where they are.
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

  private static func write(
    _ session: Session, secretIn reference: SecretReference?, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("attributes")
    writer.beginObject()
    for (name, value) in session.sortedAttributes {
      writer.key(name)
      writer.string(value)
    }
    writer.endObject()
    writer.key("displayName")
    writer.string(session.displayName)
    if let expiresAt = session.expiresAt {
      writer.key("expiresAt")
      writer.int(expiresAt)
    }
    if let reference {
      writer.key("secretIn")
      writer.beginObject()
      writer.key("number")
      writer.string(reference.number)
      writer.key("vault")
      writer.string(reference.vault)
      writer.endObject()
    } else if let secret = session.secret {
      writer.key("secret")
      secret.withUTF8Bytes { writer.string($0) }
    }
    writer.key("subject")
    writer.string(session.subject)
    writer.endObject()
  }

  // MARK: Reading

  /// Reads a file of a provider; whatever cannot be read is ``Content/foreign(reason:)``.
  ///
  /// The secret goes from the bytes into a ``Secret`` and is no `String` on the way, which nobody could zero.
  package static func decode(_ bytes: [UInt8], provider: String) -> Content {
    do throws(AppControllerError) {
      let limits = JSONLimits(bytes: sizeLimit, depth: 8)
      guard var taken = SecretTaker.take(from: bytes) else {
        return decode(try JSONReader.read(bytes, limits: limits), secret: nil, provider: provider)
      }
      defer { Secret.wipe(&taken.rest) }
      return decode(try JSONReader.read(taken.rest, limits: limits), secret: taken.secret, provider: provider)
    } catch {
      return .foreign(reason: error.what)
    }
  }

  private static func decode(_ file: JSONValue, secret: Secret?, provider: String) -> Content {
    guard file["format"]?.isString(format) == true else { return .foreign(reason: "its format is not \"\(format)\"") }
    guard let version = file["version"]?.intValue, version >= 1 else {
      return .foreign(reason: "it has no version from 1 up")
    }
    guard version <= Self.version else { return .newer(version: version) }

    guard let object = Fields(file, ["format", "generation", "provider", "savedAt", "session", "version"]) else {
      return .foreign(reason: "it has members that version \(version) does not know")
    }
    guard object["provider"]?.isString(provider) == true else {
      return .foreign(reason: "it is not the file of the provider \(provider)")
    }
    guard let generation = object["generation"]?.intValue.flatMap(UInt64.init(exactly:)),
      (1...generationLimit).contains(generation)
    else {
      return .foreign(reason: "its generation is not from 1 to \(generationLimit)")
    }
    var savedAt: Int64?
    if let value = object["savedAt"] {
      guard let seconds = value.intValue else { return .foreign(reason: "it does not say when it was written") }
      savedAt = seconds
    }
    switch object["session"] {
    case .null: return .record(session: nil, generation: generation, savedAt: savedAt)
    case .some(let value):
      guard let (session, reference) = session(from: value, secret) else {
        return .foreign(reason: "its session breaks a rule")
      }
      return .record(session: session, generation: generation, savedAt: savedAt, secretIn: reference)
    case nil: return .foreign(reason: "it has no session and no null in its place")
    }
  }

  private static func session(from value: JSONValue, _ secret: Secret?) -> (Session, SecretReference?)? {
    guard let object = Fields(value, ["attributes", "displayName", "expiresAt", "secret", "secretIn", "subject"]),
      let subject = object["subject"]?.stringValue,
      let displayName = object["displayName"]?.stringValue,
      let members = object["attributes"]?.objectValue
    else { return nil }
    var session = Session(subject: subject, displayName: displayName)
    for member in members {
      // A long name could take long to hash, and is refused in any case.
      guard let text = member.value.stringValue, member.name.utf8.count <= 1024 else { return nil }
      // Two names may differ in the file and be one key here.
      guard session.attributes.updateValue(text, forKey: member.name) == nil else { return nil }
    }
    if let value = object["expiresAt"] {
      guard let seconds = value.intValue else { return nil }
      session.expiresAt = seconds
    }
    if let value = object["secret"] {
      guard value.stringValue != nil, let secret else { return nil }
      session.secret = secret
    }
    var reference: SecretReference?
    if let value = object["secretIn"] {
      guard session.secret == nil, let named = Self.reference(from: value) else { return nil }
      reference = named
    }
    do throws(AppControllerError) {
      try session.validated()
      return (session, reference)
    } catch {
      return nil
    }
  }

  private static func reference(from value: JSONValue) -> SecretReference? {
    guard let object = Fields(value, ["number", "vault"]), let vault = object["vault"]?.stringValue,
      let number = object["number"]?.stringValue
    else { return nil }
    return SecretReference(vault: vault, number: number)
  }
}

/// The members of an object that has none but known ones.
private struct Fields {
  private let object: JSONValue

  init?(_ value: JSONValue, _ names: [String]) {
    let names = Set(names.map(ExactName.init))
    guard let members = value.objectValue, members.allSatisfy({ names.contains(ExactName(text: $0.name)) }) else {
      return nil
    }
    object = value
  }

  subscript(name: String) -> JSONValue? { object[name] }
}

extension JSONValue {
  /// Whether this is exactly that string.
  fileprivate func isString(_ text: String) -> Bool { stringValue.map(ExactName.init) == ExactName(text: text) }
}

extension Session {
  /// The bytes of all texts together.
  fileprivate var byteCount: Int {
    let texts = attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 6 }
    return subject.utf8.count + displayName.utf8.count + (secret?.byteCount ?? 0) + texts
  }
}
