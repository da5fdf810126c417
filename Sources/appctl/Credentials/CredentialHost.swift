import AppControllerKit

struct CredentialHost: Hashable, CustomStringConvertible {
  /// In lower case, without the default port of HTTPS.
  let description: String

  /// `nil` for a text that is not a host.
  init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { $0.isLetterOrDigit || ".-_:[]".utf8.contains($0) }
    let text = text.lowercased()
    guard isPlain, let first = text.utf8.first, first != UInt8(ascii: "-"), text.utf8.count <= 512 else { return nil }
    description = text.hasSuffix(":443") ? String(text.dropLast(4)) : text
  }

  /// `nil` unless the scheme is HTTPS or missing.
  init?(address: String) {
    var rest = address[...]
    if let scheme = rest.firstRange(of: "://") {
      guard rest[..<scheme.lowerBound].lowercased() == "https" else { return nil }
      rest = rest[scheme.upperBound...]
    }
    self.init(String(rest.prefix { !"/?#".contains($0) }))
  }

  /// Without a slash before it, a query and a fragment.
  static func path(inAddress address: String) -> String {
    var rest = address[...]
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    rest = rest.prefix { !"?#".contains($0) }
    return rest.firstIndex(of: "/").map { String(rest[rest.index(after: $0)...]) } ?? ""
  }
}

extension Session {
  /// The words of the attribute `hosts`.
  var credentialHosts: [CredentialHost] {
    (attributes["hosts"] ?? "").split { $0 == " " || $0 == "," }.compactMap { CredentialHost(String($0)) }
  }

  /// The attribute `git-username`, or `oauth2` without one.
  var credentialUsername: String { attributes["git-username"].flatMap { $0.isEmpty ? nil : $0 } ?? "oauth2" }

  /// A word of the attribute `credentials`.
  func hasOwnCredential(for program: String) -> Bool {
    (attributes["credentials"] ?? "").split { $0 == " " || $0 == "," }.contains { $0 == program }
  }

  /// `nil` when it is missing or has several lines.
  var credential: String? { secret?.line }
}

extension Secret {
  /// `nil` when it is empty or has several lines, which no protocol can transfer.
  var line: String? {
    let text = text
    return text.isEmpty || text.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 } ? nil : text
  }
}
