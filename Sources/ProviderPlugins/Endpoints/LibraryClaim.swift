internal import AppControllerKit
internal import CProviderABI

/// The identity that a library claims, sent by a process that the library controls; it is only compared, never used.
struct LibraryClaim: Sendable, Equatable, Coded {
  var id: String
  var version: String
  var major: UInt32

  static var blank: LibraryClaim { LibraryClaim(id: "", version: "", major: 0) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("id", &id, .displayText(atMost: 64))
    try coder.member("version", &version, .displayText(atMost: 64))
    try coder.member("major", &major, .integer())
  }
}

extension ProviderIdentity {
  /// The identity does not depend on the library's answers at run time.
  init(path: String, note: ProviderNote, isIsolated: Bool) {
    self.init(
      id: note.id, version: note.version, path: path,
      abi: (UInt32(ACK_ABI_MAJOR), min(note.abi.minor, UInt32(ACK_ABI_MINOR))), isIsolated: isIsolated)
  }

  /// Whether the library's file contains Swift; each access reads the file.
  var isSwift: Bool {
    guard let file = try? LibraryFile(resolved: path), let library = try? OpenedLibrary(file, path: path) else {
      return false
    }
    return SwiftRuntime.hasSwiftSections(library.image.header, library.windows)
  }

  /// `nil` when identity and claim are equal.
  func contradiction(to claim: LibraryClaim) -> String? {
    let members = [
      ("the id", id, claim.id), ("the version", version, claim.version), ("the ABI", "\(abi.major)", "\(claim.major)"),
    ]
    return members.first { $0.1 != $0.2 }.map {
      "it gives \($0.0) \(ProviderWords.withoutCodes($0.2)), and its file \($0.1)"
    }
  }
}
