internal import AppControllerKit
internal import Glibc

/// A library that crashed or hung in a process of its own, and how.
public struct QuarantineEntry: Sendable, Equatable {
  /// The SHA-256 digest of the file, as 64 lowercase hexadecimal digits; another build of the provider has another.
  public let sha256: String
  /// The size of the file in bytes.
  public let size: Int
  /// Where the file was.
  public let path: String
  /// The provider's id; `nil` when it ended before it said it.
  public let id: String?
  /// When it happened, in seconds since 1970-01-01T00:00:00Z.
  public let date: Int64
  /// The code of the error, such as `ACK2201` for a crash.
  public let code: String
  /// What it was doing, such as `at its logged-in interface`.
  public let phase: String
  /// How its process ended, such as `was ended by SIGSEGV (a bad memory access)`.
  public let end: String
  /// What it wrote last, at most 4 KiB.
  public let lastWords: String
}

extension QuarantineEntry {
  /// Notes how a process ended; `nil` when that was not the library's doing.
  init?(_ death: ChildDeath, _ file: LibraryFile, at date: Int64) {
    guard let end = death.endByItsOwnDoing else { return nil }
    let digest: Digest
    do throws(ELFFault) { digest = try Digest(of: file) } catch { return nil }
    self.init(
      sha256: "\(digest)", size: file.size, path: file.path, id: death.id, date: date,
      code: death.error.code.rawValue, phase: death.phase.text, end: end, lastWords: death.lastWords
    )
  }

  /// The error for a library that is in quarantine.
  package func error(for path: String) -> PluginError {
    let name = id.map { "provider \($0)" } ?? path.displayable
    let word = lastWords.split(separator: "\n").last.map { "; the last that it wrote: \($0.prefix(500))" } ?? ""
    return PluginError(
      .quarantined,
      what: "\(name) is not loaded: on \(Timestamp.text(of: date)) its process \(end) \(phase) [\(code)]",
      why: "the file is the same as then, with the SHA-256 digest \(sha256)\(word)",
      fix: "install another build of it; or, to try this one again, run: appctl quarantine clear \(id ?? sha256)"
    )
  }
}

extension ChildDeath {
  /// How the process ended, when the library is to blame.
  ///
  /// Nobody knows who has sent a signal. While a call was under way it counts as the library's doing, whichever it was: what
  /// the host sends itself is known by its reason. At rest the signals do not count that users, sessions and the kernel
  /// send to any process.
  fileprivate var endByItsOwnDoing: String? {
    guard hasGreeted else { return nil }
    switch end {
    case .exited(.signaled(SIGKILL)) where wasAtRest, .exited(.signaled(SIGTERM)) where wasAtRest,
      .exited(.signaled(SIGINT)) where wasAtRest, .exited(.signaled(SIGHUP)) where wasAtRest, .exited(.unknown),
      .unwanted:
      return nil
    case .exited(let exit): return exit.description
    case .hung(let limit):
      // Whoever gives it less time than usual is the one who was in a hurry.
      return limit >= ProviderChild.Options().callDeadline ? "had not come back within \(limit)" : nil
    case .broken(let fault): return "broke a rule: \(fault)"
    case .closed: return "closed its connection"
    case .pretended(let difference): return "said to be somebody else (\(difference))"
    case .flooded: return "flooded the app"
    }
  }
}
