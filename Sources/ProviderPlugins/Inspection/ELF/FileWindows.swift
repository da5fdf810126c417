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
