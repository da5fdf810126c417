internal import AppControllerKit

/// Reads a file in windows: its first page once, and one other window at a time.
///
/// The facts about a provider lie in a few places, and one window contains several of them. The file is never mapped,
/// because truncating it during the read would end the process.
final class FileWindows {
  /// The minimum size of a window, in bytes.
  static let length = 4096

  /// The size of the file when it was opened, in bytes.
  let size: Int
  /// The first page, or the whole file when it is shorter.
  let firstPage: [UInt8]
  /// The number of reads, as a measure of the work.
  private(set) var readCount = 0
  private let source: any ByteSource
  private var window: [UInt8] = []
  private var start = 0

  init(_ source: any ByteSource) throws(ELFFault) {
    self.source = source
    size = source.size
    firstPage = try source.bytes(in: 0..<min(Self.length, size))
  }

  /// The body receives exactly the bytes of the range.
  ///
  /// Throws `truncated` when the range exceeds the file's size, `shortened` when the file has become shorter since.
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
    // A copy of the reference, because the body may read from this object too.
    let window = window
    return try body(window.span.extracting(bytes.lowerBound - start..<bytes.upperBound - start))
  }
}

/// A range in a file, as the file itself declares it: it may exceed the file, or overflow.
struct FileRange: Equatable {
  var offset: UInt64
  var count: UInt64

  /// `nil` when it overflows.
  var end: UInt64? {
    let end = offset.addingReportingOverflow(count)
    return end.overflow || end.partialValue > UInt64(Int.max) ? nil : end.partialValue
  }

  init(offset: UInt64, count: UInt64, of size: UInt64) throws(ELFFault) {
    let bytes = count.multipliedReportingOverflow(by: size)
    guard !bytes.overflow else { throw .damaged("a table has \(count) entries, more than any file holds") }
    self.init(offset: offset, count: bytes.partialValue)
  }

  init(offset: UInt64, count: UInt64) {
    self.offset = offset
    self.count = count
  }

  func within(_ size: Int, _ what: String) throws(ELFFault) -> Range<Int> {
    guard let end, end <= UInt64(size) else { throw .truncated(what: what, end: end ?? .max, size: size) }
    return Int(offset)..<Int(end)
  }

  /// `nil` when the part exceeds this range.
  func part(at start: UInt64, count: UInt64) -> FileRange? {
    guard start <= self.count, count <= self.count - start else { return nil }
    let offset = offset.addingReportingOverflow(start)
    return offset.overflow ? nil : FileRange(offset: offset.partialValue, count: count)
  }

  func rest(from start: UInt64, atMost limit: UInt64) -> FileRange? {
    start <= count ? part(at: start, count: min(limit, count - start)) : nil
  }
}

/// A source of bytes that are read by offset: an open file, or memory in tests.
protocol ByteSource {
  /// A file may have become shorter since it was opened.
  var size: Int { get }

  /// Returns fewer bytes when there are no more; throws `unreadable` when the system fails.
  func bytes(in range: Range<Int>) throws(ELFFault) -> [UInt8]
}

extension [UInt8]: ByteSource {
  var size: Int { count }

  func bytes(in range: Range<Int>) throws(ELFFault) -> [UInt8] { Array(self[range.clamped(to: indices)]) }
}

/// Bytes that are read once and kept, part by part: for tables with many scattered accesses.
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

/// A fault that prevents reading a file as ELF, before it becomes an error with the file's path and a code.
///
/// The files of the libraries that a provider needs are read too, and their faults are no failures of the provider's
/// own file.
enum ELFFault: Error, Equatable {
  case truncated(what: String, end: UInt64, size: Int)
  case shortened
  case isProgram
  case damaged(String)
  /// The system failed to read the file; the value is `errno`.
  case unreadable(Int32)
}

/// Reads little-endian integers; the caller has checked the offset against the span.
extension Span<UInt8> {
  func uint16(at offset: Int) -> UInt16 { integer(at: offset) }

  func uint32(at offset: Int) -> UInt32 { integer(at: offset) }

  func uint64(at offset: Int) -> UInt64 { integer(at: offset) }

  /// The span checks the bounds.
  @inline(__always)
  private func integer<Integer: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Integer {
    unsafe Integer(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Integer.self))
  }

  /// `nil` when there is no zero byte.
  var untilZero: [UInt8]? {
    for index in indices where self[index] == 0 { return extracting(0..<index).copied }
    return nil
  }

  func equals(_ text: String) -> Bool {
    let utf8 = text.utf8Span.span
    guard count == utf8.count else { return false }
    for index in indices where self[index] != utf8[index] { return false }
    return true
  }

  func starts(with text: [UInt8]) -> Bool {
    guard count >= text.count else { return false }
    for index in text.indices where self[index] != text[index] { return false }
    return true
  }
}
