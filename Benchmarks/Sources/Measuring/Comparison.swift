/// Runs candidates in turn, round after round, so that what disturbs one disturbs all.
@MainActor
public struct Comparison {
  /// What a time is written in.
  public enum Unit: Double {
    case nanoseconds = 1
    case microseconds = 1e3
    case milliseconds = 1e6
  }

  private let title: String
  private let unit: Unit
  private let rounds: Int
  private let warmUp: Int
  private let candidates: [Candidate]
  private var series: [Series]

  /// Describes a comparison; the first candidate is the one that the ratios in the table are to.
  ///
  /// - Parameters:
  ///   - title: The heading of the table, which says what one part is.
  ///   - unit: What the times are written in.
  ///   - rounds: How often each candidate is measured.
  ///   - warmUp: How many rounds come before and do not count.
  ///   - candidates: What is measured.
  public init(_ title: String, unit: Unit, rounds: Int, warmUp: Int = 5, _ candidates: [Candidate]) {
    self.title = title
    self.unit = unit
    self.rounds = rounds
    self.warmUp = warmUp
    self.candidates = candidates
    series = candidates.map { _ in Series() }
  }

  /// Measures and prints the table.
  public mutating func run() async throws {
    for round in 0..<warmUp + rounds {
      for turn in candidates.indices {
        // Another one begins each time, so that nobody always comes after the same neighbour's cold caches.
        let index = (turn + round) % candidates.count
        let start = System.nanoseconds
        try await candidates[index].body()
        let time = Double(System.nanoseconds - start) / Double(candidates[index].parts)
        candidates[index].cleanUp()
        if round >= warmUp { series[index].times.append(time) }
      }
    }
    printTable()
  }

  /// Prints how many times as long one candidate takes as another: the median over the rounds of the ratio within each.
  public func printRatio(_ name: String, to other: String, budget: String) {
    guard let one = candidates.firstIndex(where: { $0.name == name }),
      let reference = candidates.firstIndex(where: { $0.name == other })
    else { return }
    print("  \(name) / \(other): \(ratio(one, reference).fixed(2))  (budget \(budget))")
  }

  private func ratio(_ one: Int, _ reference: Int) -> Double {
    zip(series[one].times, series[reference].times).map { $0 / $1 }.median
  }

  private func printTable() {
    var table = Table(columns: [title, "median", "min", "ratio", "budget"])
    for (index, candidate) in candidates.enumerated() {
      table.append([
        candidate.name, text(series[index].median), text(series[index].least), ratio(index, 0).fixed(2),
        candidate.budget,
      ])
    }
    print("")
    table.print()
  }

  private func text(_ nanoseconds: Double) -> String {
    let value = nanoseconds / unit.rawValue
    return value.fixed(value < 10 ? 2 : 1) + " " + unit.symbol
  }
}

extension Comparison.Unit {
  var symbol: String {
    switch self {
    case .nanoseconds: "ns"
    case .microseconds: "us"
    case .milliseconds: "ms"
    }
  }
}
