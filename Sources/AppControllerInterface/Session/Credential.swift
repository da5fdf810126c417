/// The request of a program for a credential: see ``AppControllerInterfaceProviding/credential(_:for:)``.
public struct CredentialRequest: Sendable, Hashable {
  /// The program: `git`, `docker`, `kubernetes`, or another name of 1 to 64 letters, digits, dots, underscores and
  /// hyphens.
  public private(set) var program: String
  /// The host in lower case, with its port unless that is 443; at most 512 bytes, and empty when the program names
  /// none.
  public private(set) var host: String
  /// The path on the host, without a slash before it; at most 4096 bytes, and empty when the program names none.
  ///
  /// It is what the program says, and nothing that the user has agreed to.
  public private(set) var path: String

  /// Makes a request; `nil` when a text exceeds its limit, or the program is no name.
  public init?(program: String, host: String, path: String = "") {
    guard Self.isPossible(program, host, path) else { return nil }
    (self.program, self.host, self.path) = (program, host, path)
  }

  private init() { (program, host, path) = ("", "", "") }

  private static func isPossible(_ program: String, _ host: String, _ path: String) -> Bool {
    IdentifierRule.allows(program.utf8Span.span) && host.utf8.count <= hostLimit && path.utf8.count <= pathLimit
  }

  /// In bytes.
  package static let (hostLimit, pathLimit) = (512, 4096)
}

/// What a program uses in the place of a session's secret; it is never stored.
public struct Credential: Sendable, Equatable {
  /// The user name for the program; at most 512 bytes, and empty for the one that is usual for the session.
  public var userName: String
  /// The secret, such as a token; 1 byte to 16 KiB of UTF-8.
  public var secret: Secret
  /// The time from which the secret is no longer accepted; `nil` when it is valid for as long as the session.
  public var expiresAt: Timestamp?

  /// Makes a credential, without checking it.
  public init(userName: String = "", secret: Secret, expiresAt: Timestamp? = nil) {
    (self.userName, self.secret, self.expiresAt) = (userName, secret, expiresAt)
  }

  /// In bytes.
  package static let (userNameLimit, secretLimit) = (512, 16 << 10)

  /// In words that show no value; `nil` when no rule is broken.
  package var fault: String? {
    if userName.utf8.count > Self.userNameLimit { return "its user name has over \(Self.userNameLimit) bytes" }
    if !userName.isDisplayable { return "its user name has characters that cannot be shown" }
    if !(1...Self.secretLimit ~= secret.byteCount) {
      return "its secret is empty, or has over \(Self.secretLimit) bytes"
    }
    let isUTF8 = secret.withUTF8Bytes { bytes in (try? UTF8Span(validating: bytes)) != nil }
    if !isUTF8 { return "its secret is no UTF-8" }
    return expiresAt.map { $0.secondsSince1970 < 0 } == true ? "its end is before 1970" : nil
  }
}

// MARK: - Coding

extension CredentialRequest: Coded {
  package static var blank: CredentialRequest { CredentialRequest() }

  package mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    try coder.member("program", &program, .text(atMost: 64))
    try coder.member("host", &host, .optionalText(atMost: Self.hostLimit))
    try coder.member("path", &path, .optionalText(atMost: Self.pathLimit))
    guard !Form.checksValues || Self.isPossible(program, host, path) else {
      throw CodingFault("is no name of a program").within("program")
    }
  }
}

extension Credential: Coded {
  package static var blank: Credential { Credential(secret: Secret("")) }

  package mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    try coder.member("userName", &userName, .optionalText(atMost: Self.userNameLimit))
    try coder.member("secret", &secret, .secret(atMost: Self.secretLimit))
    try coder.member("expiresAt", &expiresAt, .optional(.timestamp))
    if Form.checksValues, let fault { throw CodingFault(fault) }
  }
}
