internal import AppControllerKit

/// What each frame begins with: 12 bytes, little-endian.
///
/// | at | bytes | content                              |
/// | -- | ----- | ------------------------------------ |
/// |  0 |     4 | the size of the payload that follows |
/// |  4 |     2 | the kind                             |
/// |  6 |     2 | the version of the protocol          |
/// |  8 |     4 | the number: 1, 2, 3, … per direction |
struct FrameHeader: Equatable {
  static let size = 12
  static let version: UInt16 = 3
  /// The most bytes of a payload; the largest description takes about 4 MiB.
  static let payloadLimit = 16 << 20

  let payloadSize: Int
  let kind: UInt16
  let number: UInt32
}

/// One frame that has come whole.
struct Frame: Equatable {
  let kind: UInt16
  let number: UInt32
  let payload: [UInt8]
}

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

/// Writes one frame after the other into one buffer, which keeps its room.
struct FrameWriter {
  private var content = BinaryWriter()
  private var number: UInt32 = 0

  /// The frame, once ``finish()`` has been called.
  var bytes: [UInt8] { content.bytes }

  /// Writes a message as the frame that comes next; what was there before is forgotten.
  mutating func write(_ message: some Message) {
    content.wipe()
    number &+= 1
    content.put(UInt32(0))
    content.put(message.kind)
    content.put(FrameHeader.version)
    content.put(number)
    var message = message
    // What writes throws nothing.
    try? message.code(&content)
  }

  /// Ends the frame.
  ///
  /// - Returns: Its number.
  /// - Throws: ``FrameFault`` when it is larger than a frame may be; nothing of it may be sent then.
  mutating func finish() throws(FrameFault) -> UInt32 {
    let size = bytes.count - FrameHeader.size
    guard size <= FrameHeader.payloadLimit else {
      // The number has not been used.
      number &-= 1
      throw .oversized(size, limit: FrameHeader.payloadLimit)
    }
    content.replace(UInt32(size), at: 0)
    return number
  }

  /// Zeroes what was written, because a secret may be among it, and keeps the room.
  mutating func wipe() { content.wipe() }
}

/// What one side says to the other: a frame.
protocol Message: Coded {
  /// The frame's kind.
  var kind: UInt16 { get }
  /// A message of a kind, to be filled in; `nil` when this side says none of that kind.
  static func blank(_ kind: UInt16) -> Self?
}

extension Message {
  /// Reads the message of a frame.
  ///
  /// - Throws: The rule that the frame breaks.
  init(_ frame: Frame) throws(FrameFault) {
    guard var message = Self.blank(frame.kind) else { throw .unknownKind(frame.kind) }
    var reader = BinaryReader(frame.payload)
    do throws(CodingFault) {
      try message.code(&reader)
      try reader.finish()
    } catch {
      throw .content(error)
    }
    self = message
  }
}

/// The rule of the frames between a host and a provider's process that some bytes break.
enum FrameFault: Error, Equatable {
  /// A frame says to be longer than a frame may be.
  case oversized(Int, limit: Int)
  /// A frame is of another version of the protocol.
  case version(UInt16, expected: UInt16)
  /// A frame does not have the next number: one was left out, repeated, or came in another order.
  case number(UInt32, expected: UInt32)
  /// A frame is of a kind that this side does not receive.
  case unknownKind(UInt16)
  /// A frame came at a time when none of its kind may come.
  case unexpected(String)
  /// A value in a frame is none that may stand there.
  case content(CodingFault)
  /// The connection ended in the middle of a frame.
  case cut(Int)
}

extension FrameFault: CustomStringConvertible {
  /// The rule, and what came instead.
  var description: String {
    switch self {
    case .oversized(let size, let limit): "a frame has at most \(limit) bytes, and one says to have \(size)"
    case .version(let version, let expected): "frames are of version \(expected), and one is of version \(version)"
    case .number(let number, let expected):
      "frames are numbered without a gap, and number \(number) came where \(expected) was next"
    case .unknownKind(let kind): "there are no frames of kind \(kind) in this direction"
    case .unexpected(let what): "\(what) came when none was due"
    case .content(let fault): "a frame has values as they are agreed on, and \(fault)"
    case .cut(let count): "the connection ends between two frames, and \(count) bytes of one came before its end"
    }
  }
}
