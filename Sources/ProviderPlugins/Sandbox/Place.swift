internal import AppControllerKit
internal import CSystem
internal import Glibc

/// A file or a folder that was opened once: a rule of the sandbox is about it, whatever stands at its path by then.
package struct Place: Sendable {
  /// The path that it was opened by, with every link resolved.
  package let path: String
  package let isWritable: Bool
  let isFolder: Bool
  private let file: OpenFile

  private enum OpenFile: Sendable {
    case library(LibraryFile)
    case other(Owner)
  }

  private final class Owner: Sendable {
    let descriptor: FileDescriptor

    init(_ number: Int32, _ path: String) { descriptor = FileDescriptor(number: number, path: path) }
  }

  var number: Int32 {
    switch file {
    case .library(let file): file.number
    case .other(let owner): owner.descriptor.number
    }
  }

  init(_ library: LibraryFile) {
    (path, isWritable, isFolder, file) = (library.path, false, false, .library(library))
  }

  /// Throws `ACK2212`.
  package init(at path: String, isWritable: Bool = false) throws(PluginError) {
    guard !path.utf8.contains(0) else { throw Self.unopened(path, EINVAL) }
    guard let resolved = unsafe realpath(path, nil) else { throw Self.unopened(path, errno) }
    defer { unsafe free(resolved) }
    try unsafe self.init(resolved: String(cString: resolved), isWritable: isWritable)
  }

  /// A link that has been put there since is refused; throws `ACK2212`.
  init(resolved path: String, isWritable: Bool = false) throws(PluginError) {
    let number = unsafe place_open(path, false)
    if number < 0 { throw Self.unopened(path, -number) }
    try self.init(number, path: path, isWritable: isWritable)
  }

  /// Only the administrator can change such a path.
  init(ofSystem path: String) throws(PluginError) {
    let number = unsafe place_open_linked(path)
    if number < 0 { throw Self.unopened(path, -number) }
    try self.init(number, path: path, isWritable: false)
  }

  init(copying folder: borrowing FileDescriptor) throws(PluginError) {
    let number = fcntl(folder.number, F_DUPFD_CLOEXEC, 0)
    if number < 0 { throw Self.unopened(folder.path, errno) }
    try self.init(number, path: folder.path, isWritable: true)
  }

  init(_ number: Int32, path: String, isWritable: Bool) throws(PluginError) {
    file = .other(Owner(number, path))
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw Self.unopened(path, errno) }
    (self.path, self.isWritable, isFolder) = (path, isWritable, status.st_mode & S_IFMT == S_IFDIR)
  }

  private static func unopened(_ path: String, _ number: Int32) -> PluginError {
    PluginError.refusedSandbox("open \(path.displayable) for itself", number)
  }
}

extension Place: Equatable {
  package static func == (a: Place, b: Place) -> Bool {
    PlaceIdentity(of: a.number) == PlaceIdentity(of: b.number) && a.isWritable == b.isWritable
  }
}
