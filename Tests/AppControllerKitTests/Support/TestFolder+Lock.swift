import Foundation
import TestSupport

@testable import AppControllerKit

extension TestFolder {
  /// Locks a file as another process does: a lock belongs to the open file, not to the process.
  func lockAsAnotherProcess(_ name: String) async throws -> FileDescriptor {
    guard let lock = try FileSystem.openFolder(path)?.openEntry(name) else { throw CocoaError(.fileNoSuchFile) }
    // A program that another test starts has a copy of a store's lock for a moment.
    while try !lock.tryLock() { await Task.yield() }
    return lock
  }
}
