internal import AppControllerKit
internal import CSystem
internal import Glibc

/// The Landlock rules that determine which files the process can open from now on, and which ports it can connect to.
struct FileRules {
  static let missing = "this kernel has no Landlock: the provider can read and write whatever you can read and write"

  /// The files and folders that may be used besides the system's own.
  let places: [Place]
  /// All ports when there are none.
  var ports: [UInt16] = []

  /// The rules are not entered; `nil` when the kernel has no Landlock.
  func make() throws(PluginError) -> FileDescriptor? {
    let version = landlock_version()
    // Landlock is not built in, disabled at boot, or blocked by a container.
    if [-ENOSYS, -EOPNOTSUPP, -EPERM].contains(version), ports.isEmpty { return nil }
    try PluginError.sandboxed("ask for the version of Landlock", version)
    let rights = LandlockRights(version: version)
    // The host has checked the version before.
    if !ports.isEmpty, rights.connecting == 0 {
      try PluginError.sandboxed("keep to some ports", -EOPNOTSUPP)
    }
    let number = landlock_new(rights.handled, ports.isEmpty ? 0 : rights.connecting, rights.scopes)
    try PluginError.sandboxed("make Landlock's rules", number)
    let rules = FileDescriptor(number: number, path: "Landlock's rules")
    for path in SystemFiles.readable {
      if let place = try? Place(ofSystem: path) { try allow(rights.reading, place, rights, rules) }
    }
    for path in SystemFiles.devices {
      if let place = try? Place(ofSystem: path) { try allow(rights.device, place, rights, rules) }
    }
    for place in places { try allow(place.isWritable ? rights.owning : rights.reading, place, rights, rules) }
    for port in ports {
      try PluginError.sandboxed(
        "have the port \(port) for itself", landlock_allow_port(rules.number, port, rights.connecting))
    }
    return rules
  }

  /// Permanent for the calling thread; returns the consequence of a kernel without Landlock, `nil` with it.
  func enter() throws(PluginError) -> String? {
    guard let rules = try make() else { return Self.missing }
    try PluginError.sandboxed("put itself under Landlock's rules", landlock_enter(rules.number))
    return nil
  }

  private func allow(
    _ granted: UInt64, _ place: Place, _ rights: LandlockRights, _ rules: borrowing FileDescriptor
  ) throws(PluginError) {
    let granted = place.isFolder ? granted : granted & rights.ofFiles
    try PluginError.sandboxed(
      "have \(place.path.displayable) for itself", landlock_allow(rules.number, place.number, granted))
  }
}

/// The rights that a version of Landlock knows, as bits in the kernel's order.
struct LandlockRights: Equatable {
  let handled: UInt64
  let reading: UInt64
  /// Such a device is a plain stream of bytes.
  let device: UInt64
  /// The rights of a rule for the provider's home folder: plain files and folders.
  let owning: UInt64
  let ofFiles: UInt64
  /// The right to connect to a port by TCP; 0 where the version does not know it.
  let connecting: UInt64
  /// The scopes that confine signals and abstract sockets.
  let scopes: UInt64

  private static let (execute, writeFile, readFile, readFolder): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 4, 8)
  /// The rights to make character and block devices, sockets, pipes and symbolic links.
  private static let makeSpecial: UInt64 = 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12
  private static let (truncate, deviceControl): (UInt64, UInt64) = (1 << 14, 1 << 15)

  /// A version above 7 has the rights of 7.
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
    connecting = version >= 4 ? 2 : 0
    scopes = version >= 6 ? 3 : 0
  }
}

/// The files of the system that every provider may read.
///
/// Files that a system lacks are skipped. Of the folders with certificates, only the public parts are listed, because
/// they also contain private keys.
enum SystemFiles {
  static let readable = [
    "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
    "/etc/ssl/certs", "/etc/ssl/cert.pem", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs", "/etc/pki/tls/cert.pem",
    "/etc/pki/tls/openssl.cnf", "/etc/pki/ca-trust", "/etc/ca-certificates", "/etc/crypto-policies",
    "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/protocols",
    "/etc/services", "/run/systemd/resolve", "/etc/localtime", "/etc/timezone", "/etc/passwd", "/etc/group",
    "/etc/shells", "/etc/login.defs", "/etc/default/keyboard", "/etc/locale.alias",
    "/sys/devices/system/cpu", "/sys/fs/cgroup",
    // The whole of /proc is needed: Swift's concurrency uses libdispatch, which reads /proc/TID/stat of threads that
    // start later. Of other processes, the provider sees only what every user may see; Landlock denies the rest, as it
    // denies tracing.
    "/proc",
  ]

  /// Devices without content, which may also be written.
  ///
  /// `/dev/zero` is not among them, because no limit counts the memory of its shared mappings.
  static let devices = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"]
}
