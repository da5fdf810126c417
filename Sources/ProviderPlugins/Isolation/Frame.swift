internal import AppControllerKit
internal import Glibc

/// The header of each frame: 12 bytes, little-endian.
///
/// | at | bytes | content                              |
/// | -- | ----- | ------------------------------------ |
/// |  0 |     4 | the size of the payload that follows |
/// |  4 |     2 | the kind                             |
/// |  6 |     2 | the version of the protocol          |
/// |  8 |     4 | the number: 1, 2, 3, … per direction |
struct FrameHeader: Equatable {
  static let size = 12
  static let version: UInt16 = 6
  /// The maximum size of a payload, in bytes; the largest description takes about 4 MiB.
  static let payloadLimit = 16 << 20

  let payloadSize: Int
  let kind: UInt16
  let number: UInt32
}

struct Frame: Equatable {
  let kind: UInt16
  let number: UInt32
  /// A part of the decoder's memory, which is used again once no frame refers to it.
  let payload: ArraySlice<UInt8>
}

/// Assembles frames from the bytes of a stream, which may arrive in pieces of any size.
///
/// It does no input or output itself. After a fault it returns no more frames.
struct FrameDecoder {
  /// The least room for a read, in bytes, which suffices for most frames.
  private static let piece = 16 << 10
  /// The room that is kept and used again, in bytes.
  private static let keptRoom = 1 << 20

  /// The bytes that have arrived, between others that have been returned already and room for more.
  private var bytes: [UInt8] = []
  private var unread = 0..<0
  /// The number of bytes that the frame that has begun lacks; 0 when its size is not known yet.
  private(set) var missing = 0
  private var nextNumber: UInt32 = 1
  private let payloadLimit: Int

  init(payloadLimit: Int = FrameHeader.payloadLimit) {
    self.payloadLimit = payloadLimit
  }

  /// The memory ends with the frame that has begun if its size is known; `read` returns 0 or less for nothing.
  mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    makeRoom()
    let start = unread.upperBound
    let end = missing > 0 ? min(start + missing, bytes.count) : bytes.count
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe read(UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end]))
    }
    unread = unread.lowerBound..<start + max(count, 0)
    return count
  }

  private mutating func makeRoom() {
    if unread.isEmpty {
      unread = 0..<0
      if bytes.count > Self.keptRoom { bytes = [] }
    } else if unread.lowerBound > 0 {
      unsafe bytes.withUnsafeMutableBytes { unsafe $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[unread])) }
      unread = 0..<unread.count
    }
    // A frame says its size before it has arrived; the memory only doubles at a time.
    let wanted = min(unread.count + max(missing, Self.piece), max(2 * bytes.count, 64 << 10))
    if wanted > bytes.count { bytes += repeatElement(0, count: wanted - bytes.count) }
  }

  /// Zeroes what has been returned, because it may contain a secret.
  mutating func wipe() {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      if let address = bytes.baseAddress { unsafe explicit_bzero(address, unread.lowerBound) }
    }
  }

  /// `nil` when more bytes have to arrive; after a violation, the rest of the stream cannot be trusted.
  mutating func next() throws(FrameFault) -> Frame? {
    missing = 0
    guard let header = try header() else { return nil }
    let start = unread.lowerBound + FrameHeader.size
    let end = start + header.payloadSize
    guard end <= unread.upperBound else {
      missing = end - unread.upperBound
      return nil
    }
    unread = end..<unread.upperBound
    nextNumber &+= 1
    return Frame(kind: header.kind, number: header.number, payload: bytes[start..<end])
  }

  func finish() throws(FrameFault) {
    if !unread.isEmpty { throw .cut(unread.count) }
  }

  /// Checked as soon as it has arrived, so that a refused payload is not waited for.
  private func header() throws(FrameFault) -> FrameHeader? {
    guard unread.count >= FrameHeader.size else { return nil }
    let size = Int(integer(at: 0) as UInt32)
    let version: UInt16 = integer(at: 6)
    guard version == FrameHeader.version else { throw .version(version, expected: FrameHeader.version) }
    guard size <= payloadLimit else { throw .oversized(size, limit: payloadLimit) }
    let number: UInt32 = integer(at: 8)
    guard number == nextNumber else { throw .number(number, expected: nextNumber) }
    return FrameHeader(payloadSize: size, kind: integer(at: 4), number: number)
  }

  private func integer<Integer: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Integer {
    let start = unread.lowerBound + offset
    return unsafe Integer(
      littleEndian: bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: start, as: Integer.self) })
  }
}

struct FrameWriter {
  private var content = BinaryWriter()
  private var number: UInt32 = 0

  /// Valid once ``finish()`` has been called.
  var bytes: [UInt8] { content.bytes }

  /// Discards the previous frame.
  mutating func write(_ message: some Message) {
    content.wipe()
    number &+= 1
    content.put(UInt32(0))
    content.put(message.kind)
    content.put(FrameHeader.version)
    content.put(number)
    var message = message
    // A writer throws nothing.
    try? message.code(&content)
  }

  /// Returns the frame's number; throws when the frame is too large, of which no part may be sent then.
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

  /// Zeroes the frame, because it may contain a secret, and keeps the memory.
  mutating func wipe() { content.wipe() }
}

protocol Message: Coded {
  var kind: UInt16 { get }
  /// `nil` when this side sends none of that kind.
  static func blank(_ kind: UInt16) -> Self?
}

extension Message {
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

enum FrameFault: Error, Equatable {
  case oversized(Int, limit: Int)
  case version(UInt16, expected: UInt16)
  /// One number is missing, repeated or out of order.
  case number(UInt32, expected: UInt32)
  case unknownKind(UInt16)
  case unexpected(String)
  case content(CodingFault)
  case cut(Int)
}

extension FrameFault: CustomStringConvertible {
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
