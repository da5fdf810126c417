import AppControllerKit

/// A host with its port, in a request for a credential or in a session.
struct CredentialHost: Hashable, CustomStringConvertible {
  /// The host in lower case, without the default port of HTTPS.
  let description: String

  /// Makes a host; nil for a text that is not a host.
  init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".-_:[]".utf8.contains(byte)
    }
    let text = text.lowercased()
    guard isPlain, let first = text.utf8.first, first != UInt8(ascii: "-"), text.utf8.count <= 512 else { return nil }
    description = text.hasSuffix(":443") ? String(text.dropLast(4)) : text
  }

  /// Makes the host of an address with the scheme HTTPS, or without a scheme; nil for any other address.
  init?(address: String) {
    var rest = address[...]
    if let scheme = rest.firstRange(of: "://") {
      guard rest[..<scheme.lowerBound].lowercased() == "https" else { return nil }
      rest = rest[scheme.upperBound...]
    }
    self.init(String(rest.prefix { !"/?#".contains($0) }))
  }
}

extension Session {
  /// The hosts that the session proposes for its secret: the words of the attribute `hosts`.
  var credentialHosts: [CredentialHost] {
    (attributes["hosts"] ?? "").split { $0 == " " || $0 == "," }.compactMap { CredentialHost(String($0)) }
  }

  /// The user name for the secret: the attribute `git-username`, or `oauth2` without one.
  var credentialUsername: String { attributes["git-username"].flatMap { $0.isEmpty ? nil : $0 } ?? "oauth2" }

  /// The secret as one line; nil when it is missing or has several lines, which no protocol can transfer.
  var credential: String? {
    guard let text = secret?.text, !text.isEmpty, !text.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
      return nil
    }
    return text
  }
}
