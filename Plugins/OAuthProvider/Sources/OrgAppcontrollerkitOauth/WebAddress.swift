/// A URL of a server, taken apart: `https` or `http`, a host of letters, digits, dots and hyphens or an address, and
/// the characters of RFC 3986.
struct WebAddress: Equatable, Sendable {
  let text: String
  let scheme: String
  /// The host, without brackets, in lower case.
  let host: String
  /// The host and the port as they are written.
  let authority: String
  /// The rest: path, query and fragment.
  let path: String

  init?(_ text: String) {
    guard text.utf8.count <= 2048, text.utf8.allSatisfy(Self.isURLCharacter) else { return nil }
    guard let colon = text.range(of: "://") else { return nil }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else { return nil }
    let rest = text[colon.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let authority = String(rest[..<end])
    guard let host = Self.host(of: authority) else { return nil }
    (self.text, self.scheme, self.host, self.authority, path) = (text, scheme, host, authority, String(rest[end...]))
  }

  /// The port, which is that of the scheme if none is written.
  var port: UInt16 {
    let digits = authority.split(separator: ":", omittingEmptySubsequences: false).last.flatMap { UInt16($0) }
    return authority.hasSuffix("]") ? Self.port(of: scheme) : digits ?? Self.port(of: scheme)
  }

  private static func port(of scheme: String) -> UInt16 { scheme == "https" ? 443 : 80 }

  /// Whether the host is this machine.
  var isLoopback: Bool { ["127.0.0.1", "localhost", "::1"].contains(host) }

  /// Whether a request may go there, and whether a face may open it.
  var isSafe: Bool { scheme == "https" || isLoopback }

  /// The address of a document of a well-known name: below the path, or between the host and the path (RFC 8414).
  func wellKnown(_ name: String, belowPath: Bool) -> String {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    let place = belowPath ? "\(path)/.well-known/\(name)" : "/.well-known/\(name)\(path)"
    return "\(scheme)://\(authority)\(place)"
  }

  private static func host(of authority: String) -> String? {
    var host = authority
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = String(authority[authority.index(after: authority.startIndex)..<end])
      guard host.contains(":"), host.utf8.allSatisfy({ $0.isHexadecimal || $0 == UInt8(ascii: ":") }),
        isPort(authority[authority.index(after: end)...])
      else { return nil }
      return host.lowercased()
    }
    if let colon = authority.firstIndex(of: ":") {
      guard isPort(authority[colon...]) else { return nil }
      host = String(authority[..<colon])
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard host.utf8.count <= 253 else { return nil }
    for label in labels {
      guard 1...63 ~= label.utf8.count, label.first != "-", label.last != "-",
        label.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
      else { return nil }
    }
    // What ends in a number is an address, which has one form only.
    if let last = labels.last, last.utf8.allSatisfy(\.isDigit) || last.lowercased().hasPrefix("0x") {
      let numbers = labels.compactMap { UInt8($0) }
      guard labels.count == 4, numbers.count == 4, numbers.map({ "\($0)" }) == labels.map(String.init) else {
        return nil
      }
    }
    return host.lowercased()
  }

  private static func isPort(_ text: Substring) -> Bool {
    if text.isEmpty { return true }
    let digits = text.dropFirst()
    guard text.first == ":", 1...5 ~= digits.count, digits.utf8.allSatisfy(\.isDigit), digits.first != "0" else {
      return false
    }
    return (UInt16(digits) ?? 0) > 0
  }

  private static func isURLCharacter(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  var isLetterOrDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
  var isHexadecimal: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20 }
}

extension String {
  /// The range of the first occurrence of an ASCII text.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return index..<self.index(index, offsetBy: text.count) }
      index = self.index(after: index)
    }
    return nil
  }
}

/// Forms and queries in the encoding of `application/x-www-form-urlencoded`.
enum FormEncoding {
  static func encode(_ fields: [(String, String)]) -> String {
    fields.map { "\(encode($0.0))=\(encode($0.1))" }.joined(separator: "&")
  }

  static func encode(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if byte.isLetterOrDigit || "-._~".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  /// The fields of a query; `nil` when it has a wrong escape, is not UTF-8, or names a field twice.
  static func decode(_ query: Substring) -> [String: String]? {
    var fields: [String: String] = [:]
    for part in query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = unescape(pair[0]), let value = unescape(pair.count > 1 ? pair[1] : ""), fields[name] == nil
      else {
        return nil
      }
      fields[name] = value
    }
    return fields
  }

  private static func unescape(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        bytes.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst(), let low = rest.popFirst(), high.isHexadecimal, low.isHexadecimal,
          let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(value)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
