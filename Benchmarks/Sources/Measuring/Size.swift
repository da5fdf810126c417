/// How large the work of one table is, when it is one of several sizes.
public struct Size: Sendable {
  let count: Int
  /// What is counted: nodes, providers.
  let unit: String
  /// Whether the times are for one of them, or for all.
  let isPerPart: Bool
}
