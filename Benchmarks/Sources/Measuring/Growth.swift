import Glibc

/// The same comparison over several sizes, and how the cost of each candidate grows with them.
@MainActor
public struct Growth {
  private let key: String
  private let title: String
  private let unit: TimeUnit
  private let counted: String
  private let isPerPart: Bool
  private let sizes: [Int]
  private let showsRate: Bool

  /// Describes a comparison over sizes.
  ///
  /// - Parameters:
  ///   - key: What its tables are called by scripts.
  ///   - title: Their heading, which says what one part is.
  ///   - unit: What the times are written in.
  ///   - sizes: How many of them there are; a short run takes the first two.
  ///   - counted: What is counted: nodes, providers.
  ///   - isPerPart: Whether the times are for one of them, or for all.
  ///   - showsRate: Whether the tables say how many there are in a second.
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
  ///   - rounds: How often each candidate is measured at a size.
  ///   - warmUp: How many rounds come before and do not count.
  ///   - candidates: What is measured at a size; the same lines at each.
  /// - Returns: What was measured at each size; nothing when the tables were not asked for.
  /// - Throws: What a candidate throws.
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
    printTable(of: done.map(\.comparison))
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

  /// The power of the size that all of the work grows with: the slope of the straight line through the logarithms.
  private func exponent(of medians: [Double]) -> Double {
    let points = zip(sizes, medians).filter { $0.0 > 0 }.map { (x: log(Double($0.0)), y: log($0.1)) }
    guard points.count > 1 else { return .nan }
    return Slope.of(points) + (isPerPart ? 1 : 0)
  }
}
