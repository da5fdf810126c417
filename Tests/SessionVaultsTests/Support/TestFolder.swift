import Foundation

/// A folder for one test, with the mode 0700, that is gone when the test lets go of it.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("SessionVaultsTests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
    )
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of all entries, sorted.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

  /// Everything that is in the folder's files, one after the other.
  func everything() throws -> String { try names().map { try text(of: $0) }.joined(separator: "\n") }

  /// The text of a file.
  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
  }

  /// How many secrets are marked.
  func marks() throws -> Int { try names().count { $0.hasPrefix(".") && $0.contains(".session.secret.") } }
}
