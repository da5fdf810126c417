import Glibc

/// Reads values that a ``BinaryWriter`` has written; each read is checked against the end of the bytes.
package struct BinaryReader: Coder {
  package static var isReading: Bool { true }
  package static var checksValues: Bool { true }
  package let bytes: ArraySlice<UInt8>
  private var position: Int

  package init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  package init(_ bytes: ArraySlice<UInt8>) { (self.bytes, position) = (bytes, bytes.startIndex) }

  package mutating func read<Value: Coded>(_ type: Value.Type = Value.self) throws(CodingFault) -> Value {
    var value = Value.blank
    try value.code(&self)
    return value
  }

  package func finish() throws(CodingFault) {
    let rest = bytes.endIndex - position
    if rest > 0 { throw CodingFault("goes on for \(rest) bytes after its end") }
  }

  package mutating func take<Integer: FixedWidthInteger>() throws(CodingFault) -> Integer {
    let size = Integer.bitWidth / 8
    guard bytes.endIndex - position >= size else { throw .cut }
    defer { position += size }
    return unsafe Integer(
      littleEndian: bytes[position...].withUnsafeBytes { unsafe $0.loadUnaligned(as: Integer.self) })
  }

  mutating func takeBytes(atMost limit: Int) throws(CodingFault) -> ArraySlice<UInt8> {
    let size = Int(try take() as UInt32)
    guard size <= limit else { throw .tooLong(size, limit: limit) }
    guard bytes.endIndex - position >= size else { throw .cut }
    defer { position += size }
    return bytes[position..<position + size]
  }

  private mutating func takeText(atMost limit: Int) throws(CodingFault) -> String {
    let bytes = try takeBytes(atMost: limit)
    if bytes.isEmpty { return "" }
    guard let text = try? UTF8Span(validating: bytes.span) else { throw .notUTF8 }
    return String(copying: text)
  }

  private mutating func takeFlag() throws(CodingFault) -> Bool {
    let byte: UInt8 = try take()
    guard byte <= 1 else { throw .unexpected("\(byte)", wanted: "0 or 1") }
    return byte == 1
  }
}

extension BinaryReader {
  // Another module reads the numbers of frames and questions. A writer made so took more, because less was inlined.
  @specialized(where Kind == IntegerKind<UInt32>)
  @specialized(where Kind == IntegerKind<UInt64>)
  package mutating func member<Kind: ValueKind>(
    _ name: StaticString, _ value: inout Kind.Value, _ kind: Kind
  ) throws(CodingFault) {
    do throws(CodingFault) { try kind.code(&value, &self) } catch { throw error.within("\(name)") }
  }

  package mutating func presence(_ isThere: inout Bool, orNull: Bool) throws(CodingFault) { isThere = try takeFlag() }

  package mutating func beginList(_ count: inout Int, atMost limit: Int) throws(CodingFault) {
    count = Int(try take() as UInt32)
    guard count <= limit else { throw .tooMany(count, limit: limit) }
  }

  package mutating func beginElement(_ index: Int) {}
  package mutating func endElement() {}
  package mutating func endList() {}
  package mutating func beginObject() {}
  package mutating func endObject() {}

  package mutating func beginMap(_ count: inout Int, atMost limit: Int) throws(CodingFault) {
    try beginList(&count, atMost: limit)
  }
  package mutating func beginEntry(_ index: Int, _ name: inout String, atMost limit: Int) throws(CodingFault) {
    name = try takeText(atMost: limit)
  }
  package mutating func endEntry() {}
  package mutating func endMap() {}

  package mutating func bool(_ value: inout Bool) throws(CodingFault) { value = try takeFlag() }
  package mutating func integer<Integer: FixedWidthInteger & Sendable>(_ value: inout Integer) throws(CodingFault) {
    value = try take()
  }
  package mutating func double(_ value: inout Double) throws(CodingFault) { value = Double(bitPattern: try take()) }

  package mutating func text(_ value: inout String, _ kind: TextKind) throws(CodingFault) {
    let text = try takeText(atMost: kind.limit)
    value = kind.isDisplayOnly ? text.displayable : text
  }

  package mutating func word<Word: CodedWord>(_ value: inout Word) throws(CodingFault) {
    let number: UInt8 = try take()
    guard number > 0, let word = Word.allCases.dropFirst(Int(number) - 1).first else {
      throw .unexpected("the word \(number)", wanted: "one from 1 to \(Word.allCases.count)")
    }
    value = word
  }

  package mutating func secret(_ value: inout Secret, atMost limit: Int) throws(CodingFault) {
    let bytes = try takeBytes(atMost: limit)
    value = Secret(bytes.span)
  }
}

extension CodingFault {
  fileprivate static let cut = CodingFault("is cut off")
}

/// Writes values as bytes, one after the other, without their names: little-endian numbers, and texts after their
/// sizes.
package struct BinaryWriter: Coder {
  package static var isReading: Bool { false }
  package static var checksValues: Bool { false }
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ value: some Coded) {
    var value = value
    // Writing throws no error.
    try? value.code(&self)
  }

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

  mutating func put(bytes content: UnsafeRawBufferPointer) { unsafe bytes.append(contentsOf: content) }

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
