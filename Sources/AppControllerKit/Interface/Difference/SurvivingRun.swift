/// Nodes that survive and that follow one another in both descriptions.
struct SurvivingRun: Sendable, Equatable {
  /// The first node's index in the old description.
  var old: Int
  /// The first node's index in the new description.
  var new: Int
  var count: Int
  /// How much deeper the nodes stand in the new description; the same for all of them.
  var descent: Int
  /// Whether the first node is a fallback in the new description; the others are what they were.
  var startsWithFallback: Bool
}
