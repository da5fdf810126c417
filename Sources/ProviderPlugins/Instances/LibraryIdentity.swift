internal import CProviderABI

/// Who a library is.
struct LibraryIdentity: Sendable, Equatable {
  /// The path, with every link resolved.
  let path: String
  let id: String
  let version: String
  /// The version of the ABI that is spoken.
  let major: UInt32
  let minor: UInt32
}

extension LibraryIdentity {
  /// Who a library is by its file, whatever it says when it runs.
  init(path: String, note: ProviderNote) {
    self.init(
      path: path, id: note.id, version: note.version, major: UInt32(ACK_ABI_MAJOR),
      minor: min(note.abi.minor, UInt32(ACK_ABI_MINOR)))
  }

  /// What a claim says otherwise, in words; `nil` when it says the same.
  func contradiction(to claim: LibraryClaim) -> String? {
    let members = [
      ("the id", id, claim.id), ("the version", version, claim.version), ("the ABI", "\(major)", "\(claim.major)"),
    ]
    return members.first { $0.1 != $0.2 }.map { "it gives \($0.0) \($0.2), and its file \($0.1)" }
  }
}

/// Who a library says to be, from a process that it may speak for: nothing is done with it but to compare it.
struct LibraryClaim: Sendable, Equatable {
  let id: String
  let version: String
  let major: UInt32
}
