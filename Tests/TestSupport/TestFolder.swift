import Foundation

/// A folder that is removed when the last reference to it goes.
package final class TestFolder: Sendable {
  package let path: String

  /// Makes the folder with the permissions that the process gives, or with others.
  package init(mode: Int? = nil) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("AppControllerKit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The path as the loader reports it, with every link resolved.
    path = folder.resolvingSymlinksInPath().path
    if let mode { try setMode(mode, of: "") }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// The names of all entries, sorted.
  package func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(of: folder)).sorted()
  }

  /// Writes a file.
  ///
  /// - Returns: Its path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(of: name)))
    return path(of: name)
  }

  /// Writes a file, for its owner only unless told otherwise.
  package func write(_ text: String, to name: String, mode: Int = 0o600) throws {
    try write(text.utf8, to: name)
    try setMode(mode, of: name)
  }

  /// The text of a file.
  package func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(of: name))), as: UTF8.self)
  }

  /// The permission bits of an entry.
  package func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(of: name))[.posixPermissions] as? Int
  }

  package func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(of: name))
  }
}
