/// The times of one candidate in nanoseconds for one part.
struct Series {
  /// The median of each round, which is compared with the others of the same round.
  private(set) var rounds: [Double] = []
  /// The mean of each round, from which the rate is computed.
  private(set) var means: [Double] = []
  /// Every time that was measured by itself, for the percentiles.
  private var times: [Double] = []

  mutating func append(_ round: [Double]) {
    rounds.append(round.median)
    means.append(round.reduce(0, +) / Double(round.count))
    times += round
  }

  /// The summary of the times in a table.
  var summary: Summary { Summary(times) }

  /// The number of parts per second.
  var rate: Double { 1e9 / means.median }
}

/// Percentiles of times, in nanoseconds.
struct Summary {
  let least, lowerQuartile, median, upperQuartile, p99: Double

  init(_ times: [Double]) {
    let sorted = times.sorted()
    least = sorted.first ?? .nan
    lowerQuartile = sorted.quantile(0.25)
    median = sorted.quantile(0.5)
    upperQuartile = sorted.quantile(0.75)
    p99 = sorted.quantile(0.99)
  }
}

extension [Double] {
  /// Returns a quantile of sorted numbers, interpolated between its two neighbours.
  fileprivate func quantile(_ share: Double) -> Double {
    guard let last = indices.last else { return .nan }
    let place = share * Double(last)
    let below = Int(place)
    let above = Swift.min(below + 1, last)
    return self[below] + (place - Double(below)) * (self[above] - self[below])
  }

  var median: Double { sorted().quantile(0.5) }
}
