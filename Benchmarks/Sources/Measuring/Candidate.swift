/// One thing that is measured against others.
@MainActor
public struct Candidate {
  /// How one round of it is timed.
  enum Work {
    /// Here, all parts as one.
    case whole(parts: Int, @MainActor () async throws -> Void)
    /// Here, each call by itself, so that there are percentiles of calls.
    case calls(Int, @MainActor () async throws -> Void)
    /// By a process of its own, which says how many nanoseconds each part took.
    case elsewhere(parts: Int, @MainActor () async throws -> [UInt64])
    /// Not at all: it is not installed.
    case absent
  }

  let name: String
  /// What the reader of the table has to know of the line; of one that is absent, what would bring it.
  let note: String
  /// What the design allows, for the reader of the table.
  let budget: String
  let work: Work
  /// What comes after each round and is not measured.
  let cleanUp: @MainActor () -> Void

  private init(
    _ name: String, note: String, budget: String = "", cleanUp: @escaping @MainActor () -> Void = {}, work: Work
  ) {
    self.name = name
    self.note = note
    self.budget = budget
    self.cleanUp = cleanUp
    self.work = work
  }

  /// Describes a candidate whose rounds are timed as one.
  ///
  /// - Parameters:
  ///   - name: What it is called in the table.
  ///   - parts: How many of the unit one round does; its time is divided by that.
  ///   - note: What the reader has to know of it.
  ///   - budget: What the design allows; empty for a peer.
  ///   - cleanUp: What comes after each round and is not measured, so that nothing of it goes on in the next one.
  ///   - body: One round.
  public init(
    _ name: String, parts: Int = 1, note: String = "", budget: String = "",
    cleanUp: @escaping @MainActor () -> Void = {}, body: @escaping @MainActor () async throws -> Void
  ) {
    self.init(name, note: note, budget: budget, cleanUp: cleanUp, work: .whole(parts: parts, body))
  }

  /// Describes a candidate whose rounds are many calls, each timed by itself.
  public init(
    _ name: String, calls: Int, note: String = "", budget: String = "",
    body: @escaping @MainActor () async throws -> Void
  ) {
    self.init(name, note: note, budget: budget, work: .calls(calls, body))
  }

  /// Describes what is done in another process, which times itself by the same clock.
  ///
  /// - Parameters:
  ///   - name: What it is called in the table.
  ///   - parts: What each of the times is divided by.
  ///   - note: What the reader has to know of it.
  ///   - budget: What the design allows; empty for a peer.
  ///   - cleanUp: What comes after each round and is not measured.
  ///   - order: Has the process do a round; returns the nanoseconds of each of its parts.
  public init(
    _ name: String, partsElsewhere parts: Int, note: String = "", budget: String = "",
    cleanUp: @escaping @MainActor () -> Void = {}, order: @escaping @MainActor () async throws -> [UInt64]
  ) {
    self.init(name, note: note, budget: budget, cleanUp: cleanUp, work: .elsewhere(parts: parts, order))
  }

  /// Describes a peer that is not installed, and says what would bring it.
  public static func absent(_ name: String, _ remedy: String) -> Candidate {
    Candidate(name, note: remedy, work: .absent)
  }

  var isAbsent: Bool { if case .absent = work { true } else { false } }

  /// Does one round.
  ///
  /// - Returns: The nanoseconds for one part: a single number, or one of each call.
  func measure() async throws -> [Double] {
    switch work {
    case .whole(let parts, let body):
      let start = System.nanoseconds
      try await body()
      return [Double(System.nanoseconds - start) / Double(parts)]
    case .calls(let count, let body):
      var times: [Double] = []
      times.reserveCapacity(count)
      for _ in 0..<count {
        let start = System.nanoseconds
        try await body()
        times.append(Double(System.nanoseconds - start))
      }
      return times
    case .elsewhere(let parts, let order): return try await order().map { Double($0) / Double(parts) }
    case .absent: return []
    }
  }
}
