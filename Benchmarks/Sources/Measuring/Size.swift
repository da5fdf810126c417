/// The size of the work of one table, if it is one of several.
public struct Size: Sendable {
  let count: Int
  /// The unit of the size: nodes or providers.
  let unit: String
  /// Whether the times are for one unit, or for all of them.
  let isPerPart: Bool
}
