/// A place in a JSON text, as an editor counts and as a program counts.
package struct JSONPosition: Sendable, Hashable, CustomStringConvertible {
  /// The line, from 1.
  ///
  /// A line ends with a line feed, a carriage return, or both.
  package let line: Int
  /// The column, from 1, in Unicode scalars.
  package let column: Int
  /// The byte, from 0.
  package let offset: Int

  /// Finds the line and column of a byte, in time linear in `offset`.
  ///
  /// Readers carry offsets and make a position only when they have something to report.
  package init(of offset: Int, in bytes: [UInt8]) {
    var line = 1
    var column = 1
    var index = 0
    let end = min(offset, bytes.count)
    while index < end {
      switch bytes[index] {
      case 0x0A where index > 0 && bytes[index - 1] == 0x0D:
        break  // The carriage return has ended the line already.
      case 0x0A, 0x0D:
        line += 1
        column = 1
      case 0x80...0xBF:
        break  // A continuation byte is a part of the scalar before it.
      default:
        column += 1
      }
      index += 1
    }
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The place in words, such as `line 3, column 7 (byte 41)`.
  package var description: String { "line \(line), column \(column) (byte \(offset))" }
}
