import Glibc
import Testing

@testable import AppControllerKit

@Suite struct `The status of a file` {
  /// Returns the status of a regular file.
  private func status(owner: UInt32, _ mode: UInt32) -> FileStatus {
    var status = stat()
    (status.st_uid, status.st_mode) = (owner, S_IFREG | mode)
    return FileStatus(status, nil)
  }

  private static let other = geteuid() + 1

  @Test(arguments: [(geteuid(), 0o600), (geteuid(), 0o644), (0, 0o644), (0, 0o640), (0, 0o444)] as [(UInt32, UInt32)])
  func `is trusted where only the user and root can write, if root's files are`(
    _ owner: UInt32, _ mode: UInt32
  ) throws {
    try status(owner: owner, mode).check("/f", is: .regular, without: 0o022, trusting: [geteuid(), 0])
    try status(owner: owner, mode).check("/f", is: .regular, without: 0o022, trusting: [Self.other, geteuid(), 0])
  }

  @Test(
    arguments: [
      (0, 0o644, [other], "found the owner 0, expected \(other)"),
      (other, 0o644, [geteuid(), 0], "found the owner \(other), expected "),
      (0, 0o664, [other, 0], "found the mode 0664, expected no more than 0644"),
      (0, 0o646, [other, 0], "found the mode 0646, expected no more than 0644"),
    ] as [(UInt32, UInt32, [UInt32], String)])
  func `is not trusted when somebody else owns it or may write it`(
    _ owner: UInt32, _ mode: UInt32, _ owners: [UInt32], _ says: String
  ) {
    let error = #expect(throws: AppControllerError.self) {
      try status(owner: owner, mode).check("/f", is: .regular, without: 0o022, trusting: owners)
    }
    #expect(error?.code == .storeUnsafe && error?.what.contains(says) == true, "\(String(describing: error))")
  }
}
