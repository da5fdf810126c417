import Glibc

/// The time of day.
public enum WallClock: Sendable {
  /// The seconds since 1970-01-01T00:00:00Z.
  @Sendable
  public static func now() -> Int64 { Int64(time(nil)) }
}
