import Glibc

/// Another process that has one end of a pair of sockets as its file 3; it ends when this object goes.
///
/// A peer in another language takes its turns in the same rounds this way: it is told by a line to do something, and
/// answers with a line that says how many nanoseconds that took, so that the way there and back does not count.
public final class ConnectedProcess {
  private let socket: Int32
  private let number: pid_t

  /// Starts a program.
  ///
  /// - Throws: ``ProcessFailure``.
  public init(_ program: String, _ arguments: [String] = []) throws {
    var ends: [Int32] = [-1, -1]
    // Nobody but us holds our end, or the other side would not see that it was closed.
    let type = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw ProcessFailure("socketpair", errno) }
    defer { close(ends[1]) }
    socket = ends[0]
    do {
      number = try Spawn(program, arguments, files: [.duplicate(ends[1], as: 3)]).start()
    } catch {
      close(ends[0])
      throw error
    }
  }

  deinit {
    close(socket)
    _ = Spawn.status(of: number)
  }

  /// Has the process do something.
  ///
  /// - Returns: How many nanoseconds each part of it took.
  /// - Throws: ``ProcessFailure`` when the process answers something else, or is gone.
  public func order(_ order: String) throws -> [UInt64] { try orders([order]) }

  /// Has the process do several things, one directly after the other.
  ///
  /// - Returns: How many nanoseconds each part of each took.
  /// - Throws: ``ProcessFailure`` when the process answers something else, or is gone.
  public func orders(_ orders: [String]) throws -> [UInt64] {
    let order = orders.joined(separator: "; ")
    var lines = orders.map { $0 + "\n" }.joined()
    guard lines.withUTF8({ unsafe send(UnsafeRawBufferPointer($0)) }) else { throw ProcessFailure(order, errno) }
    var answer: [UInt8] = []
    while answer.count(where: { $0 == UInt8(ascii: "\n") }) < orders.count {
      let count = unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { bytes in
        let count = unsafe receive(into: bytes)
        unsafe answer.append(contentsOf: bytes.prefix(count))
        return count
      }
      if count == 0 { throw ProcessFailure("\(order): the process is gone", EPIPE) }
    }
    let words = String(decoding: answer, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    let times = words.compactMap { UInt64($0) }
    guard !times.isEmpty, times.count == words.count else {
      throw ProcessFailure("\(order): \(words.joined(separator: " "))", EPROTO)
    }
    return times
  }

  /// Sends something.
  ///
  /// - Returns: Whether all of it was taken.
  public func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe write(socket, bytes.baseAddress, bytes.count) == bytes.count
  }

  /// Waits for something to come.
  ///
  /// - Returns: How many bytes came; none when the other side is gone.
  public func receive(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    unsafe max(0, read(socket, bytes.baseAddress, bytes.count))
  }
}
