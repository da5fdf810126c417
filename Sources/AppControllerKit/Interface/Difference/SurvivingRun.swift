/// Surviving nodes that are consecutive in both descriptions.
struct SurvivingRun: Sendable, Equatable {
  /// The first node's index in the old description.
  var old: Int
  /// The first node's index in the new description.
  var new: Int
  var count: Int
  /// The difference in depth between the new and the old description; the same for all nodes of the run.
  var descent: Int
  /// Whether the first node is a fallback in the new description; the others have not changed in this respect.
  var startsWithFallback: Bool
}
