/// The logged-in user, and the data that the provider needs to continue serving them.
///
/// The secret is never printed: descriptions, mirrors and `dump` show `(secret)` in its place.
public struct Session: Sendable, Equatable {
  /// The user's identifier at the provider; 1 to 512 bytes of UTF-8.
  ///
  /// Two sessions with one subject belong to one user. `anonymous` is the subject of ``anonymous``.
  public var subject: String
  /// The user's name on the screen, or an empty text; at most 512 bytes.
  public var displayName: String
  /// The credential that proves the session to the provider, such as a token; at most 16 KiB of UTF-8.
  public var secret: Secret?
  /// The expiry of the session, in seconds since 1970-01-01T00:00:00Z; nil when it does not expire.
  public var expiresAt: Int64?
  /// Further data that the provider keeps with the session: at most 64 entries, each name and value at most 1 KiB.
  ///
  /// Attributes are not secret. A name has at least one byte.
  public var attributes: [String: String]

  /// Makes a session, without checking it: see ``validated()``.
  public init(
    subject: String,
    displayName: String = "",
    secret: Secret? = nil,
    expiresAt: Int64? = nil,
    attributes: [String: String] = [:]
  ) {
    self.subject = subject
    self.displayName = displayName
    self.secret = secret
    self.expiresAt = expiresAt
    self.attributes = attributes
  }

  /// The session of a login without an identity.
  public static let anonymous = Session(subject: "anonymous")

  /// Whether the session is anonymous: its subject is that of ``anonymous``.
  public var isAnonymous: Bool { subject == Session.anonymous.subject }

  /// Whether the session has expired at a time, in seconds since 1970-01-01T00:00:00Z.
  ///
  /// It expires at exactly the second of ``expiresAt``.
  public func isExpired(at time: Int64) -> Bool {
    if let expiresAt { expiresAt <= time } else { false }
  }
}

extension Session: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The session on one line, without the secret.
  public var description: String {
    let attributes = sortedAttributes.map { "\($0.debugDescription): \($1.debugDescription)" }
    let parts = [
      "subject: \(subject.debugDescription)",
      displayName.isEmpty ? nil : "displayName: \(displayName.debugDescription)",
      secret.map { "secret: \($0)" },
      expiresAt.map { "expiresAt: \($0)" },
      attributes.isEmpty ? nil : "attributes: [\(attributes.joined(separator: ", "))]",
    ]
    return "Session(\(parts.compactMap(\.self).joined(separator: ", ")))"
  }

  /// The session on one line, without the secret.
  public var debugDescription: String { description }

  /// A mirror that shows `(secret)` for the secret.
  public var customMirror: Mirror {
    let children: KeyValuePairs<String, Any> = [
      "subject": subject,
      "displayName": displayName,
      "secret": secret as Any,
      "expiresAt": expiresAt as Any,
      "attributes": attributes,
    ]
    return Mirror(self, children: children, displayStyle: .struct)
  }

  /// The attributes in the order of their names' bytes.
  package var sortedAttributes: [(key: String, value: String)] {
    attributes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
