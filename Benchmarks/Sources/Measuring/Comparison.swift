/// Runs candidates in turn, round after round, so that a disturbance affects all of them.
@MainActor
public struct Comparison {
  /// The key of the table, for scripts.
  let key: String
  private let title: String
  private let unit: TimeUnit
  private let rounds: Int
  private let warmUp: Int
  private let size: Size?
  private let showsRate: Bool
  let candidates: [Candidate]
  private(set) var series: [Series]

  /// Makes a comparison; the first candidate is the base of the ratios in the table.
  ///
  /// - Parameters:
  ///   - key: The key of the table, for scripts and for `BENCHMARK_ONLY`.
  ///   - title: The heading of the table, which names one part.
  ///   - unit: The unit of the times.
  ///   - rounds: The number of measured rounds of each candidate.
  ///   - warmUp: The number of rounds before them, which do not count.
  ///   - size: The size of the work, if it is one of several.
  ///   - showsRate: Whether the table shows the number of parts per second.
  ///   - candidates: The candidates.
  public init(
    _ key: String, _ title: String, unit: TimeUnit, rounds: Int, warmUp: Int = 5, size: Size? = nil,
    showsRate: Bool = false, _ candidates: [Candidate]
  ) {
    self.key = key
    self.title = title
    self.unit = unit
    self.rounds = Extent.rounds(rounds)
    self.warmUp = Extent.warmUp(warmUp)
    self.size = size
    self.showsRate = showsRate
    self.candidates = candidates
    series = candidates.map { _ in Series() }
  }

  /// Measures, prints the table and writes it to the results; does nothing when the table was not requested.
  public mutating func run() async throws {
    guard Extent.includes(key) else { return }
    if let counted = Counted.requested { return try await counted.run(candidates) }
    let present = candidates.indices.filter { !candidates[$0].isAbsent }
    for round in 0..<warmUp + rounds {
      for turn in present.indices {
        // Each round begins with another candidate, so that none always runs after the same one, with the same cold
        // caches.
        let index = present[(turn + round) % present.count]
        let times = try await candidates[index].measure()
        candidates[index].cleanUp()
        if round >= warmUp { series[index].append(times) }
      }
    }
    printTable()
    for index in candidates.indices { Results.append(record(of: index)) }
  }

  /// Returns the ratio of one line's time to another's: the median over the rounds of the ratio within each round.
  ///
  /// - Returns: NaN when one of them is absent, or was not measured.
  public func ratio(of name: String, to other: String) -> Double {
    guard let one = candidates.firstIndex(where: { $0.name == name }),
      let reference = candidates.firstIndex(where: { $0.name == other })
    else { return .nan }
    return ratio(one, to: reference)
  }

  private func ratio(_ index: Int, to reference: Int = 0) -> Double {
    zip(series[index].rounds, series[reference].rounds).map { $0 / $1 }.median
  }
}

// MARK: - Output

extension Comparison {
  private func printTable() {
    var table = Table(
      columns: [heading, "median", "q1", "q3", "p99", "ratio"] + (showsRate ? ["a second"] : []))
    for (index, candidate) in candidates.enumerated() {
      if candidate.isAbsent {
        table.append([candidate.name, "absent"])
        continue
      }
      let summary = series[index].summary
      let times = [summary.median, summary.lowerQuartile, summary.upperQuartile, summary.p99]
      let rate = showsRate ? [series[index].rate.fixed(0)] : []
      table.append(
        [candidate.name] + times.map(unit.text) + [ratio(index).fixed(2)] + rate)
    }
    print("")
    table.print()
    if size == nil { printNotes() }
  }

  /// Prints the notes of the lines.
  func printNotes() {
    for candidate in candidates where !candidate.note.isEmpty { print("  \(candidate.name): \(candidate.note)") }
  }

  private var heading: String { size.map { "\(title), \($0.count) \($0.unit)" } ?? title }

  private func record(of index: Int) -> Record {
    let candidate = candidates[index]
    var record = Record(table: key, title: title, line: candidate.name)
    record.set("unit", unit.symbol)
    if let size {
      record.set("size", size.count)
      record.set("of", size.unit)
      record.set("isPerPart", size.isPerPart)
    }
    record.set("note", candidate.note)
    if candidate.isAbsent {
      record.set("isAbsent", true)
      return record
    }
    let summary = series[index].summary
    record.set("rounds", rounds)
    for (name, time) in [
      ("median", summary.median), ("q1", summary.lowerQuartile), ("q3", summary.upperQuartile), ("p99", summary.p99),
      ("least", summary.least),
    ] {
      record.set(name, time)
    }
    record.set("ratio", ratio(index))
    if showsRate { record.set("rate", series[index].rate) }
    return record
  }
}
