public import AppControllerKit

/// The digest that a provider's library must have, together with the libraries that it brings.
///
/// For a library that brings no others, it is the SHA-256 digest of its file. Otherwise it is that of the lines which
/// `sha256sum` prints for all of them, sorted by their bytes; `appctl inspect` prints it. Libraries that only the
/// administrator can replace do not count.
public struct ProviderPin: Sendable, Hashable {
  /// The SHA-256 digest, as 64 lowercase hexadecimal digits.
  public private(set) var sha256: String
  /// The time of the pinning; `nil` when it is unknown.
  public private(set) var pinnedAt: Timestamp?

  /// Makes a pin; `nil` when the text is no SHA-256 digest.
  ///
  /// - Parameters:
  ///   - sha256: 64 hexadecimal digits, of either case.
  ///   - pinnedAt: The time of the pinning.
  public init?(sha256: String, pinnedAt: Timestamp? = nil) {
    guard let digest = Digest(sha256) else { return nil }
    (self.sha256, self.pinnedAt) = ("\(digest)", pinnedAt)
  }

  /// Throws with both digests, or when a file cannot be read.
  func require(_ libraries: LibrarySet, of id: String) throws(PluginError) {
    let digest = try libraries.pin()
    guard "\(digest)" == sha256 else { throw .pinMismatch(libraries, id, self, digest) }
  }
}

extension ProviderPin: Coded {
  package static var blank: ProviderPin { ProviderPin() }

  private init() { (sha256, pinnedAt) = ("", nil) }

  package mutating func code<Form: Coder>(_ coder: inout Form) throws(CodingFault) {
    try coder.member("pinnedAt", &pinnedAt, .optional(.timestamp))
    try coder.member(
      "sha256", &sha256, .checked(.text(atMost: 64)) { Digest($0) == nil ? "is no SHA-256 digest" : nil })
    if Form.isReading { sha256 = sha256.lowercased() }
  }
}

extension PluginError {
  fileprivate static func pinMismatch(
    _ libraries: LibrarySet, _ id: String, _ pin: ProviderPin, _ digest: Digest
  ) -> PluginError {
    let pinned = pin.pinnedAt.map { ", pinned at \($0)" } ?? ""
    // The file that was changed last is the likely reason.
    let files = libraries.files
    let last = files.max { $0.status.changed < $1.status.changed } ?? libraries.main
    let changed = Timestamp(secondsSince1970: Int64(last.status.changed.seconds))
    let with = files.count == 1 ? "" : " with what it brings"
    let newest = files.count == 1 ? "the file" : last.path
    return PluginError(
      .pinMismatch,
      what: "\(libraries.main.path)\(with) has the SHA-256 digest \(digest), and \(id) has to have "
        + "\(pin.sha256)\(pinned)",
      why: "\(newest) was changed at \(changed): it was updated, or somebody has put another one there",
      fix: "find out which; if it was updated, pin it anew", command: "appctl providers --pin \(id)"
    )
  }
}
