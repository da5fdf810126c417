import Foundation

@testable import AppControllerKit

/// A folder for one test, with the mode 0700, that is gone when the test lets go of it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let name = "AppControllerKitTests-\(UUID().uuidString)"
    path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of an entry.
  func path(of name: String) -> String { "\(path)/\(name)" }

  /// The names of all entries, sorted.
  func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(of: folder)).sorted()
  }

  /// Writes a file, for its owner only unless told otherwise.
  func write(_ text: String, to name: String, mode: Int = 0o600) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(of: name)))
    try setMode(mode, of: name)
  }

  /// The text of a file.
  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(of: name))), as: UTF8.self)
  }

  /// The permission bits of an entry.
  func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(of: name))[.posixPermissions] as? Int
  }

  func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(of: name))
  }

  /// Locks a file as another process does: a lock belongs to the open file, not to the process.
  func lockAsAnotherProcess(_ name: String) async throws -> FileDescriptor {
    guard let lock = try FileSystem.openFolder(path)?.openEntry(name) else { throw CocoaError(.fileNoSuchFile) }
    // A program that another test starts has a copy of a store's lock for a moment.
    while try !lock.tryLock() { await Task.yield() }
    return lock
  }
}
