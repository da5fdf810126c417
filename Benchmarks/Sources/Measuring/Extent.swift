import Glibc

/// The extent of a run: everything, some tables, or the minimum that shows that the harness works.
public enum Extent {
  /// Whether each table is measured only once: `BENCHMARK_SHORT`.
  public static let isShort = System.environment("BENCHMARK_SHORT") != nil
  /// The requested tables, by the beginnings of their keys: `BENCHMARK_ONLY`.
  private static let only = System.environment("BENCHMARK_ONLY")?.split(separator: ",") ?? []

  /// Returns whether a table was requested.
  public static func includes(_ key: String) -> Bool {
    if let counted = Counted.requested { return key == counted.table }
    return only.isEmpty || only.contains { key.hasPrefix($0) }
  }

  /// Returns a number, which is smaller in a short run.
  public static func count(_ count: Int, short: Int) -> Int { isShort ? min(count, short) : count }

  static func rounds(_ rounds: Int) -> Int { count(rounds, short: 3) }
  static func warmUp(_ rounds: Int) -> Int { count(rounds, short: 1) }

  static func sizes(_ sizes: [Int]) -> [Int] {
    if let counted = Counted.requested { return [counted.size] }
    return Array(sizes.prefix(isShort ? 2 : sizes.count))
  }
}
