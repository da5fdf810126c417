import Glibc

/// The same comparison at several sizes, and the growth of each candidate's cost with the size.
@MainActor
public struct Growth {
  private let key: String
  private let title: String
  private let unit: TimeUnit
  private let counted: String
  private let isPerPart: Bool
  private let sizes: [Int]
  private let showsRate: Bool

  /// Makes a comparison at several sizes.
  ///
  /// - Parameters:
  ///   - key: The key of its tables, for scripts.
  ///   - title: Their heading, which names one part.
  ///   - unit: The unit of the times.
  ///   - sizes: The sizes; a short run takes the first two.
  ///   - counted: The unit of the sizes: nodes or providers.
  ///   - isPerPart: Whether the times are for one unit, or for all of them.
  ///   - showsRate: Whether the tables show the number of parts per second.
  public init(
    _ key: String, _ title: String, unit: TimeUnit, over sizes: [Int], of counted: String, isPerPart: Bool,
    showsRate: Bool = false
  ) {
    self.key = key
    self.title = title
    self.unit = unit
    self.sizes = Extent.sizes(sizes)
    self.counted = counted
    self.isPerPart = isPerPart
    self.showsRate = showsRate
  }

  /// Measures each size, and prints the medians side by side.
  ///
  /// - Parameters:
  ///   - rounds: The number of measured rounds of each candidate at a size.
  ///   - warmUp: The number of rounds before them, which do not count.
  ///   - candidates: The candidates at a size, which have to be the same lines at each size.
  /// - Returns: The comparison at each size; nothing when the tables were not requested.
  /// - Throws: The error of a candidate.
  @discardableResult
  public func run(
    rounds: (Int) -> Int, warmUp: Int = 5, _ candidates: @MainActor (Int) async throws -> [Candidate]
  ) async throws -> [(size: Int, comparison: Comparison)] {
    guard Extent.includes(key) else { return [] }
    var done: [(size: Int, comparison: Comparison)] = []
    for size in sizes {
      var comparison = Comparison(
        key, title, unit: unit, rounds: rounds(size), warmUp: warmUp,
        size: Size(count: size, unit: counted, isPerPart: isPerPart), showsRate: showsRate, try await candidates(size))
      try await comparison.run()
      done.append((size, comparison))
    }
    if Counted.requested == nil { printTable(of: done.map(\.comparison)) }
    return done
  }

  private func printTable(of done: [Comparison]) {
    print("")
    let medians = done.map { $0.series.map(\.summary.median) }
    var table = Table(columns: ["\(title): how it grows"] + sizes.map { "\($0) \(counted)" } + ["exponent"])
    for (index, candidate) in (done.last?.candidates ?? []).enumerated() {
      let line = medians.map { $0[index] }
      table.append([candidate.name] + line.map { $0.isNaN ? "absent" : unit.text($0) } + [exponent(of: line).fixed(2)])
    }
    table.print()
    done.last?.printNotes()
  }

  /// The exponent of the growth: the slope of the straight line through the logarithms.
  private func exponent(of medians: [Double]) -> Double {
    let points = zip(sizes, medians).filter { $0.0 > 0 }.map { (x: log(Double($0.0)), y: log($0.1)) }
    guard points.count > 1 else { return .nan }
    return Slope.of(points) + (isPerPart ? 1 : 0)
  }
}
