internal import AppControllerKit

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
