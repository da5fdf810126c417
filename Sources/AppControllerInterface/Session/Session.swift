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
  /// The time from which the secret is no longer accepted; `nil` when the secret is valid for as long as the session.
  ///
  /// When the secret expires before the session, the provider renews it: see
  /// ``AppControllerInterfaceProviding/refresh(_:for:)``.
  public var secretExpiresAt: Timestamp?
  /// The credential that the provider renews the secret with; at most 8 KiB of UTF-8.
  ///
  /// Only the provider receives it.
  public var refreshToken: Secret?
  /// The expiry of the session; `nil` when it does not expire.
  public var expiresAt: Timestamp?
  /// Further data that the provider keeps with the session: at most 64 entries, each name and value at most 1 KiB.
  ///
  /// Attributes are not secret. A name has at least one byte.
  public var attributes: [String: String]
  /// Only the host knows it; `nil` when it is not known.
  package var origin: SessionOrigin?

  /// Makes a session, without checking it: see ``validated()``.
  public init(
    subject: String,
    displayName: String = "",
    secret: Secret? = nil,
    secretExpiresAt: Timestamp? = nil,
    refreshToken: Secret? = nil,
    expiresAt: Timestamp? = nil,
    attributes: [String: String] = [:]
  ) {
    self.subject = subject
    self.displayName = displayName
    self.secret = secret
    self.secretExpiresAt = secretExpiresAt
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
    self.attributes = attributes
  }

  /// Whether two sessions are equal in all that a provider says of them.
  public static func == (left: Session, right: Session) -> Bool {
    (left.subject, left.displayName, left.secret, left.refreshToken)
      == (right.subject, right.displayName, right.secret, right.refreshToken)
      && (left.secretExpiresAt, left.expiresAt, left.attributes)
        == (right.secretExpiresAt, right.expiresAt, right.attributes)
  }

  /// The session of a login without an identity.
  public static let anonymous = Session(subject: "anonymous")

  /// Whether the session is anonymous: its subject is that of ``anonymous``.
  public var isAnonymous: Bool { subject == Session.anonymous.subject }

  /// Whether the session has expired at a time.
  ///
  /// It expires at exactly the second of ``expiresAt``.
  public func isExpired(at time: Timestamp) -> Bool {
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
      secretExpiresAt.map { "secretExpiresAt: \($0)" },
      refreshToken.map { "refreshToken: \($0)" },
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
      "secretExpiresAt": secretExpiresAt as Any,
      "refreshToken": refreshToken as Any,
      "expiresAt": expiresAt as Any,
      "attributes": attributes,
    ]
    return Mirror(self, children: children, displayStyle: .struct)
  }

  /// In the order of the names' bytes.
  package var sortedAttributes: [(key: String, value: String)] {
    attributes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

extension Session {
  /// Checks every rule of a session; stores check before they save.
  ///
  /// - Throws: `invalidSession` for the first broken rule: an empty subject, a value over its limit, more than 64
  ///   attributes, a character outside the secret that would not be shown as it is, such as a control or a mark of text
  ///   direction, or a secret that is not UTF-8. A secret may contain control characters, because some secrets are keys
  ///   of several lines. The error never shows a value.
  public func validated() throws(AppControllerError) {
    try Self.check(subject, named: "the subject", bytes: 1...512)
    try Self.check(displayName, named: "the display name", bytes: 0...512)
    if let secret { try Self.check(secret, named: "secret", atMost: 16 << 10) }
    if let refreshToken { try Self.check(refreshToken, named: "refresh token", atMost: 8 << 10) }

    guard attributes.count <= 64 else {
      throw Self.invalid(
        "the session has \(attributes.count) attributes, more than 64",
        why: "a session is small: it is read whenever an app starts",
        fix: "keep the rest with the provider, under the subject"
      )
    }
    for (number, (name, value)) in sortedAttributes.enumerated() {
      try Self.check(name, named: "the name of attribute \(number + 1) of \(attributes.count)", bytes: 1...1024)
      try Self.check(value, named: "the value of the attribute \(name.debugDescription)", bytes: 0...1024)
    }
  }

  private static func check(
    _ text: String,
    named what: String,
    bytes limits: ClosedRange<Int>
  ) throws(AppControllerError) {
    let count = text.utf8.count
    guard limits.contains(count) else {
      throw invalid(
        "\(what) has \(count) bytes, not \(limits.lowerBound) to \(limits.upperBound)",
        why: "everything in a session is bounded, and what names something is not empty",
        fix: "have the provider give a \(count < limits.lowerBound ? "longer" : "shorter") text"
      )
    }
    // One rule for all text: a session contains only characters that are shown as they are. Each other character is
    // replaced by exactly one, so that the two texts can be compared side by side.
    guard !text.isDisplayable,
      let (scalar, _) = zip(text.unicodeScalars, text.displayable.unicodeScalars).first(where: { $0 != $1 })
    else { return }
    throw invalid(
      "\(what) has the character U+\(hexadecimal(scalar)), which is not allowed",
      why: "control characters and marks that cannot be seen would let a text pass for another on the screen",
      fix: "have the provider leave the character out"
    )
  }

  private static func check(_ secret: Secret, named what: String, atMost limit: Int) throws(AppControllerError) {
    guard secret.byteCount <= limit else {
      throw invalid(
        "the \(what) has more than \(limit) bytes",
        why: "everything in a session is bounded",
        fix: "keep a shorter token, and the rest with the provider"
      )
    }
    let isUTF8 = secret.withUTF8Bytes { bytes in (try? UTF8Span(validating: bytes)) != nil }
    guard isUTF8 else {
      throw invalid(
        "the \(what) is not UTF-8",
        why: "a session is stored as JSON, which is UTF-8",
        fix: "encode the bytes of the \(what), such as in Base64"
      )
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func invalid(_ what: String, why: String, fix: String) -> AppControllerError {
    AppControllerError(.invalidSession, what: what, why: why, fix: fix)
  }
}
