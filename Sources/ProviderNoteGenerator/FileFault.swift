import Glibc

struct FileFault: Error {
  /// As the end of a sentence.
  let why: String

  private static var system: FileFault { FileFault(why: "the system says: \(unsafe String(cString: strerror(errno)))") }

  static func content(of path: String, atMost limit: Int) throws(FileFault) -> [UInt8] {
    // With O_NONBLOCK, the call does not block on a named pipe.
    let number = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw system }
    defer { close(number) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var count = 0
    while count <= limit {
      let part = unsafe bytes.withUnsafeMutableBytes { bytes in
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
        return unsafe Glibc.read(number, room.baseAddress, room.count)
      }
      if part == 0 { break }
      if part < 0 {
        if errno == EINTR { continue }
        throw system
      }
      count += part
    }
    // The caller refuses a file that is larger than the limit.
    return Array(bytes.prefix(count))
  }

  static func write(_ bytes: [UInt8], to path: String) throws(FileFault) {
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw system }
    defer { close(number) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw system
      }
      rest = rest.dropFirst(count)
    }
  }
}
