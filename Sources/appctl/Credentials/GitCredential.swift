import AppControllerKit

/// A request of git to a credential helper: lines of `key=value`, in the format of gitcredentials(7).
struct GitCredential {
  private var values: [String: String] = [:]
  private var lists: [String: [String]] = [:]

  /// Reads up to the first empty line; an error repeats no part of the request, which may contain a password.
  init(_ bytes: [UInt8]) throws(CommandError) {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw .badCredentialRequest("the request is not text")
    }
    // The text is split by bytes, because a carriage return and a line feed are one character.
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if bytes.isEmpty { break }
      guard !bytes.contains(UInt8(ascii: "\r")), let (name, value) = CommandLineParser.split(String(Substring(bytes)))
      else {
        throw .badCredentialRequest("a line of the request has no '=', or a carriage return")
      }
      if !name.hasSuffix("[]") {
        values[name] = value
      } else if value.isEmpty {
        lists[name] = []
      } else {
        lists[name, default: []].append(value)
      }
    }
  }

  /// `nil` unless the protocol is HTTPS.
  var host: CredentialHost? { values["protocol"] == "https" ? values["host"].flatMap { CredentialHost($0) } : nil }

  /// Git names it only with `credential.useHttpPath`.
  var path: String { values["path"] ?? "" }

  /// True also when the request names no user name.
  func allows(_ username: String) -> Bool { values["username"].map { $0 == username } ?? true }

  /// In a report: the credential that the server has refused or accepted.
  var reportedSecret: Secret? { (values["password"] ?? values["credential"]).map { Secret($0) } }

  /// It contains a bearer token only if git supports them, and the server does not ask for another scheme.
  func answer(_ username: String, _ token: String, until end: Timestamp?) -> String {
    let challenges = lists["wwwauth[]"] ?? []
    let wantsBearer = challenges.isEmpty || challenges.contains { $0.lowercased().hasPrefix("bearer") }
    var lines =
      lists["capability[]"]?.contains("authtype") == true && wantsBearer
      ? ["capability[]=authtype", "authtype=Bearer", "credential=\(token)", "ephemeral=1"]
      : ["username=\(username)", "password=\(token)"]
    if let end { lines.append("password_expiry_utc=\(end.secondsSince1970)") }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension CommandError {
  static func badCredentialRequest(_ what: String) -> CommandError {
    CommandError(
      .standardInput, what: what,
      why: "the program that asks for a credential writes lines of key=value to standard input",
      fix: "let git, docker or kubectl run the command; 'appctl credential setup' tells them")
  }
}
