/// A position in a JSON text, in lines and columns for editors and in bytes for programs.
public struct JSONPosition: Sendable, Hashable, CustomStringConvertible {
  /// The line, from 1.
  ///
  /// A line ends with a line feed, a carriage return, or both.
  public private(set) var line = 1
  /// The column, from 1, in Unicode scalars.
  public private(set) var column = 1
  /// The byte, from 0.
  public private(set) var offset = 0

  package init() {}

  /// Takes time linear in `offset`; readers use offsets, and make a position only for a report.
  package init(of offset: Int, in bytes: [UInt8]) {
    advance(to: offset, in: bytes)
  }

  /// The byte is a later one; for several positions, one pass over the text is enough.
  package mutating func advance(to target: Int, in bytes: [UInt8]) {
    let end = min(target, bytes.count)
    while offset < end {
      switch bytes[offset] {
      case 0x0A where offset > 0 && bytes[offset - 1] == 0x0D:
        break  // The carriage return has ended the line already.
      case 0x0A, 0x0D:
        line += 1
        column = 1
      case 0x80...0xBF:
        break  // A continuation byte is a part of the scalar before it.
      default:
        column += 1
      }
      offset += 1
    }
  }

  /// The position in words, such as `line 3, column 7 (byte 41)`.
  public var description: String { "line \(line), column \(column) (byte \(offset))" }
}
