/// How large a description may be; what goes beyond is refused by name, never cut.
///
/// Sizes are in bytes of UTF-8 as they were received. U+FFFD counts as one byte, because it may stand for one: what one
/// builder has taken, the next takes too.
public struct InterfaceLimits: Sendable, Hashable {
  /// How deep nodes may nest: 64.
  public var depth = 64
  /// How many nodes there may be: 10 000.
  public var nodes = 10_000
  /// How many property values there may be in all: 100 000.
  public var values = 100_000
  /// How deep maps and lists may nest inside one property: 16.
  public var valueDepth = 16
  /// How much text there may be in all, names and ids included: 1 MiB.
  public var totalText = 1 << 20
  /// How long one text may be: 16 KiB.
  public var text = 16 << 10
  /// How long a label or a placeholder may be: 512 bytes.
  public var label = 512
  /// How long an id or a name may be: 64 bytes.
  public var id = 64

  /// The limits of ABI 1.0.
  public static let standard = InterfaceLimits()

  /// No limits, for what was within them when it came in: U+FFFD is longer than the byte that it stands for.
  package static let none = {
    var limits = InterfaceLimits()
    (limits.depth, limits.nodes, limits.values, limits.valueDepth) = (.max, .max, .max, .max)
    (limits.totalText, limits.text, limits.label, limits.id) = (.max, .max, .max, .max)
    return limits
  }()

  private init() {}
}
