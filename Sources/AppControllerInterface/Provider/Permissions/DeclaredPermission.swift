/// A permission that a provider declares: a right that it needs in a process of its own, in addition to the rights of
/// every provider.
///
/// A provider declares its permissions in its `provider.json`. A host reads them in the provider's note, without
/// running any of its code, and runs the provider only when all of them are granted.
public struct DeclaredPermission: Sendable, Hashable {
  /// The subject of a permission.
  public enum Kind: Sendable, Hashable {
    /// To connect by TCP to these ports of any machine, in ascending order.
    case ports([UInt16])
    /// To connect by TCP to the ports of the URLs in these settings; `usual` are the ports of the default URLs, which
    /// the provider chooses.
    case portsOf(settings: [String], usual: [UInt16] = [])
    /// To read, or to read and write, the contents of a folder.
    case folder(name: String, path: String, isWritable: Bool)
    /// To communicate with the server at a local socket, to which the host connects.
    case socket(name: String, path: String)
    /// A kind that this version does not know, and never grants.
    case unknown(String)
  }

  /// The subject.
  public let kind: Kind
  /// The reason, for people; one line of 1 to 256 bytes.
  public let why: String

  /// Checks nothing.
  package init(_ kind: Kind, why: String) { (self.kind, self.why) = (kind, why) }

  package static let maximumCount = 16
  package static let maximumPorts = 16
}

extension DeclaredPermission {
  package static let kinds = ["network", "folder", "socket"]

  /// The name under which an operator grants the permission and the provider is informed of it, such as `network` or
  /// `folder:photos`; `nil` for an unknown kind.
  public var grantName: String? {
    switch kind {
    case .ports, .portsOf: "network"
    case .folder(let name, _, _): "folder:\(name)"
    case .socket(let name, _): "socket:\(name)"
    case .unknown: nil
    }
  }

  /// The permission in words without its reason.
  ///
  /// Two permissions for the same right have the same words. A host remembers granted permissions by their words.
  public var words: String {
    switch kind {
    case .ports(let ports):
      "network: TCP to the port\(ports.count == 1 ? "" : "s") \(ports.map { "\($0)" }.joined(separator: ", "))"
    case .portsOf(let settings, let usual):
      (settings.count == 1
        ? "network: TCP to the port of the setting \(settings[0])"
        : "network: TCP to the ports of the settings \(settings.joined(separator: ", "))")
        + (usual.isEmpty ? "" : ", by default \(usual.map { "\($0)" }.joined(separator: ", "))")
    case .folder(let name, let path, let isWritable):
      "folder:\(name): reads \(isWritable ? "and writes " : "")what is in \(path)"
    case .socket(let name, let path): "socket:\(name): talks to the service at \(path)"
    case .unknown(let kind): "\(kind.displayable), which this version does not know"
    }
  }
}

// MARK: - Ports

extension DeclaredPermission {
  /// `nil` when the port is not valid, or the scheme has none.
  package static func port(of url: String) -> UInt16? {
    guard let colon = url.firstRange(of: "://") else { return nil }
    let authority = url[colon.upperBound...].prefix { !"/?#".contains($0) }
    // The colons of an address in brackets are no separators.
    let end = authority.lastIndex(of: "]") ?? authority.startIndex
    if let separator = authority[end...].lastIndex(of: ":") {
      let digits = authority[authority.index(after: separator)...]
      if !digits.isEmpty { return UInt16(digits).flatMap { $0 > 0 ? $0 : nil } }
    }
    return ["https": 443, "http": 80][url[..<colon.lowerBound].lowercased()]
  }
}

// MARK: - Paths

extension DeclaredPermission {
  /// The variables that a path can begin with, which the host resolves.
  package static let variables = ["GREETD_SOCK", "XDG_RUNTIME_DIR", "XDG_PICTURES_DIR", "HOME"]
  /// In bytes.
  package static let pathLimit = 1024
  /// The folders that are never granted, with everything below them: those of processes, of devices and of the kernel.
  package static let systemFolders = ["/proc", "/dev", "/sys"]

  /// The end of a sentence; `nil` when the path can be declared.
  ///
  /// The host checks the resolved path again, because a link can lead anywhere.
  package static func problem(ofPath path: String) -> String? {
    guard 1...pathLimit ~= path.utf8.count, path.isDisplayable else {
      return "is not a line of 1 to \(pathLimit) bytes"
    }
    // A long gap would show the rest of the path as a line of its own.
    if path.utf8.firstRange(of: "  ".utf8) != nil { return "has spaces side by side" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let rest = parts.dropFirst()
    let isVariable = path.utf8.first == UInt8(ascii: "$")
    let isKnown = variables.contains { parts[0].utf8.dropFirst().elementsEqual($0.utf8) }
    guard isVariable ? isKnown : parts[0].isEmpty else {
      return "does not begin with / or with one of \(variables.map { "$\($0)" }.joined(separator: ", "))"
    }
    if rest.contains(where: { ["", ".", ".."].contains($0) }) {
      return path == "/" ? "is /, which has everything" : "has an empty part, or . or .. in it"
    }
    if path == "$HOME" { return "is all that the user has; name a folder in it" }
    if let first = rest.first, !isVariable, systemFolders.contains("/\(first)") {
      return "is in /\(first), which is never granted"
    }
    return nil
  }
}
