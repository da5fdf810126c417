internal import Synchronization

/// The cache of the dynamic loader (`/etc/ld.so.cache`), in glibc's format 1.1: maps names of libraries to paths.
struct LoaderCache: Sendable {
  /// The maximum size that is read, in bytes; the cache of a large system has a few hundred kilobytes.
  static let limit = 16 << 20
  static var flags: UInt32 {
    #if arch(x86_64)
      0x0303
    #else
      0x0A03
    #endif
  }

  private static let oldMagic = Array("ld.so-1.7.0\0".utf8)
  private static let magic = Array("glibc-ld.so.cache1.1".utf8)
  private static let headerSize = 48
  private static let entrySize = 24

  private let bytes: [UInt8]
  /// The offset of the header, which is the base of the strings' offsets.
  private let start: Int
  private let count: Int

  static let empty = LoaderCache()

  /// The file is read when a library is first looked for in it.
  final class File: Sendable {
    static var none: File { File(.empty) }

    private let read: Mutex<LoaderCache?>

    init(_ content: LoaderCache? = nil) { read = Mutex(content) }

    /// Empty when there is no cache.
    var content: LoaderCache {
      read.withLock { read in
        if let read { return read }
        let bytes = LibrarySearch.readAll("/etc/ld.so.cache", atMost: LoaderCache.limit)
        let content = bytes.flatMap { LoaderCache($0) } ?? .empty
        read = content
        return content
      }
    }
  }

  private init() { (bytes, start, count) = ([], 0, 0) }

  /// `nil` when the bytes are no such cache, or a truncated one; the loader ignores such a cache.
  init?(_ bytes: [UInt8]) {
    let span = bytes.span
    var start = 0
    // On older systems the same entries precede it in an older format, for older programs.
    if span.starts(with: Self.oldMagic), span.count >= 16 {
      let end = 16 + UInt64(span.uint32(at: 12)) * 12
      guard end + 8 <= UInt64(span.count) else { return nil }
      start = (Int(end) + 7) / 8 * 8
    }
    guard span.count - start >= Self.headerSize,
      span.extracting(start..<span.count).starts(with: Self.magic)
    else { return nil }
    let count = UInt64(span.uint32(at: start + 20))
    guard count * UInt64(Self.entrySize) <= UInt64(span.count - start - Self.headerSize) else { return nil }
    (self.bytes, self.start, self.count) = (bytes, start, Int(count))
  }

  /// Returns the paths of a library, in the order of the cache; the loader takes the first that suits the processor.
  ///
  /// The variants for particular processors come last here, because the loader chooses among them by its own detection
  /// of the processor, and all are the same library.
  func paths(of name: String) -> [String] {
    let span = bytes.span
    var plain: [String] = []
    var special: [String] = []
    for index in 0..<count {
      let entry = start + Self.headerSize + index * Self.entrySize
      guard span.uint32(at: entry) == Self.flags, holds(name, at: span.uint32(at: entry + 4)),
        let path = string(at: span.uint32(at: entry + 8))
      else { continue }
      if span.uint64(at: entry + 16) == 0 { plain.append(path) } else { special.append(path) }
    }
    return plain + special
  }

  private func holds(_ text: String, at offset: UInt32) -> Bool {
    let span = bytes.span
    let first = start + Int(offset)
    let end = first + text.utf8.count
    guard end < span.count, span[end] == 0 else { return false }
    return span.extracting(first..<end).equals(text)
  }

  private func string(at offset: UInt32) -> String? {
    let span = bytes.span
    let first = start + Int(offset)
    guard first < span.count else { return nil }
    let limit = min(span.count, first + Int(DynamicSection.nameLimit))
    return span.extracting(first..<limit).untilZero.flatMap { String(validating: $0, as: UTF8.self) }
  }
}
