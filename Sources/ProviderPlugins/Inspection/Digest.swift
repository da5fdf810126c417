internal import AppControllerKit

package struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// The largest file that is hashed: 1 GiB, because a sparse file can be larger than any disk.
  static let sizeLimit = 1 << 30

  package let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads 64 hexadecimal digits of either case; `nil` for anything else.
  package init?(_ text: String) {
    let digits = text.utf8.compactMap { byte in
      byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } : nil
    }
    guard text.utf8.count == 64, digits.count == 64 else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  init(of bytes: Span<UInt8>) { self.init(bytes: SHA256.digest(of: bytes)) }

  init(of file: LibraryFile) throws(ELFFault) {
    var hash = SHA256()
    var offset = 0
    while offset < file.size {
      let part = try file.bytes(in: offset..<min(offset + 64 << 10, file.size))
      guard !part.isEmpty else { throw .shortened }
      hash.update(part.span)
      offset += part.count
    }
    self.init(bytes: hash.finalized())
  }

  package var description: String { SHA256.hexadecimal(bytes) }
}
