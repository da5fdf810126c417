public import AppControllerKit

/// The digest that a provider's library must have.
public struct ProviderPin: Sendable, Hashable {
  /// The SHA-256 digest of the file, as 64 lowercase hexadecimal digits.
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

  /// Checks that a file has the digest.
  ///
  /// - Throws: ``PluginError`` with both digests, or when the file cannot be read.
  func require(_ file: LibraryFile, of id: String) throws(PluginError) {
    let digest: Digest
    do throws(ELFFault) { digest = try Digest(of: file) } catch { throw PluginError(error, file.path) }
    guard "\(digest)" == sha256 else { throw .pinMismatch(file, id, self, digest) }
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
    _ file: LibraryFile, _ id: String, _ pin: ProviderPin, _ digest: Digest
  ) -> PluginError {
    let pinned = pin.pinnedAt.map { ", pinned at \($0)" } ?? ""
    let changed = Timestamp(secondsSince1970: Int64(file.status.changed.seconds))
    return PluginError(
      .pinMismatch,
      what: "\(file.path) has the SHA-256 digest \(digest), and \(id) has to have \(pin.sha256)\(pinned)",
      why: "the file was changed at \(changed): it was updated, or somebody has put another one there",
      fix: "find out which; if it was updated, pin it anew", command: "appctl providers --pin \(id)"
    )
  }
}
