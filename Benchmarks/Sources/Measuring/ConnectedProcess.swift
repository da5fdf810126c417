import Glibc

/// Another process that has one end of a socket pair as its file descriptor 3, and that ends when this object goes.
///
/// In this way a peer in another language takes part in the same rounds: it gets a line with an order, and answers with
/// a line that has the nanoseconds of its work, so that the transmission does not count.
public final class ConnectedProcess {
  private let socket: Int32
  private let number: pid_t

  /// Starts a program.
  ///
  /// - Throws: ``ProcessFailure``.
  public init(_ program: String, _ arguments: [String] = []) throws {
    var ends: [Int32] = [-1, -1]
    // No other process has our end open, because the other side would then not notice that it was closed.
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

  /// Sends the process an order, and waits for the answer.
  ///
  /// - Returns: The nanoseconds of each part.
  /// - Throws: ``ProcessFailure`` when the process answers otherwise, or is gone.
  public func order(_ order: String) throws -> [UInt64] { try orders([order]) }

  /// Sends the process several orders, one directly after the other.
  ///
  /// - Returns: The nanoseconds of each part of each order.
  /// - Throws: ``ProcessFailure`` when the process answers otherwise, or is gone.
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

  /// Sends bytes.
  ///
  /// - Returns: Whether all of them were sent.
  public func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe write(socket, bytes.baseAddress, bytes.count) == bytes.count
  }

  /// Waits for bytes.
  ///
  /// - Returns: The number of bytes that arrived; none when the other side is gone.
  public func receive(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    unsafe max(0, read(socket, bytes.baseAddress, bytes.count))
  }
}
