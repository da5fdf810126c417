/// The straight line through points, by least squares.
public enum Slope {
  /// Returns the growth of `y` with `x`.
  public static func of(_ points: [(x: Double, y: Double)]) -> Double {
    let count = Double(points.count)
    let (meanX, meanY) = (points.map(\.x).reduce(0, +) / count, points.map(\.y).reduce(0, +) / count)
    let product = points.map { ($0.x - meanX) * ($0.y - meanY) }.reduce(0, +)
    return product / points.map { ($0.x - meanX) * ($0.x - meanX) }.reduce(0, +)
  }
}
