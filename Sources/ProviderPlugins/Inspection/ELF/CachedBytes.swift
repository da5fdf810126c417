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
