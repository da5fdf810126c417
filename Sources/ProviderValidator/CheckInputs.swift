package import AppControllerKit
import Glibc

/// The inputs of a user who signs in for the checks.
package struct CheckInputs: Sendable {
  /// By the names of their inputs; none is secret.
  package let texts: [String: String]
  /// What came from a pipe, and so may be a secret.
  package let piped: (name: String, secret: Secret)?

  /// In place of the primary one; `nil` for that one.
  package let action: String?

  package init(texts: [String: String], piped: (name: String, secret: Secret)?, action: String?) {
    (self.texts, self.piped, self.action) = (texts, piped, action)
  }
}

/// The data that a runner passes to a child, apart from the arguments, which every process can read.
struct CheckCredentials: Sendable {
  var session: Session?
  var inputs: CheckInputs?

  var secrets: [String] {
    // A shorter secret occurs in many other texts by chance, and its replacement would not hide it.
    [session?.secret, inputs?.piped?.secret].compactMap { $0?.text }.filter { $0.utf8.count >= 4 }
  }

  var isEmpty: Bool { session == nil && inputs == nil }
}

extension CheckCredentials: Coded {
  static var blank: CheckCredentials { CheckCredentials() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("session", &session, .optional(.object()))
    var texts = inputs?.texts ?? [:]
    var (hasInputs, name, secret) = (inputs != nil, inputs?.piped?.name ?? "", inputs?.piped?.secret)
    try coder.member("hasInputs", &hasInputs, .bool)
    try coder.member("texts", &texts, .strings(10_000, each: 1 << 20))
    try coder.member("name", &name, .text(atMost: 1 << 20))
    try coder.member("secret", &secret, .optional(.secret(atMost: 16 << 10)))
    var action = inputs?.action ?? ""
    try coder.member("action", &action, .text(atMost: 1 << 20))
    inputs =
      hasInputs
      ? CheckInputs(texts: texts, piped: secret.map { (name, $0) }, action: action.isEmpty ? nil : action) : nil
  }
}

// MARK: - From the runner to the child

extension CheckCredentials {
  /// Sends them through a socket that need not block.
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
  static func receive(from socket: Int32) -> CheckCredentials? {
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
