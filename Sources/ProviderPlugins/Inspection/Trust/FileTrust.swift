import Glibc

/// Whether other users could have changed a file, or put another one in its place.
struct FileTrust: Sendable {
  /// The users that are trusted: root, and the one that runs this.
  let trusted: Set<UInt32>
  /// The groups that have only their owner in them.
  let isPrivate: @Sendable (_ group: UInt32, _ owner: UInt32) -> Bool

  /// The rules for the user that runs this.
  static var current: FileTrust { FileTrust(trusted: [0, geteuid()], isPrivate: PrivateGroup.isPrivate) }

  /// All that is wrong with a file and the folders above it, from the file to the root.
  ///
  /// The path is one with every link resolved.
  func problems(of file: LibraryStatus, at path: String) -> [PluginError] {
    var problems = self.problems(path, file, isFolder: false)
    // By bytes: a letter's mark behind a slash would hide it from a string.
    var rest = Array(path.utf8)[...]
    while rest.count > 1, let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
      rest = rest[..<max(slash, 1)]
      let folder = String(decoding: rest, as: UTF8.self)
      var status = stat()
      // A folder that was renamed meanwhile is seen when the file is looked at again.
      guard unsafe lstat(folder, &status) == 0 else { continue }
      problems += self.problems(folder, LibraryStatus(status), isFolder: true)
    }
    return problems
  }

  private func problems(_ path: String, _ status: LibraryStatus, isFolder: Bool) -> [PluginError] {
    var problems: [PluginError] = []
    if !trusted.contains(status.owner) { problems.append(.foreignOwner(path, status.owner, trusted)) }
    // In a sticky folder only the owner of an entry may rename or remove it, and the entry is looked at, too.
    if isFolder, status.permissions & 0o1000 != 0 { return problems }
    let isOpenToGroup = status.permissions & 0o020 != 0 && !isPrivate(status.group, status.owner)
    if isOpenToGroup || status.permissions & 0o002 != 0 {
      problems.append(.writableByOthers(path, status, isFolder: isFolder))
    }
    return problems
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

  fileprivate static func writableByOthers(_ path: String, _ status: LibraryStatus, isFolder: Bool) -> PluginError {
    let mode = String(status.permissions, radix: 8)
    let who = status.permissions & 0o002 != 0 ? "every user" : "the group \(status.group)"
    let bits = status.permissions & 0o002 != 0 ? "go-w" : "g-w"
    return PluginError(
      isFolder ? .writableFolder : .writableFile,
      what: "\(path) has the mode \(mode), so that \(who) may write it",
      why: "others can put other code there, which would run as this user",
      fix: "find out whether somebody has changed it, then run: chmod \(bits) \(path)"
    )
  }
}
