/// Reads a file in windows: its first page once, and one other stretch at a time.
///
/// What a provider says of itself lies in a few places, each of which holds several of the things that are looked at. The
/// file is never mapped: one that is cut off while it is read would end the process.
final class FileWindows {
  /// How much is read at a time, if no more is asked for.
  static let length = 4096

  /// The size that the file had when it was opened.
  let size: Int
  /// The first page, or the whole file when it is shorter.
  let firstPage: [UInt8]
  /// How often something was read: how much work it was.
  private(set) var readCount = 0
  private let source: any ByteSource
  private var window: [UInt8] = []
  private var start = 0

  /// Reads the first page.
  init(_ source: any ByteSource) throws(ELFFault) {
    self.source = source
    size = source.size
    firstPage = try source.bytes(in: 0..<min(Self.length, size))
  }

  /// Lends some bytes.
  ///
  /// - Parameters:
  ///   - range: Where they lie in the file.
  ///   - what: What they are, for the message.
  ///   - body: What is done with exactly that many bytes.
  /// - Returns: What the body returns.
  /// - Throws: `truncated` when the file does not reach so far, `shortened` when it does not any more.
  func read<Value>(
    _ range: FileRange, _ what: String, _ body: (Span<UInt8>) throws(ELFFault) -> Value
  ) throws(ELFFault) -> Value {
    readCount += 1
    let bytes = try range.within(size, what)
    let firstPage = firstPage
    if bytes.upperBound <= firstPage.count { return try body(firstPage.span.extracting(bytes)) }
    if bytes.lowerBound < start || bytes.upperBound > start + window.count {
      let end = min(size, max(bytes.upperBound, bytes.lowerBound + Self.length))
      window = try source.bytes(in: bytes.lowerBound..<end)
      start = bytes.lowerBound
    }
    guard bytes.upperBound <= start + window.count else { throw .shortened }
    // A copy of the reference, because the body may read from here, too.
    let window = window
    return try body(window.span.extracting(bytes.lowerBound - start..<bytes.upperBound - start))
  }
}

/// A place in a file as the file itself says it: it may lie beyond the end, or beyond all numbers.
struct FileRange: Equatable {
  var offset: UInt64
  var count: UInt64

  /// Where it ends; `nil` when no number says that.
  var end: UInt64? {
    let end = offset.addingReportingOverflow(count)
    return end.overflow || end.partialValue > UInt64(Int.max) ? nil : end.partialValue
  }

  /// A table of records of one size.
  init(offset: UInt64, count: UInt64, of size: UInt64) throws(ELFFault) {
    let bytes = count.multipliedReportingOverflow(by: size)
    guard !bytes.overflow else { throw .damaged("a table has \(count) entries, more than any file holds") }
    self.init(offset: offset, count: bytes.partialValue)
  }

  init(offset: UInt64, count: UInt64) {
    self.offset = offset
    self.count = count
  }

  /// The same place in a file of some size.
  func within(_ size: Int, _ what: String) throws(ELFFault) -> Range<Int> {
    guard let end, end <= UInt64(size) else { throw .truncated(what: what, end: end ?? .max, size: size) }
    return Int(offset)..<Int(end)
  }

  /// A part of it.
  ///
  /// - Returns: `nil` when this place does not reach so far.
  func part(at start: UInt64, count: UInt64) -> FileRange? {
    guard start <= self.count, count <= self.count - start else { return nil }
    let offset = offset.addingReportingOverflow(start)
    return offset.overflow ? nil : FileRange(offset: offset.partialValue, count: count)
  }

  /// What is left of it from a place on, and at most so many bytes.
  func rest(from start: UInt64, atMost limit: UInt64) -> FileRange? {
    start <= count ? part(at: start, count: min(limit, count - start)) : nil
  }
}

/// Where bytes are read from by their place: an open file, or memory in tests.
protocol ByteSource {
  /// How many bytes there are; a file may have become shorter since it was asked.
  var size: Int { get }

  /// Reads bytes.
  ///
  /// - Parameter range: A range within ``size``.
  /// - Returns: The bytes; fewer when there are no more.
  /// - Throws: `unreadable` when the system fails.
  func bytes(in range: Range<Int>) throws(ELFFault) -> [UInt8]
}

extension [UInt8]: ByteSource {
  var size: Int { count }

  func bytes(in range: Range<Int>) throws(ELFFault) -> [UInt8] { Array(self[range.clamped(to: indices)]) }
}

/// Bytes of which each part is read once: for tables that are looked at again and again, here and there.
final class CachedBytes: ByteSource {
  private static let partSize = 64 << 10

  let size: Int
  private let source: any ByteSource
  private var parts: [Int: [UInt8]] = [:]

  init(_ source: any ByteSource) { (self.source, size) = (source, source.size) }

  func bytes(in range: Range<Int>) throws(ELFFault) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var start = range.lowerBound
    while start < range.upperBound {
      let number = start / Self.partSize
      let base = number * Self.partSize
      let part = try part(number, from: base)
      let end = min(range.upperBound - base, part.count)
      guard start - base < end else { return bytes }
      bytes += part[(start - base)..<end]
      start = base + end
    }
    return bytes
  }

  private func part(_ number: Int, from base: Int) throws(ELFFault) -> [UInt8] {
    if let part = parts[number] { return part }
    let part = try source.bytes(in: base..<min(base + Self.partSize, size))
    parts[number] = part
    return part
  }
}

/// What keeps a file from being read as ELF, before it is told with the file's path and a code.
///
/// The files of libraries that a provider needs are read, too, and theirs is no failure of the provider's own file.
enum ELFFault: Error, Equatable {
  /// The file ends before something that it says to have.
  case truncated(what: String, end: UInt64, size: Int)
  /// The file has become shorter while it was read.
  case shortened
  /// It is a program, which has the type of a library.
  case isProgram
  /// Something in it contradicts the format, or another part of it.
  case damaged(String)
  /// The system failed to read it.
  case unreadable(Int32)
}

/// Little-endian numbers; the place has been checked by whoever has taken the span from the file.
extension Span<UInt8> {
  func uint16(at offset: Int) -> UInt16 { integer(at: offset) }

  func uint32(at offset: Int) -> UInt32 { integer(at: offset) }

  func uint64(at offset: Int) -> UInt64 { integer(at: offset) }

  /// The bounds are checked by the span.
  @inline(__always)
  private func integer<Integer: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Integer {
    unsafe Integer(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Integer.self))
  }

  /// The bytes in an array.
  var copied: [UInt8] {
    unsafe withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }

  /// The bytes before the first zero; `nil` when there is none.
  var untilZero: [UInt8]? {
    for index in indices where self[index] == 0 { return extracting(0..<index).copied }
    return nil
  }

  /// Whether these are the bytes of a text.
  func equals(_ text: String) -> Bool {
    let utf8 = text.utf8Span.span
    guard count == utf8.count else { return false }
    for index in indices where self[index] != utf8[index] { return false }
    return true
  }

  /// Whether a text stands at the start.
  func starts(with text: [UInt8]) -> Bool {
    guard count >= text.count else { return false }
    for index in text.indices where self[index] != text[index] { return false }
    return true
  }
}
