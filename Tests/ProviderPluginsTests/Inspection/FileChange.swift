import Foundation
import Glibc
import Testing

/// A change of a file after its inspection.
enum FileChange: String, CaseIterable {
  case removed, replaced, linked, written, lengthened, opened

  /// The expected text of the error.
  var says: String {
    switch self {
    case .lengthened: "bytes, and has"
    case .removed, .replaced, .linked, .written, .opened: "its content, owner, mode or name was set"
    }
  }

  /// Makes the change.
  func make(_ path: String) throws {
    let files = FileManager.default
    switch self {
    case .removed:
      try files.removeItem(atPath: path)
    case .replaced:
      try files.copyItem(atPath: path, toPath: "\(path).new")
      try #require(unsafe rename("\(path).new", path) == 0)
    case .linked:
      try files.moveItem(atPath: path, toPath: "\(path).old")
      try files.createSymbolicLink(atPath: path, withDestinationPath: "\(path).old")
    case .written:
      try write(path)
    case .lengthened:
      try #require(unsafe truncate(path, 1 << 20) == 0)
    case .opened:
      try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
    }
  }

  /// Changes the content, but none of the attributes that a program can set.
  private func write(_ path: String) throws {
    var before = stat()
    try #require(unsafe stat(path, &before) == 0)
    var now = before
    // The system's clock for files advances in steps of a few milliseconds.
    while now.st_ctim.tv_nsec == before.st_ctim.tv_nsec, now.st_ctim.tv_sec == before.st_ctim.tv_sec {
      let file = unsafe open(path, O_WRONLY)
      try #require(unsafe pwrite(file, [0x7F], 1, 0) == 1)
      try #require(unsafe futimens(file, [before.st_atim, before.st_mtim]) == 0)
      close(file)
      try #require(unsafe stat(path, &now) == 0)
    }
    #expect(now.st_mtim.tv_nsec == before.st_mtim.tv_nsec && now.st_size == before.st_size)
  }
}
