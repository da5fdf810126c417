import AppControllerKit
import AppControllerTerminal
import Glibc

enum StandardInput {
  private static let limit = 16 << 10

  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Drops one line feed at the end; throws `ACK5008` when it cannot be read, or has over 16 KiB.
  static func readSecret(for name: String) throws(CommandError) -> Secret {
    var bytes: [UInt8] = []
    defer { Secret.wipe(&bytes) }
    bytes.reserveCapacity(limit + 1)
    while bytes.count <= limit, let byte = try nextByte() { bytes.append(byte) }
    guard bytes.count <= limit else {
      throw .standardInput("the value of '\(name)' on standard input has over \(limit) bytes", "give a shorter one")
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return Secret(bytes.span)
  }

  /// Reads up to an empty line or the end; throws `ACK5008` when it cannot be read, or has over 64 KiB.
  static func request() throws(CommandError) -> [UInt8] {
    var bytes: [UInt8] = []
    while !bytes.suffix(2).elementsEqual("\n\n".utf8), bytes != [UInt8(ascii: "\n")], let byte = try nextByte() {
      bytes.append(byte)
      if bytes.count > 64 << 10 { throw .badCredentialRequest("the request has over \(64 << 10) bytes") }
    }
    return bytes
  }

  /// Returns the line without its end, `nil` at the end of the input; throws `ACK5008` when it cannot be read, or has
  /// over 16 KiB.
  @MainActor
  static func ask(_ prompt: String, echoes: Bool, _ console: Console) throws(CommandError) -> Secret? {
    defer { if !echoes { console.prompt("\n") } }
    do throws(LineReader.Failure) {
      return try LineReader().ask(echoes: echoes) { console.prompt(prompt) }
    } catch {
      switch error {
      case .tooLong: throw .lineIsTooLong
      case .unreadable(let number): throw .inputCannotBeRead(number)
      }
    }
  }

  private static func nextByte() throws(CommandError) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = unsafe read(STDIN_FILENO, &byte, 1)
      if count == 1 { return byte }
      if count == 0 { return nil }
      if errno != EINTR {
        throw .inputCannotBeRead(errno)
      }
    }
  }
}

extension CommandError {
  static var lineIsTooLong: CommandError {
    .standardInput("the line has over \(LineReader.limit) bytes", "type a shorter one")
  }

  static func inputCannotBeRead(_ number: Int32) -> CommandError {
    let reason = unsafe String(cString: strerror(number))
    return .standardInput("standard input cannot be read: \(reason)", "redirect it from a file or a pipe")
  }

  fileprivate static func standardInput(_ what: String, _ fix: String) -> CommandError {
    CommandError(.standardInput, what: what, why: "an input's value was to come from there", fix: fix)
  }
}
