/// One thing that is measured against others.
@MainActor
public struct Candidate {
  let name: String
  /// What one run is divided by: the number of nodes, of cycles.
  let parts: Int
  /// What the design allows, for the reader of the table.
  let budget: String
  let body: @MainActor () async throws -> Void
  /// What comes after each run and is not measured.
  let cleanUp: @MainActor () -> Void

  /// Describes a candidate.
  ///
  /// - Parameters:
  ///   - name: What it is called in the table.
  ///   - parts: How many of the unit one run does.
  ///   - budget: What the design allows; empty for a peer.
  ///   - cleanUp: What comes after each run and is not measured, so that nothing of a run goes on in the next one.
  ///   - body: One run.
  public init(
    _ name: String, parts: Int = 1, budget: String = "", cleanUp: @escaping @MainActor () -> Void = {},
    body: @escaping @MainActor () async throws -> Void
  ) {
    self.name = name
    self.parts = parts
    self.budget = budget
    self.cleanUp = cleanUp
    self.body = body
  }
}

/// The times of one candidate, a round each, in nanoseconds for one part.
struct Series {
  var times: [Double] = []

  var median: Double { times.median }
  var least: Double { times.min() ?? .nan }
}

extension [Double] {
  var median: Double {
    if isEmpty { return .nan }
    let sorted = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
