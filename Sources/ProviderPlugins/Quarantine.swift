public import AppControllerKit
internal import Glibc

/// The list of libraries that are not loaded again, because they crashed or hung in a process of their own.
///
/// A library is identified by its digest, so that another build can be loaded. The list is a file that only its owner
/// may write. A damaged file is an error and is never taken for an empty list.
public struct Quarantine: Sendable, Hashable {
  /// The maximum number of entries; a new entry replaces the oldest.
  static let entryLimit = 100

  /// The folder of the file, created on demand.
  public let folder: String

  /// Makes a quarantine in a folder.
  public init(folder: String) { self.folder = folder }

  /// The libraries in quarantine, the oldest first.
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
  /// - Throws: ``PluginError`` with the code `ACK2209` when the list cannot be read or stored.
  public func add(_ entry: QuarantineEntry) throws(PluginError) {
    let others = try entries().filter { $0.sha256 != entry.sha256 }
    try store(others.suffix(Self.entryLimit - 1) + [entry])
  }

  /// Releases libraries from quarantine.
  ///
  /// - Parameter name: The id of a provider, or the digest of a library; `nil` for all.
  /// - Returns: The entries that were removed.
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
  /// The digest is computed only when the file's size equals that of an entry.
  package func entry(ofFileAt path: String) throws(PluginError) -> QuarantineEntry? {
    try entry(of: LibraryFile(at: path))
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

/// A library that crashed or hung in a process of its own, and the end of that process.
public struct QuarantineEntry: Sendable, Equatable {
  /// The SHA-256 digest of the file, as 64 lowercase hexadecimal digits; it differs for another build of the provider.
  public private(set) var sha256: String
  /// The size of the file in bytes.
  public private(set) var size: Int
  /// The path of the file at that time.
  public private(set) var path: String
  /// The provider's id; `nil` when the process ended before it sent its id.
  public private(set) var id: String?
  /// The time of the crash or hang.
  public private(set) var date: Timestamp
  /// The code of the error, such as `ACK2201` for a crash.
  public private(set) var code: String
  /// The call that was running, such as `at its logged-in interface`.
  public private(set) var phase: String
  /// The end of its process, such as `was ended by SIGSEGV (a bad memory access)`.
  public private(set) var end: String
  /// The last output of its process, at most 4 KiB, preceded by the reason of the crash if the process wrote one
  /// earlier.
  public private(set) var lastOutput: String
}

extension QuarantineEntry: Coded {
  package static var blank: QuarantineEntry {
    QuarantineEntry(
      sha256: "", size: 0, path: "", id: nil, date: Timestamp(secondsSince1970: 0), code: "", phase: "", end: "",
      lastOutput: "")
  }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    let text = TextKind.text(atMost: 64 << 10)
    try coder.member("sha256", &sha256, .checked(text) { Digest($0) == nil ? "is no SHA-256 digest" : nil })
    try coder.member("size", &size, .integer())
    try coder.member("path", &path, text)
    try coder.member("id", &id, .optional(text))
    try coder.member("date", &date, .timestamp)
    try coder.member("code", &code, text)
    try coder.member("phase", &phase, text)
    try coder.member("end", &end, text)
    try coder.member("lastOutput", &lastOutput, text)
  }
}

extension QuarantineEntry {
  /// `nil` when the library did not cause that end.
  init?(_ death: ChildDeath, _ file: LibraryFile, at date: Timestamp) {
    guard let end = death.endCausedByLibrary else { return nil }
    let digest: Digest
    do throws(ELFFault) { digest = try Digest(of: file) } catch { return nil }
    self.init(
      sha256: "\(digest)", size: file.size, path: file.path, id: death.id, date: date,
      code: death.error.code.rawValue, phase: death.phase.text, end: end, lastOutput: death.lastOutput
    )
  }

  package func words(_ text: String) -> String { ProviderWords(text, of: id ?? "provider").description }

  package func error(for path: String) -> PluginError {
    let name = id.map { "provider \($0)" } ?? path.displayable
    let line = CrashReason.line(of: lastOutput).map { "; it wrote: \(words($0))" } ?? ""
    return PluginError(
      .quarantined,
      what: "\(name) is not loaded: on \(date) its process \(end) \(phase) [\(code)]",
      why: "the file is the same as then, with the SHA-256 digest \(sha256)\(line)",
      fix: "install another build of it; or, to try this one again, take it out of the quarantine",
      command: "appctl quarantine clear \(id ?? sha256)"
    )
  }
}

extension ChildDeath {
  /// The end of the process in words, if the library is to blame; `nil` otherwise.
  ///
  /// The sender of a signal is unknown. While a call was running, every signal counts as the library's fault, except a
  /// kill by the host, whose reason is known. While the process was idle, the signals that users, sessions and the
  /// kernel send to any process do not count.
  fileprivate var endCausedByLibrary: String? {
    guard hasGreeted else { return nil }
    switch end {
    case .exited(.signaled(SIGKILL)) where wasAtRest, .exited(.signaled(SIGTERM)) where wasAtRest,
      .exited(.signaled(SIGINT)) where wasAtRest, .exited(.signaled(SIGHUP)) where wasAtRest, .exited(.unknown),
      .unwanted:
      return nil
    case .exited(let exit): return exit.description
    case .hung(let limit):
      // With a deadline shorter than the default, the host is to blame and not the library.
      return limit >= ProviderChild.Options().callDeadline ? "had not come back within \(limit)" : nil
    case .broken(let fault): return "broke a rule: \(fault)"
    case .closed: return "closed its connection"
    case .pretended(let difference): return "said to be somebody else (\(difference))"
    case .flooded: return "flooded the app"
    }
  }
}
