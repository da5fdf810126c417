internal import AppControllerKit
internal import CProviderABI

extension ProviderIdentity {
  /// Who a library is by its file, whatever it says when it runs.
  init(path: String, note: ProviderNote, isIsolated: Bool) {
    self.init(
      id: note.id, version: note.version, path: path,
      abi: (UInt32(ACK_ABI_MAJOR), min(note.abi.minor, UInt32(ACK_ABI_MINOR))), isIsolated: isIsolated)
  }

  /// What a claim says otherwise, in words; `nil` when it says the same.
  func contradiction(to claim: LibraryClaim) -> String? {
    let members = [
      ("the id", id, claim.id), ("the version", version, claim.version), ("the ABI", "\(abi.major)", "\(claim.major)"),
    ]
    return members.first { $0.1 != $0.2 }.map { "it gives \($0.0) \($0.2), and its file \($0.1)" }
  }
}

/// Who a library says to be, from a process that it may speak for: nothing is done with it but to compare it.
struct LibraryClaim: Sendable, Equatable, Coded {
  var id: String
  var version: String
  var major: UInt32

  static var blank: LibraryClaim { LibraryClaim(id: "", version: "", major: 0) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("id", &id, .shown(atMost: 64))
    try coder.member("version", &version, .shown(atMost: 64))
    try coder.member("major", &major, .integer())
  }
}
