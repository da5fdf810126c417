import AppControllerKit
import CSystem
import Glibc

/// A file of another program, which may write it at the same moment.
struct SharedFile {
  private static let maximumRounds = 100
  private static let maximumSize = 1 << 20

  let path: String
  /// Called when the new content is written beside the file, before it takes the file's place.
  var whenWritten: () throws -> Void = {}

  /// Changes the file, without losing what another program writes meanwhile.
  ///
  /// The two files are exchanged, atomically. If what has come out is not what was read, another program has replaced
  /// the file since: the change is made in its content as well.
  ///
  /// `edit` returns nil to change nothing, and its error leaves the file as the other program has written it; of a
  /// missing file, the content is empty.
  func change(_ edit: ([UInt8]) throws -> [UInt8]?) throws {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
    let folder = try FileSystem.makeFolder(String(path[..<slash]))
    let name = String(path[path.utf8.index(after: slash)...])
    let prefix = ".\(name).\(getpid())"
    var expected = try Self.content(of: name, in: folder)
    guard var next = try edit(expected ?? []) else { return }
    defer { for entry in (try? folder.entryNames(beginningWith: prefix)) ?? [] { try? folder.removeEntry(entry) } }
    for round in 0..<Self.maximumRounds {
      // Each content has a name of its own: until the end, none is lost in a crash.
      let temporary = "\(prefix)-\(round)"
      try folder.removeEntry(temporary)
      guard let file = try folder.createEntry(temporary) else { throw FileSystem.failure("make", path, EEXIST) }
      try file.write(next)
      try file.synchronize()
      try whenWritten()
      let isPlaced =
        try expected == nil
        ? folder.linkEntry(temporary, as: name) : Self.exchange(temporary, name, in: folder, ifStill: expected)
      guard isPlaced else {
        expected = try Self.content(of: name, in: folder)
        guard let changed = try edit(expected ?? []) else { return }
        next = changed
        continue
      }
      if expected == nil { return try folder.synchronize() }
      let former = try Self.content(of: temporary, in: folder) ?? []
      if former == expected { return try folder.synchronize() }
      do {
        (expected, next) = (next, try edit(former) ?? former)
      } catch {
        try folder.renameEntry(temporary, over: name)
        throw error
      }
    }
    throw CommandError.notSetUp("\(path.displayable) is written again and again by another program")
  }

  private static func content(of name: String, in folder: borrowing FileDescriptor) throws -> [UInt8]? {
    guard try folder.status(of: name) != nil else { return nil }
    return try FileSystem.content(of: folder.path(of: name), atMost: maximumSize)
  }

  /// On a file system that cannot exchange, renames the first over the second; false when the second is missing, or
  /// when it was to be renamed over and has another content than expected.
  private static func exchange(
    _ entry: String, _ other: String, in folder: borrowing FileDescriptor, ifStill expected: [UInt8]?
  ) throws -> Bool {
    let number = unsafe folder_exchange(folder.number, entry, other)
    if number == 0 { return true }
    guard [ENOENT, EINVAL, ENOSYS, EOPNOTSUPP].contains(number) else {
      throw FileSystem.failure("exchange \(entry) with", folder.path(of: other), number)
    }
    guard let now = try content(of: other, in: folder), now == expected else { return false }
    try folder.renameEntry(entry, over: other)
    guard let former = try folder.createEntry(entry) else { throw FileSystem.failure("make", entry, EEXIST) }
    try former.write(now)
    return true
  }
}
