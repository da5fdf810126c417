internal import AppControllerKit

/// Reads the values of one frame's payload, in order; each read is checked against the payload's end.
struct FrameReader {
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ frame: Frame) { bytes = frame.payload }

  /// How many bytes are left.
  var rest: Int { bytes.count - position }

  /// Checks that nothing is left.
  func finish() throws(FrameFault) {
    if rest > 0 { throw .trailing(rest) }
  }

  mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ what: String) throws(FrameFault) -> Integer
  {
    let size = Integer.bitWidth / 8
    guard rest >= size else { throw .truncated(what) }
    var value: Integer = 0
    for index in 0..<size { value |= Integer(truncatingIfNeeded: bytes[position + index]) << (8 * index) }
    position += size
    return value
  }

  mutating func flag(_ what: String) throws(FrameFault) -> Bool {
    let byte = try integer(UInt8.self, what)
    guard byte <= 1 else { throw .badValue(what, "\(byte)") }
    return byte == 1
  }

  mutating func double(_ what: String) throws(FrameFault) -> Double {
    Double(bitPattern: try integer(UInt64.self, what))
  }

  /// Where the bytes of a text are.
  mutating func range(_ what: String, atMost limit: Int) throws(FrameFault) -> Range<Int> {
    let size = Int(try integer(UInt32.self, what))
    guard size <= limit else { throw .longText(what, size, limit: limit) }
    guard rest >= size else { throw .truncated(what) }
    defer { position += size }
    return position..<position + size
  }

  /// A text that may end up before somebody's eyes: nothing in it drives a terminal.
  mutating func text(_ what: String, atMost limit: Int) throws(FrameFault) -> String {
    try exactText(what, atMost: limit).displayable
  }

  /// A text to the byte: a path, what somebody has typed, or what is checked before it counts.
  mutating func exactText(_ what: String, atMost limit: Int) throws(FrameFault) -> String {
    let range = try range(what, atMost: limit)
    guard let text = String(validating: bytes[range], as: UTF8.self) else { throw .notUTF8(what) }
    return text
  }

  mutating func exactTexts(_ what: String, atMost count: Int, each limit: Int) throws(FrameFault) -> [String] {
    let number = try self.count(what, atMost: count)
    var texts: [String] = []
    for _ in 0..<number { texts.append(try exactText(what, atMost: limit)) }
    return texts
  }

  /// How many values follow.
  mutating func count(_ what: String, atMost limit: Int) throws(FrameFault) -> Int {
    let number = Int(try integer(UInt32.self, what))
    guard number <= limit else { throw .badValue("the number of \(what)", "\(number); at most \(limit)") }
    return number
  }

  mutating func secret(_ what: String, atMost limit: Int) throws(FrameFault) -> Secret {
    let range = try range(what, atMost: limit)
    return Secret(bytes.span.extracting(range))
  }

  mutating func optional<Value>(
    _ what: String, _ read: (inout FrameReader) throws(FrameFault) -> Value
  ) throws(FrameFault) -> Value? {
    try flag(what) ? try read(&self) : nil
  }
}
