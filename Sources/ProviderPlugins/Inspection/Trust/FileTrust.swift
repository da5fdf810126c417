internal import AppControllerKit
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
    problems(path, file, isFolder: false) + problems(ofFoldersAbove: path)
  }

  /// What is wrong with a file alone, whose folders were looked at already.
  func problems(ofFile file: LibraryFile) -> [PluginError] { problems(file.path, file.status, isFolder: false) }

  /// All that is wrong with a folder and those above it.
  func problems(ofFolder path: String) -> [PluginError] { problems(ofFoldersAbove: path == "/" ? path : "\(path)/.") }

  private func problems(ofFoldersAbove path: String) -> [PluginError] {
    var problems: [PluginError] = []
    // By bytes: a letter's mark behind a slash would hide it from a string.
    var rest = Array(path.utf8)[...]
    while rest.count > 1, let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
      rest = rest[..<max(slash, 1)]
      let folder = String(decoding: rest, as: UTF8.self)
      var status = stat()
      // A folder that was renamed meanwhile is seen when the file is looked at again.
      guard unsafe lstat(folder, &status) == 0 else { continue }
      problems += self.problems(folder, LibraryStatus(status, .ofEntry(folder)), isFolder: true)
    }
    return problems
  }

  private func problems(_ path: String, _ status: LibraryStatus, isFolder: Bool) -> [PluginError] {
    var problems: [PluginError] = []
    if !trusted.contains(status.owner) { problems.append(.foreignOwner(path, status.owner, trusted)) }
    // In a sticky folder only the owner of an entry may rename or remove it, and the entry is looked at, too.
    if isFolder, status.permissions & 0o1000 != 0 { return problems }
    if let cause = openness(of: status) {
      problems.append(.writableByOthers(path, cause, isFolder: isFolder, isForAll: status.permissions & 0o002 != 0))
    }
    return problems
  }

  /// How others can write a file, as the end of a sentence; nil when none can.
  private func openness(of status: LibraryStatus) -> String? {
    let mode = "the mode \(String(status.permissions, radix: 8)), so that"
    if status.permissions & 0o002 != 0 { return "\(mode) every user" }
    guard let list = status.accessList else {
      let isOpen = status.permissions & 0o020 != 0 && !isPrivate(status.group, status.owner)
      return isOpen ? "\(mode) the group \(status.group)" : nil
    }
    // With a list, the bits of the group are its mask, and say nothing by themselves.
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
