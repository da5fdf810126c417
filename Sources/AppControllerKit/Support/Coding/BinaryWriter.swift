import Glibc

/// Writes values as bytes, one after the other, without their names: little-endian numbers, and texts after their
/// sizes.
package struct BinaryWriter: Coder {
  package static var isReading: Bool { false }
  package static var checksValues: Bool { false }
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Writes a value.
  package mutating func write(_ value: some Coded) {
    var value = value
    // Writing throws no error.
    try? value.code(&self)
  }

  /// Replaces an integer that was written.
  package mutating func replace(_ value: some FixedWidthInteger, at offset: Int) {
    unsafe withUnsafeBytes(of: value.littleEndian) { source in
      for index in source.indices { unsafe bytes[offset + index] = source[index] }
    }
  }

  /// Zeroes the written bytes, because they may contain a secret, and keeps the capacity.
  package mutating func wipe() {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      if let address = buffer.baseAddress { unsafe explicit_bzero(address, buffer.count) }
    }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
  }

  package mutating func put(_ value: some FixedWidthInteger) {
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Appends bytes that a closure writes in place.
  mutating func put(count: Int, _ write: (UnsafeMutableRawPointer) -> Void) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    unsafe bytes.withUnsafeMutableBytes { buffer in
      if let address = buffer.baseAddress { unsafe write(address + start) }
    }
  }

  /// Writes the number of bytes, and the bytes.
  package mutating func put(_ content: Span<UInt8>) {
    put(UInt32(content.count))
    unsafe content.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }
}

extension BinaryWriter {
  package mutating func member<Kind: ValueKind>(
    _ name: StaticString, _ value: inout Kind.Value, _ kind: Kind
  ) throws(CodingFault) {
    try kind.code(&value, &self)
  }

  package mutating func presence(_ isThere: inout Bool, orNull: Bool) { put(isThere ? 1 as UInt8 : 0) }
  package mutating func beginList(_ count: inout Int, atMost limit: Int) { put(UInt32(count)) }
  package mutating func beginElement(_ index: Int) {}
  package mutating func endElement() {}
  package mutating func endList() {}
  package mutating func beginObject() {}
  package mutating func endObject() {}

  package mutating func beginMap(_ count: inout Int, atMost limit: Int) { put(UInt32(count)) }
  package mutating func beginEntry(_ index: Int, _ name: inout String, atMost limit: Int) { put(name.utf8Span.span) }
  package mutating func endEntry() {}
  package mutating func endMap() {}

  package mutating func bool(_ value: inout Bool) { put(value ? 1 as UInt8 : 0) }
  package mutating func integer<Integer: FixedWidthInteger & Sendable>(_ value: inout Integer) { put(value) }
  package mutating func double(_ value: inout Double) { put(value.bitPattern) }
  package mutating func text(_ value: inout String, _ kind: TextKind) { put(value.utf8Span.span) }

  package mutating func word<Word: CodedWord>(_ value: inout Word) {
    var number: UInt8 = 1
    for word in Word.allCases {
      if word == value { break }
      number += 1
    }
    put(number)
  }

  package mutating func secret(_ value: inout Secret, atMost limit: Int) { value.withUTF8Bytes { put($0) } }
}
