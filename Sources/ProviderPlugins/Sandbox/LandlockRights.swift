/// The rights that a version of Landlock knows, as bits in the kernel's order.
struct LandlockRights: Equatable {
  /// Every right that is withheld where no rule gives it.
  let handled: UInt64
  /// What a rule gives to whoever may read.
  let reading: UInt64
  /// What a rule gives for a device that is only a stream of bytes.
  let device: UInt64
  /// What a rule gives in a folder of the provider's own: plain files and folders.
  let owning: UInt64
  /// Those of the rights that a file can have, too.
  let ofFiles: UInt64
  /// The scopes that signals and abstract sockets do not leave.
  let scopes: UInt64

  private static let (execute, writeFile, readFile, readFolder): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 4, 8)
  /// Character devices, sockets, pipes, block devices, symbolic links: whatever is no plain file or folder.
  private static let makeSpecial: UInt64 = 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12
  private static let (truncate, deviceControl): (UInt64, UInt64) = (1 << 14, 1 << 15)

  /// - Parameter version: The kernel's; those that came later than 7 have what this one has.
  init(version: Int32) {
    let count =
      switch version {
      case ...1: 13
      case 2: 14
      case 3, 4: 15
      default: 16
      }
    handled = 1 << count - 1
    reading = Self.readFile | Self.readFolder
    device = (Self.readFile | Self.writeFile | Self.truncate) & handled
    owning = handled & ~(Self.execute | Self.makeSpecial | Self.deviceControl)
    ofFiles = (Self.execute | Self.writeFile | Self.readFile | Self.truncate | Self.deviceControl) & handled
    scopes = version >= 6 ? 3 : 0
  }
}
