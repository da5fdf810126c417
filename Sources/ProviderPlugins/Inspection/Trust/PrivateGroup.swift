import Glibc

/// The groups that many systems make for each user, with nobody else in them.
enum PrivateGroup {
  /// Whether a group is a user's own: his first group, of his name, and with no other member.
  static func isPrivate(_ group: UInt32, _ owner: UInt32) -> Bool {
    guard let user = user(owner), user.group == group, let found = members(of: group) else { return false }
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

  private static func members(of id: UInt32) -> (name: String, members: [String])? {
    var entry = unsafe Glibc.group()
    var result: UnsafeMutablePointer<Glibc.group>?
    // A group that does not fit has many members.
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
