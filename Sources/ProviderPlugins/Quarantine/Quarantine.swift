internal import AppControllerKit

/// The libraries that are not loaded again, because they crashed or hung in a process of their own.
///
/// They are known by their content: another build is loaded. They are kept in one file, which only its owner may write; one
/// that is damaged is an error, and never an empty quarantine.
public struct Quarantine: Sendable, Hashable {
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
    do throws(AppControllerError) {
      switch try file.load() {
      case nil: return []
      case .success(let entries): return entries
      case .failure(let fault):
        throw AppControllerError(
          .storeFailed, what: "\(file.path) is damaged: \(fault)", why: "it is no list of libraries",
          fix: "move it away")
      }
    } catch {
      throw .badQuarantine(error)
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
    do throws(AppControllerError) { try file.store(entries) } catch { throw .badQuarantine(error) }
  }

  private var file: CodedFile<ListKind<ObjectKind<QuarantineEntry>>> {
    CodedFile("quarantine.json", in: folder, .list(.object(), atMost: 10_000))
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
  fileprivate static func badQuarantine(_ error: AppControllerError) -> PluginError {
    PluginError(
      .badQuarantine, what: "the quarantine cannot be used: \(error.what)",
      why: "\(error.why); without it nobody knows which providers crash", fix: error.fix
    )
  }
}
