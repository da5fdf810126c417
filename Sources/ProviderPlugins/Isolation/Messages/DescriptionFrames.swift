internal import AppControllerKit

/// What a description is in a frame: the calls of the builder that make it, in order, and a zero.
private enum BuilderOperation: UInt8 {
  case finish = 0
  case begin, string, int, double, bool, openMap, openList, close, end
}

extension FrameWriter {
  /// Writes a description that could be built.
  mutating func put(_ interface: InterfaceDescription) {
    var sink = DescriptionSink(writer: self)
    // Moved, so that the buffer is not copied at the first byte.
    self = FrameWriter()
    _ = interface.write(to: &sink)
    self = sink.writer
    put(BuilderOperation.finish.rawValue)
  }
}

/// Writes a description as the calls that make it.
private struct DescriptionSink: InterfaceSink {
  var writer: FrameWriter

  mutating func begin(kind: UnsafeBufferPointer<UInt8>, id: UnsafeBufferPointer<UInt8>) -> Bool {
    writer.put(BuilderOperation.begin.rawValue)
    unsafe writer.put(kind)
    unsafe writer.put(id)
    return true
  }

  mutating func set(_ key: UnsafeBufferPointer<UInt8>, string: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe put(.string, key)
    unsafe writer.put(string)
    return true
  }

  mutating func set(_ key: UnsafeBufferPointer<UInt8>, int: Int64) -> Bool {
    unsafe put(.int, key)
    writer.put(int)
    return true
  }

  mutating func set(_ key: UnsafeBufferPointer<UInt8>, double: Double) -> Bool {
    unsafe put(.double, key)
    writer.put(double)
    return true
  }

  mutating func set(_ key: UnsafeBufferPointer<UInt8>, bool: Bool) -> Bool {
    unsafe put(.bool, key)
    writer.put(bool)
    return true
  }

  mutating func open(_ kind: BuildFrame.ValueKind, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    switch kind {
    case .map: unsafe put(.openMap, key)
    case .list: unsafe put(.openList, key)
    }
    return true
  }

  mutating func close() -> Bool {
    writer.put(BuilderOperation.close.rawValue)
    return true
  }

  mutating func end() -> Bool {
    writer.put(BuilderOperation.end.rawValue)
    return true
  }

  private mutating func put(_ operation: BuilderOperation, _ key: UnsafeBufferPointer<UInt8>) {
    writer.put(operation.rawValue)
    unsafe writer.put(key)
  }
}

extension FrameReader {
  /// Reads a description by building it again: the builder's limits and rules hold here as for a library that is loaded.
  mutating func interface() throws(FrameFault) -> InterfaceDescription {
    var builder = ArenaBuilder()
    while try build(with: &builder) {
      // The first refusal is the reason; nothing after it is looked at.
      if let failure = builder.failure { throw .description(failure.diagnostic.description) }
    }
    let interface = builder.finish(keepsRoom: false)
    if let failure = interface.buildFailure { throw .description(failure.description) }
    return interface
  }

  /// Makes the next call.
  ///
  /// - Returns: Whether another one may follow.
  private mutating func build(with builder: inout ArenaBuilder) throws(FrameFault) -> Bool {
    let byte = try integer(UInt8.self, "a call of the builder")
    guard let operation = BuilderOperation(rawValue: byte) else { throw .badValue("a call of the builder", "\(byte)") }
    switch operation {
    case .finish: return false
    case .begin:
      let kind = try range("a kind", atMost: 16 << 10)
      let id = try range("an id", atMost: 16 << 10)
      builder.begin(kindName: bytes.span.extracting(kind), id: bytes.span.extracting(id))
    case .string:
      let key = try key()
      // U+FFFD counts as the one byte that it may stand for.
      let text = try range("a text", atMost: 64 << 10)
      builder.set(key: bytes.span.extracting(key), string: bytes.span.extracting(text))
    case .int:
      let key = try key()
      let value = try integer(Int64.self, "a number")
      builder.set(key: bytes.span.extracting(key), .int(value))
    case .double:
      let key = try key()
      let value = try double("a number")
      builder.set(key: bytes.span.extracting(key), .double(value))
    case .bool:
      let key = try key()
      let value = try flag("a boolean")
      builder.set(key: bytes.span.extracting(key), .bool(value))
    case .openMap:
      let key = try key()
      builder.open(.map, key: bytes.span.extracting(key))
    case .openList:
      let key = try key()
      builder.open(.list, key: bytes.span.extracting(key))
    case .close: builder.close()
    case .end: builder.end()
    }
    return true
  }

  private mutating func key() throws(FrameFault) -> Range<Int> { try range("a key", atMost: 16 << 10) }
}
