import Glibc

/// How much is measured: everything, only some tables, or as little as shows that the harness works.
public enum Extent {
  /// Whether each table is only to be gone through once: `BENCHMARK_SHORT`.
  public static let isShort = System.environment("BENCHMARK_SHORT") != nil
  /// The tables that were asked for, by the beginnings of their keys: `BENCHMARK_ONLY`.
  private static let only = System.environment("BENCHMARK_ONLY")?.split(separator: ",") ?? []

  /// Whether a table was asked for.
  public static func includes(_ key: String) -> Bool { only.isEmpty || only.contains { key.hasPrefix($0) } }

  /// How many of something there are; fewer in a short run.
  public static func count(_ count: Int, short: Int) -> Int { isShort ? min(count, short) : count }

  static func rounds(_ rounds: Int) -> Int { count(rounds, short: 3) }
  static func warmUp(_ rounds: Int) -> Int { count(rounds, short: 1) }
  static func sizes(_ sizes: [Int]) -> [Int] { Array(sizes.prefix(isShort ? 2 : sizes.count)) }
}
