internal import AppControllerKit
internal import Glibc

/// Writes one frame after the other into one buffer, which keeps its room.
struct FrameWriter {
  /// The frame, once ``finish()`` has been called.
  private(set) var bytes: [UInt8] = []
  private var number: UInt32 = 0

  /// Begins a frame; what was there before is forgotten.
  mutating func begin(_ kind: UInt16) {
    wipe()
    number &+= 1
    put(UInt32(0))
    put(kind)
    put(FrameHeader.version)
    put(number)
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
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    return number
  }

  /// Zeroes what was written, because a secret may be among it, and keeps the room.
  mutating func wipe() {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      if let address = buffer.baseAddress { unsafe explicit_bzero(address, buffer.count) }
    }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
  }
}

// MARK: - Values

extension FrameWriter {
  mutating func put<Integer: FixedWidthInteger>(_ value: Integer) {
    var rest = value
    for _ in 0..<Integer.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest = rest >> 8
    }
  }

  mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func put(_ value: Double) { put(value.bitPattern) }

  mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put(_ texts: [String]) {
    put(UInt32(texts.count))
    for text in texts { put(text) }
  }

  mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
    put(UInt32(text.count))
    unsafe bytes.append(contentsOf: text)
  }

  mutating func put(_ secret: Secret) {
    secret.withUTF8Bytes { span in unsafe span.withUnsafeBufferPointer { unsafe put($0) } }
  }

  /// Writes whether there is a value, and the value.
  mutating func put<Value>(_ value: Value?, _ write: (inout FrameWriter, Value) -> Void) {
    put(value != nil)
    if let value { write(&self, value) }
  }
}
