/// Reads text as cells, and removes everything that would control a terminal.
///
/// Text from a description is harmless already. Text from the user and from the host passes through here too, so
/// everything that is drawn has passed through this reader.
enum CellReader {
  enum Piece {
    case cell(Cell)
    case lineFeed
    /// A character that shows nothing, and at which a line may break.
    case opportunity
  }

  /// In scalars; further combining scalars of a character are left out.
  static let longest = 16

  @inline(__always)
  static func read(
    _ text: String, _ style: CellStyle, _ pool: inout ClusterPool, _ body: (Piece) -> Void
  ) {
    let bytes = text.utf8Span.span
    var isASCII = true
    for index in bytes.indices where bytes[index] >= 0x80 || bytes[index] == 0x0D {
      isASCII = false
      break
    }
    if isASCII {
      for index in bytes.indices { body(piece(Unicode.Scalar(bytes[index]), style)) }
    } else {
      for character in text { body(piece(character, style, &pool)) }
    }
  }

  private static func piece(_ scalar: Unicode.Scalar, _ style: CellStyle) -> Piece {
    if scalar == "\n" { return .lineFeed }
    return .cell(Cell(scalar: isHarmless(scalar) ? scalar : "\u{FFFD}", style: style))
  }

  private static func piece(_ character: Character, _ style: CellStyle, _ pool: inout ClusterPool) -> Piece {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return .opportunity }
    if scalars.index(after: scalars.startIndex) == scalars.endIndex {
      if first.isASCII { return piece(first, style) }
      if !isHarmless(first) { return .cell(Cell(scalar: "\u{FFFD}", style: style)) }
      let width = CellWidth.of(first)
      // A soft hyphen and a zero-width space only mark where a line may break.
      if first == "\u{AD}" || first == "\u{200B}" { return .opportunity }
      if width.cells > 0 {
        return .cell(Cell(scalar: first, width: UInt8(width.cells), isCertain: width.isCertain, style: style))
      }
      // A format character that stands alone is not shown.
      if first.properties.generalCategory == .format { return .opportunity }
    }
    if first == "\r" { return .lineFeed }
    return pooled(scalars, &pool, style)
  }

  private static func pooled(
    _ scalars: some Collection<Unicode.Scalar>, _ pool: inout ClusterPool, _ style: CellStyle
  ) -> Piece {
    var kept = String.UnicodeScalarView()
    let isFlag = scalars.first == "\u{1F3F4}"
    // A mark without a base letter would otherwise combine with the character of the cell before it.
    let hasBase = scalars.first.map { CellWidth.of($0).cells > 0 } ?? false
    if !hasBase { kept.append(" ") }
    for scalar in scalars.prefix(longest) {
      let stays = isHarmless(scalar) || isFlag && (0xE0020...0xE007F).contains(scalar.value)
      kept.append(stays ? scalar : "\u{FFFD}")
    }
    let width = CellWidth.of(cluster: kept[...])
    let isCertain = width.isCertain && hasBase && scalars.count <= longest
    return .cell(
      Cell(cluster: pool.add(String(kept).utf8), width: UInt8(width.cells), isCertain: isCertain, style: style)
    )
  }

  /// Controls, direction marks and overrides, separators, annotations, tags and noncharacters are not harmless.
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F: false
    case 0xFEFF, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF, 0xE0000...0xE00FF, 0xE01F0...0xE0FFF: false
    case let value: value & 0xFFFE != 0xFFFE
    }
  }
}
