package import AppControllerKit
import Glibc
internal import ProviderABI
internal import ProviderPlugins

/// The inputs of a user who signs in for the checks.
package struct CheckInputs: Sendable {
  /// By the names of their inputs; none is secret.
  package private(set) var texts: [String: String]
  /// What came from a pipe, and so may be a secret.
  package private(set) var piped: (name: String, secret: Secret)?

  /// In place of the primary one; `nil` for that one.
  package private(set) var action: String?

  package init(texts: [String: String], piped: (name: String, secret: Secret)?, action: String?) {
    (self.texts, self.piped, self.action) = (texts, piped, action)
  }
}

/// What a child does; it gets this through a socket, because every process can read arguments.
struct CheckOrder: Sendable {
  /// The ids of checks, or of one ``SessionTask``.
  var checks: [String] = []
  var path = ""
  var seed: UInt64 = 0
  var timeout = Duration.zero
  var patience = Duration.zero
  var sandbox = CheckSandbox.blank
  /// Whether it has no limits of memory and files.
  var isUnlimited = false
  /// `nil` for a made-up one.
  var session: Session?
  var inputs: CheckInputs?
}

extension CheckOrder: Coded {
  static var blank: CheckOrder { CheckOrder() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (time, wait) = (max(1, timeout.milliseconds), max(1, patience.milliseconds))
    try coder.member("checks", &checks, .list(.text(atMost: 100), atMost: 1000))
    try coder.member("path", &path, .text(atMost: 4096))
    try coder.member("seed", &seed, .integer())
    try coder.member("timeout", &time, .integer())
    try coder.member("patience", &wait, .integer())
    (timeout, patience) = (.milliseconds(time), .milliseconds(wait))
    try coder.member("sandbox", &sandbox, .object())
    try coder.member("isUnlimited", &isUnlimited, .bool)
    try coder.member("session", &session, .optional(.object()))
    try coder.member("inputs", &inputs, .optional(.object()))
  }
}

extension CheckSandbox: Coded {
  /// Without any right.
  static var blank: CheckSandbox { CheckSandbox(readable: [], folder: nil) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var names = permissions.names
    try coder.member("readable", &readable, .optional(.list(.text(atMost: 4096), atMost: 10_000)))
    try coder.member("folder", &folder, .optional(.text(atMost: 4096)))
    try coder.member("permissions", &names, .list(.text(atMost: 100), atMost: 100))
    try coder.member("settings", &settings.entries, .list(.object(), atMost: ProviderSetting.maximumCount))
    permissions = Set(names.compactMap(ProviderPermission.init))
  }
}

extension CheckInputs: Coded {
  package static var blank: CheckInputs { CheckInputs(texts: [:], piped: nil, action: nil) }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var (name, secret) = (piped?.name ?? "", piped?.secret)
    try coder.member("texts", &texts, .strings(10_000, each: 1 << 20))
    try coder.member("name", &name, .text(atMost: 1 << 20))
    try coder.member("secret", &secret, .optional(.secret(atMost: 16 << 10)))
    try coder.member("action", &action, .optional(.text(atMost: 1 << 20)))
    piped = secret.map { (name, $0) }
  }
}

// MARK: - From the runner to the child

extension CheckOrder {
  /// Sends it through a socket that need not block.
  func send(to socket: Int32) {
    var writer = BinaryWriter()
    defer { writer.wipe() }
    writer.put(UInt32(0))
    writer.write(self)
    writer.replace(UInt32(writer.bytes.count - 4), at: 0)
    _ = unsafe writer.bytes.withUnsafeBytes { bytes in
      unsafe FileSystem.writeAll(bytes) { rest in
        while true {
          let count = unsafe Glibc.send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
          guard count < 0, errno == EAGAIN else { return count }
          var ready = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
          _ = unsafe poll(&ready, 1, -1)
        }
      }
    }
  }

  /// `nil` when none arrives.
  static func receive(from socket: Int32) -> CheckOrder? {
    guard let size = read(4, from: socket) else { return nil }
    var header = BinaryReader(size)
    guard let count: UInt32 = try? header.take(), count <= 32 << 20, var bytes = read(Int(count), from: socket)
    else { return nil }
    defer { Secret.wipe(&bytes) }
    var reader = BinaryReader(bytes)
    return try? reader.read()
  }

  private static func read(_ count: Int, from socket: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let taken = unsafe bytes.withUnsafeMutableBytes { room in
        unsafe recv(socket, room.baseAddress.map { unsafe $0 + filled }, count - filled, Int32(MSG_WAITALL))
      }
      if taken < 0, errno == EINTR { continue }
      guard taken > 0 else { return nil }
      filled += taken
    }
    return bytes
  }
}
