internal import AppControllerKit
import Glibc

/// The rules by which a file counts as protected against changes by other users.
struct FileTrust: Sendable {
  let trusted: Set<UInt32>
  /// A private group has no member but its owner.
  let isPrivate: @Sendable (_ group: UInt32, _ owner: UInt32) -> Bool

  static var current: FileTrust { FileTrust(trusted: [0, geteuid()], isPrivate: PrivateGroup.isPrivate) }

  /// The problems are in order from the file to the root; the path has every link resolved.
  func problems(of file: LibraryStatus, at path: String) -> [PluginError] {
    problems(path, file, isFolder: false) + problems(ofFoldersAbove: path)
  }

  /// The folders above have been checked.
  func problems(ofFile file: LibraryFile) -> [PluginError] { problems(file.path, file.status, isFolder: false) }

  func problems(ofFolder path: String) -> [PluginError] { problems(ofFoldersAbove: "\(path)/.") }

  private func problems(ofFoldersAbove path: String) -> [PluginError] {
    var problems: [PluginError] = []
    // Searched by bytes, because a combining mark after a slash would hide the slash from a string.
    var rest = Array(path.utf8)[...]
    while rest.count > 1, let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
      rest = rest[..<max(slash, 1)]
      let folder = String(decoding: rest, as: UTF8.self)
      var status = stat()
      // If a folder was renamed meanwhile, the second check of the file finds that.
      guard unsafe lstat(folder, &status) == 0 else { continue }
      problems += self.problems(folder, LibraryStatus(status, .ofEntry(folder)), isFolder: true)
    }
    return problems
  }

  private func problems(_ path: String, _ status: LibraryStatus, isFolder: Bool) -> [PluginError] {
    var problems: [PluginError] = []
    if !trusted.contains(status.owner) { problems.append(.foreignOwner(path, status.owner, trusted)) }
    // In a sticky folder only the owner of an entry may rename or remove it, and the entry is checked too.
    if isFolder, status.permissions & 0o1000 != 0 { return problems }
    if let cause = openness(of: status) {
      problems.append(.writableByOthers(path, cause, isFolder: isFolder, isForAll: status.permissions & 0o002 != 0))
    }
    return problems
  }

  /// The access by which others can write, as the end of a sentence; `nil` when they cannot.
  private func openness(of status: LibraryStatus) -> String? {
    func cause(_ users: String) -> String { "the mode \(String(status.permissions, radix: 8)), so that \(users)" }
    if status.permissions & 0o002 != 0 { return cause("every user") }
    guard let list = status.accessList else {
      let isOpen = status.permissions & 0o020 != 0 && !isPrivate(status.group, status.owner)
      return isOpen ? cause("the group \(status.group)") : nil
    }
    // With an access list, the permission bits of the group are its mask, and grant nothing by themselves.
    let open = list.grants.first { grant in
      let isTrusted =
        switch grant.holder {
        case .user(let id): id == status.owner || trusted.contains(id)
        case .owningGroup: isPrivate(status.group, status.owner)
        case .group(let id): isPrivate(id, status.owner)
        case .unknown: false
        }
      return !isTrusted && grant.permissions & 0o2 != 0
    }
    return open.map { "an access list by which \($0.holder)" }
  }
}

extension PluginError {
  fileprivate static func foreignOwner(_ path: String, _ owner: UInt32, _ trusted: Set<UInt32>) -> PluginError {
    let users = trusted.sorted().map { "\($0)" }.joined(separator: " or ")
    return PluginError(
      .foreignOwner, what: "\(path) belongs to the user \(owner), and has to belong to \(users)",
      why: "whoever owns it can put other code there, which would run as this user",
      fix: "install the provider as this user or as root, in a folder that belongs to one of them"
    )
  }

  fileprivate static func writableByOthers(
    _ path: String, _ cause: String, isFolder: Bool, isForAll: Bool
  ) -> PluginError {
    PluginError(
      isFolder ? .writableFolder : .writableFile,
      what: "\(path) has \(cause) may write it",
      why: "others can put other code there, which would run as this user",
      fix: "find out whether somebody has changed it, then run: chmod \(isForAll ? "go-w" : "g-w") \(path)"
    )
  }
}

enum PrivateGroup {
  /// A user's own group is the user's primary group, has the user's name, and has no other members.
  static func isPrivate(_ group: UInt32, _ owner: UInt32) -> Bool {
    isPrivate(group, user(owner), members(of: group))
  }

  static func isPrivate(
    _ group: UInt32, _ user: (name: String, group: UInt32)?, _ found: (name: String, members: [String])?
  ) -> Bool {
    guard let user, user.group == group, let found else { return false }
    return found.name == user.name && found.members.allSatisfy { $0 == user.name }
  }

  private static func user(_ id: UInt32) -> (name: String, group: UInt32)? {
    var entry = unsafe passwd()
    var result: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16 << 10)
    guard unsafe getpwuid_r(id, &entry, &buffer, buffer.count, &result) == 0, unsafe result != nil,
      let name = unsafe entry.pw_name
    else { return nil }
    return unsafe (String(cString: name), entry.pw_gid)
  }

  static func members(of id: UInt32) -> (name: String, members: [String])? {
    var entry = unsafe Glibc.group()
    var result: UnsafeMutablePointer<Glibc.group>?
    // A group that does not fit into the buffer has many members.
    var buffer = [CChar](repeating: 0, count: 16 << 10)
    guard unsafe getgrgid_r(id, &entry, &buffer, buffer.count, &result) == 0, unsafe result != nil,
      let name = unsafe entry.gr_name
    else { return nil }
    var members: [String] = []
    var next = unsafe entry.gr_mem
    while let member = unsafe next?.pointee {
      members.append(unsafe String(cString: member))
      unsafe next = next?.successor()
    }
    return unsafe (String(cString: name), members)
  }
}

/// The rules by which a library is as trusted as the app: only those who can replace the app could have put it there.
///
/// The folders of a user never count: the user may have built a library there, or may have received it from another
/// person.
struct InstallationTrust: Sendable {
  /// The folders that only the administrator installs into.
  static let systemFolders = ["/usr", "/opt"]

  /// The path of the running program, with every link resolved; `nil` when it is unknown.
  let executable: String?
  /// The data folders that all users share, with every link resolved.
  let dataFolders: [String]
  let trust: FileTrust
  /// The user that counts as the administrator; root except in tests.
  var administrator: UInt32 = 0

  static var current: InstallationTrust {
    InstallationTrust(
      executable: try? LibraryFile.resolve("/proc/self/exe"),
      dataFolders: dataFolders(among: ProviderSearchPath.ofThisProcess().locations), trust: .current)
  }

  static func dataFolders(among locations: [ProviderLocation]) -> [String] {
    locations.filter { $0.origin == .systemData && $0.ignored == nil }.compactMap { try? LibraryFile.resolve($0.path) }
  }

  /// The result does not depend on the user who runs this.
  static func coversSystem(
    _ file: LibraryFile, below folders: [String] = systemFolders + ["/lib", "/lib32", "/lib64", "/libx32"]
  ) -> Bool {
    folders.contains { Self.is(file.path, below: $0) }
      && FileTrust(trusted: [0], isPrivate: PrivateGroup.isPrivate).problems(of: file.status, at: file.path).isEmpty
  }

  func covers(_ libraries: LibrarySet) -> Bool {
    covers(libraries.main) && libraries.needed.allSatisfy { $0.isOfSystem || covers($0.file) }
  }

  func covers(_ file: LibraryFile) -> Bool {
    guard let folder = Self.folder(of: file.path), !Self.isShared(folder) else { return false }
    return isBesideExecutable(file, folder) || isInstalled(file)
  }

  private func isBesideExecutable(_ file: LibraryFile, _ folder: String) -> Bool {
    guard let executable, folder == Self.folder(of: executable), let program = LibraryStatus(at: executable) else {
      return false
    }
    return [administrator, program.owner].contains(file.status.owner)
      && trust.problems(of: file.status, at: file.path).isEmpty
  }

  private func isInstalled(_ file: LibraryFile) -> Bool {
    guard (Self.systemFolders + dataFolders).contains(where: { Self.is(file.path, below: $0) }) else { return false }
    return FileTrust(trusted: [0, administrator], isPrivate: trust.isPrivate).problems(of: file.status, at: file.path)
      .isEmpty
  }

  private static func `is`(_ path: String, below folder: String) -> Bool {
    path.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
  }

  static func folder(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Others may add files to such a folder, but not replace the files of others.
  private static func isShared(_ folder: String) -> Bool {
    var status = stat()
    guard unsafe lstat(folder, &status) == 0 else { return true }
    return status.st_mode & 0o1000 != 0 && status.st_mode & 0o022 != 0
  }
}
