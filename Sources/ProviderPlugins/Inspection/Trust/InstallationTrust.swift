import Glibc

/// Whether whoever could put a library where it is could have replaced the app itself, so that it is as trusted as that.
///
/// A user's own folders never count: nobody can tell a library there that the user has built from one that the user was
/// sent.
struct InstallationTrust: Sendable {
  /// Folders that only the administrator installs into.
  static let systemFolders = ["/usr", "/opt"]

  /// The path of the running program, with every link resolved; `nil` when it is not known.
  let executable: String?
  /// Folders of what is installed for every user, with every link resolved.
  let dataFolders: [String]
  /// Who could have changed a file.
  let trust: FileTrust
  /// The user that counts as the administrator; root but in tests.
  var administrator: UInt32 = 0

  /// The rules for this process.
  static var current: InstallationTrust {
    let data = ProviderSearchPath.ofThisProcess().locations.filter { $0.origin == .systemData && $0.ignored == nil }
    return InstallationTrust(
      executable: try? LibraryFile.resolve("/proc/self/exe"),
      dataFolders: data.compactMap { try? LibraryFile.resolve($0.path) }, trust: .current)
  }

  /// Whether a library is as trusted as the app.
  func vouches(for file: LibraryFile) -> Bool {
    guard let folder = Self.folder(of: file.path), !Self.isShared(folder) else { return false }
    return isBesideExecutable(file, folder) || isInstalled(file)
  }

  /// Whether it was built or installed together with the program.
  private func isBesideExecutable(_ file: LibraryFile, _ folder: String) -> Bool {
    guard let executable, folder == Self.folder(of: executable), let program = LibraryStatus(at: executable) else {
      return false
    }
    return [administrator, program.owner].contains(file.status.owner)
      && trust.problems(of: file.status, at: file.path).isEmpty
  }

  /// Whether the administrator has installed it, and nobody else could have.
  private func isInstalled(_ file: LibraryFile) -> Bool {
    guard (Self.systemFolders + dataFolders).contains(where: { Self.is(file.path, below: $0) }) else { return false }
    return FileTrust(trusted: [0, administrator], isPrivate: trust.isPrivate).problems(of: file.status, at: file.path)
      .isEmpty
  }

  private static func `is`(_ path: String, below folder: String) -> Bool {
    path.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
  }

  private static func folder(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether others may add files to a folder, though not replace those that are there.
  private static func isShared(_ folder: String) -> Bool {
    var status = stat()
    guard unsafe lstat(folder, &status) == 0 else { return true }
    return status.st_mode & 0o1000 != 0 && status.st_mode & 0o022 != 0
  }
}
