import TestSupport

extension TestFolder {
  /// Everything that is in the folder's files, one after the other.
  func everything() throws -> String { try names().map { try text(of: $0) }.joined(separator: "\n") }

  /// How many secrets are marked.
  func marks() throws -> Int { try names().count { $0.hasPrefix(".") && $0.contains(".session.secret.") } }
}
