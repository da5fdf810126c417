/// The number of terminal cells that a character takes, from a table that does not depend on the machine.
///
/// Terminals disagree about sequences of emoji, about characters that are newer than the terminal, and about marks
/// without a base. A width that nearly all terminals agree on is certain. After a character of uncertain width, a
/// writer moves the cursor to its position explicitly.
package struct CellWidth: Sendable, Hashable {
  /// From 0 to 2 for a single character.
  package let cells: Int
  package let isCertain: Bool
}

extension CellWidth {
  package static func of(_ scalar: Unicode.Scalar) -> CellWidth {
    let value = scalar.value
    if value < 0x300 { return CellWidth(cells: 1, isCertain: value != 0xAD) }
    if contains(zeroWidth, value) { return CellWidth(cells: 0, isCertain: false) }
    return CellWidth(cells: contains(wide, value) ? 2 : 1, isCertain: isAgreed(scalar))
  }

  package static func of(_ text: String) -> CellWidth {
    var (pool, cells, isCertain) = (ClusterPool(), 0, true)
    CellReader.read(text, .plain, &pool) { piece in
      guard case .cell(let cell) = piece else { return }
      cells += Int(cell.width)
      isCertain = isCertain && cell.isCertain
    }
    return CellWidth(cells: cells, isCertain: isCertain)
  }

  /// The width of the widest scalar, and at least 1; certain only for a letter with marks above or below it.
  static func of(cluster: Substring.UnicodeScalarView) -> CellWidth {
    var (cells, isCertain, isFirst) = (0, true, true)
    for scalar in cluster {
      let width = of(scalar)
      if isFirst {
        isCertain = width.isCertain && width.cells > 0 && !scalar.properties.isEmoji
      } else {
        // Terminals treat a selector, a joiner, a spacing mark or a second letter differently.
        isCertain = isCertain && scalar.properties.generalCategory == .nonspacingMark && !isSelector(scalar)
      }
      // Two regional letters make one flag, and an emoji selector asks for a wide character.
      cells = max(cells, isRegional(scalar) || scalar.value == 0xFE0F ? 2 : width.cells)
      isFirst = false
    }
    return CellWidth(cells: max(1, cells), isCertain: isCertain)
  }

  /// Whether the scalar was assigned when the table was made, so that terminals have had the time to support it.
  private static func isAgreed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Circled numbers and hexagrams: narrow by the data, but wide in many fonts and libraries.
    case 0x3248...0x324F, 0x4DC0...0x4DFF: return false
    case _: if isRegional(scalar) || scalar.properties.isEmojiModifier { return false }
    }
    guard let age = scalar.properties.age else { return false }
    return age.major <= 14
  }

  private static func isRegional(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

  private static func isSelector(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isVariationSelector }

  private static func contains(_ table: [UInt32], _ value: UInt32) -> Bool {
    let run = (0..<table.count / 2).firstPosition { table[2 * $0 + 1] >= value }
    return 2 * run < table.count && table[2 * run] <= value
  }
}
