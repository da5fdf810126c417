internal import Glibc
internal import Synchronization

/// The child's end of the socket: one reader, and any thread may write.
///
/// When the host is gone or does not understand us there is nobody left to tell: the process ends.
final class ChildConnection: Sendable {
  private let socket: Int32
  private let writer = Mutex(FrameWriter())

  init(socket: Int32) { self.socket = socket }

  /// Sends a message; waits while the host does not read.
  ///
  /// - Returns: The number of the frame; `nil` when the message is larger than a frame may be, and was not sent.
  @discardableResult
  func send(_ message: ChildMessage) -> UInt32? {
    writer.withLock { writer in
      writer.write(message)
      defer { writer.wipe() }
      guard let number = try? writer.finish() else { return nil }
      unsafe writer.bytes.withUnsafeBytes { unsafe write($0) }
      return number
    }
  }

  /// Waits for the next frame.
  func receive(_ decoder: inout FrameDecoder) throws(FrameFault) -> Frame {
    var size = FrameDecoder.piece
    while true {
      if let frame = try decoder.next() { return frame }
      unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { room in
        let count = unsafe recv(socket, room.baseAddress, room.count, 0)
        if count < 0, errno == EINTR { return }
        guard count > 0 else { Self.leave(count == 0 ? 0 : Self.lostStatus) }
        unsafe decoder.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<count]))
        if count == size { size = FrameDecoder.largePiece }
        // A secret may have come.
        if let address = room.baseAddress { unsafe explicit_bzero(address, count) }
      }
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let count = unsafe Glibc.send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { Self.leave(errno == EPIPE ? 0 : Self.lostStatus) }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// What the process ends with when its end of the connection was closed under it.
  static let lostStatus: Int32 = 119

  /// Ends the process without running what the library has registered for its end.
  static func leave(_ status: Int32 = 0) -> Never { _exit(status) }
}
