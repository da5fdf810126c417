/// One piece of work that is measured against others.
@MainActor
public struct Candidate {
  /// The way in which one round is timed.
  enum Work {
    /// In this process, all parts together.
    case whole(parts: Int, @MainActor () async throws -> Void)
    /// In this process, each call by itself, so that percentiles of calls are known.
    case calls(Int, @MainActor () async throws -> Void)
    /// In a process of its own, which returns the nanoseconds of each part.
    case elsewhere(parts: Int, @MainActor () async throws -> [UInt64])
    /// Not at all, because it is not installed.
    case absent
  }

  let name: String
  /// A note on the line, for the reader of the table; for an absent candidate, the packages that would provide it.
  let note: String
  let work: Work
  /// Runs after each round, and is not measured.
  let cleanUp: @MainActor () -> Void

  private init(
    _ name: String, note: String, cleanUp: @escaping @MainActor () -> Void = {}, work: Work
  ) {
    self.name = name
    self.note = note
    self.cleanUp = cleanUp
    self.work = work
  }

  /// Makes a candidate whose rounds are timed as a whole.
  ///
  /// - Parameters:
  ///   - name: Its name in the table.
  ///   - parts: The number of units in one round, by which its time is divided.
  ///   - note: A note for the reader.
  ///   - cleanUp: Runs after each round, and is not measured, so that nothing of the round continues in the next one.
  ///   - body: One round.
  public init(
    _ name: String, parts: Int = 1, note: String = "",
    cleanUp: @escaping @MainActor () -> Void = {}, body: @escaping @MainActor () async throws -> Void
  ) {
    self.init(name, note: note, cleanUp: cleanUp, work: .whole(parts: parts, body))
  }

  /// Makes a candidate whose rounds are many calls, each timed by itself.
  public init(
    _ name: String, calls: Int, note: String = "",
    body: @escaping @MainActor () async throws -> Void
  ) {
    self.init(name, note: note, work: .calls(calls, body))
  }

  /// Makes a candidate for work in another process, which times itself by the same clock.
  ///
  /// - Parameters:
  ///   - name: Its name in the table.
  ///   - parts: The number by which each of the times is divided.
  ///   - note: A note for the reader.
  ///   - cleanUp: Runs after each round, and is not measured.
  ///   - order: Makes the process run a round, and returns the nanoseconds of each of its parts.
  public init(
    _ name: String, partsElsewhere parts: Int, note: String = "",
    cleanUp: @escaping @MainActor () -> Void = {}, order: @escaping @MainActor () async throws -> [UInt64]
  ) {
    self.init(name, note: note, cleanUp: cleanUp, work: .elsewhere(parts: parts, order))
  }

  /// Makes the candidate of a peer that is not installed, with the packages that would provide it.
  public static func absent(_ name: String, _ remedy: String) -> Candidate {
    Candidate(name, note: remedy, work: .absent)
  }

  /// The number of units in one round.
  var parts: Int {
    switch work {
    case .whole(let parts, _), .elsewhere(let parts, _), .calls(let parts, _): parts
    case .absent: 0
    }
  }

  var isAbsent: Bool { if case .absent = work { true } else { false } }

  /// Runs one round.
  ///
  /// - Returns: The nanoseconds of one part: a single number, or one number for each call.
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
