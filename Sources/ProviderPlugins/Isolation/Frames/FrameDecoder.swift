/// Puts frames together from the bytes of a stream, whatever the pieces in which they come.
///
/// It does no input or output. After a fault it gives no more frames.
struct FrameDecoder {
  /// How much is read at once: what has its room on the stack, for most frames are small, and what comes after as much.
  static let (piece, largePiece) = (1024, 16 << 10)

  private var bytes: [UInt8] = []
  /// How many bytes at the front have been given out already.
  private var consumed = 0
  private var nextNumber: UInt32 = 1
  private let payloadLimit: Int

  /// Makes a decoder.
  ///
  /// - Parameter payloadLimit: The most bytes of a payload.
  init(payloadLimit: Int = FrameHeader.payloadLimit) {
    self.payloadLimit = payloadLimit
  }

  /// Takes in what has come.
  mutating func append(_ piece: UnsafeRawBufferPointer) {
    if consumed > 0, consumed == bytes.count || consumed > 64 << 10 {
      bytes.removeFirst(consumed)
      consumed = 0
    }
    unsafe bytes.append(contentsOf: piece)
  }

  /// The next frame that is whole; `nil` when more bytes have to come.
  ///
  /// - Throws: The rule that the stream breaks; nothing behind it can be trusted.
  mutating func next() throws(FrameFault) -> Frame? {
    guard let header = try header() else { return nil }
    let start = consumed + FrameHeader.size
    guard bytes.count - start >= header.payloadSize else { return nil }
    consumed = start + header.payloadSize
    nextNumber &+= 1
    return Frame(kind: header.kind, number: header.number, payload: Array(bytes[start..<consumed]))
  }

  /// Checks that the stream ends between two frames.
  func finish() throws(FrameFault) {
    if consumed < bytes.count { throw .cut(bytes.count - consumed) }
  }

  /// The header of the next frame, checked as soon as it is there: nobody waits for a payload that is refused.
  private func header() throws(FrameFault) -> FrameHeader? {
    guard bytes.count - consumed >= FrameHeader.size else { return nil }
    let size = Int(UInt32(truncatingIfNeeded: integer(at: 0, bytes: 4)))
    let version = UInt16(truncatingIfNeeded: integer(at: 6, bytes: 2))
    guard version == FrameHeader.version else { throw .version(version, expected: FrameHeader.version) }
    guard size <= payloadLimit else { throw .oversized(size, limit: payloadLimit) }
    let number = UInt32(truncatingIfNeeded: integer(at: 8, bytes: 4))
    guard number == nextNumber else { throw .number(number, expected: nextNumber) }
    return FrameHeader(payloadSize: size, kind: UInt16(truncatingIfNeeded: integer(at: 4, bytes: 2)), number: number)
  }

  private func integer(at offset: Int, bytes count: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[consumed + offset + index]) << UInt64(8 * index) }
    return value
  }
}
