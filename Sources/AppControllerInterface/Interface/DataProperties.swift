/// One column of a table.
public struct TableColumn: Sendable, Hashable {
  /// The head of the column.
  public var label: String
  /// The side on which the cells stand.
  public var alignment: ColumnAlignment
  /// The share of the width that columns without a weight leave, from 1 to 12; `nil` for a column that is as wide as
  /// its cells.
  public var weight: Int?

  /// Makes a column.
  ///
  /// - Parameters:
  ///   - label: The head of the column.
  ///   - alignment: The side on which the cells stand.
  ///   - weight: The share of the remaining width, from 1 to 12; without one the column is as wide as its cells.
  public init(_ label: String, alignment: ColumnAlignment = .start, weight: Int? = nil) {
    self.label = label
    self.alignment = alignment
    self.weight = weight
  }
}

/// The numbers of a chart.
public struct ChartDescription: Sendable, Equatable {
  /// The numbers, in order.
  public var values: [Double]
  /// The name of each number; empty when they have none.
  public var labels: [String]
  /// The unit of the numbers.
  public var unit: String?
}

/// The limits of tables, charts, secrets, QR codes and pictures.
package enum DataLimits {
  package static let columns = 8
  package static let rows = 1_000
  package static let chartValues = 64
  /// In bytes.
  package static let secret = 1_024
  /// In bytes: the capacity of version 6 at error correction level L.
  package static let qrCode = 134
  package static let assets = 16
  /// In bytes.
  package static let asset = 256 << 10
  /// In bytes, of a description.
  package static let allAssets = 1 << 20
  /// Width and height, in pixels.
  package static let assetSide = 1_024
}

extension TableColumn {
  init(arena: Arena, values range: Range<Int>) {
    label = arena.string(.label, in: range) ?? ""
    alignment = arena.word(.align, in: range).flatMap(ColumnAlignment.init(rawValue:)) ?? .start
    guard let value = arena.value(.weight, in: range), value.tag == .int else { return }
    weight = min(max(1, Int(clamping: value.int)), NodeLimits.weight.upperBound)
  }
}

extension ChartDescription {
  init(arena: Arena, values range: Range<Int>) {
    unit = arena.string(.unit, in: range)
    labels = arena.value(.labels, in: range).map(arena.strings(in:)) ?? []
    values = []
    guard let list = arena.value(.values, in: range), list.tag == .list else { return }
    values = list.elements.compactMap { index in
      switch arena.values[index].tag {
      case .double: arena.values[index].double
      case .int: Double(arena.values[index].int)
      case .null, .bool, .string, .map, .list, .node: nil
      }
    }
  }
}
