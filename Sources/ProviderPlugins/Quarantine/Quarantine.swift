internal import AppControllerKit

/// The libraries that are not loaded again, because they crashed or hung in a process of their own.
///
/// They are known by their content: another build is loaded. They are kept in one file, which only its owner may write; one
/// that is damaged is an error, and never an empty quarantine.
public struct Quarantine: Sendable, Hashable {
  private static let name = "quarantine.json"
  private static let limit = 4 << 20
  /// More entries than this are not kept; the oldest goes.
  static let entryLimit = 100

  /// The folder in which the file is; it is made when it is needed.
  public let folder: String

  /// Takes a folder.
  public init(folder: String) { self.folder = folder }

  /// The libraries that are in quarantine, the oldest first.
  ///
  /// - Throws: ``PluginError`` with the code `ACK2209` when the file cannot be read or is damaged.
  public func entries() throws(PluginError) -> [QuarantineEntry] {
    let path = "\(folder)/\(Self.name)"
    do throws(AppControllerError) {
      guard let folder = try FileSystem.openFolder(folder), let file = try folder.openEntry(Self.name) else {
        return []
      }
      try file.status().check(file.path, is: .regular, without: 0o022)
      let bytes = try file.read(atMost: Self.limit)
      guard bytes.count < Self.limit, let entries = QuarantineFile.entries(of: bytes) else {
        throw AppControllerError(
          .storeFailed, what: "\(path) is damaged", why: "it is no list of libraries", fix: "move it away")
      }
      return entries
    } catch {
      throw .badQuarantine(path, error)
    }
  }

  /// Puts a library into quarantine.
  ///
  /// - Throws: ``PluginError`` with the code `ACK2209` when it cannot be kept.
  public func add(_ entry: QuarantineEntry) throws(PluginError) {
    let others = try entries().filter { $0.sha256 != entry.sha256 }
    try store(others.suffix(Self.entryLimit - 1) + [entry])
  }

  /// Lets libraries out of quarantine.
  ///
  /// - Parameter name: The id of a provider, or the digest of a library; `nil` for all.
  /// - Returns: Those that were let out.
  /// - Throws: ``PluginError`` with the code `ACK2209` when the file cannot be read or written.
  @discardableResult
  public func clear(_ name: String? = nil) throws(PluginError) -> [QuarantineEntry] {
    let all = try entries()
    let freed = all.filter { name == nil || $0.id == name || $0.sha256 == name }
    if !freed.isEmpty { try store(all.filter { !freed.contains($0) }) }
    return freed
  }

  private func store(_ entries: [QuarantineEntry]) throws(PluginError) {
    do throws(AppControllerError) {
      let folder = try FileSystem.makeFolder(folder)
      try folder.status().check(folder.path, is: .folder, without: 0o022)
      try folder.replaceEntry(Self.name, with: QuarantineFile.bytes(of: entries))
    } catch {
      throw .badQuarantine("\(folder)/\(Self.name)", error)
    }
  }
}

extension Quarantine {
  /// The entry of a file, if it is in quarantine.
  ///
  /// The digest is made only of a file whose size is one of an entry.
  package func entry(ofFileAt path: String) throws(PluginError) -> QuarantineEntry? {
    try entry(of: LibraryFile(resolved: LibraryFile.resolve(path)))
  }

  func entry(of file: LibraryFile) throws(PluginError) -> QuarantineEntry? {
    let candidates = try entries().filter { $0.size == file.size }
    if candidates.isEmpty { return nil }
    let digest: Digest
    do throws(ELFFault) { digest = try Digest(of: file) } catch { throw PluginError(error, file.path) }
    return candidates.first { $0.sha256 == "\(digest)" }
  }
}

extension PluginError {
  fileprivate static func badQuarantine(_ path: String, _ error: AppControllerError) -> PluginError {
    PluginError(
      .badQuarantine, what: "the quarantine cannot be used: \(error.what)",
      why: "\(error.why); without it nobody knows which providers crash", fix: error.fix
    )
  }
}
