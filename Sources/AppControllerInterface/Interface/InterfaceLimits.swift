/// The limits of a description; one that exceeds them is refused with the name of the limit, never cut.
///
/// Sizes are in bytes of UTF-8.
public struct InterfaceLimits: Sendable, Hashable {
  /// The largest depth of nested nodes: 64.
  public var depth = 64
  /// The largest number of nodes: 10 000.
  public var nodes = 10_000
  /// The largest number of property values in total: 100 000.
  public var values = 100_000
  /// The largest depth of nested maps and lists inside one property: 16.
  public var valueDepth = 16
  /// The largest size of all text, including names and ids: 1 MiB.
  public var totalText = 1 << 20
  /// The largest size of one text: 16 KiB.
  public var text = 16 << 10
  /// The largest size of a label, a placeholder or the title of a confirmation: 512 bytes.
  public var label = 512
  /// The largest size of an id or a name: 64 bytes.
  public var id = 64

  /// The limits of ABI 1.0.
  public static let standard = InterfaceLimits()

  /// The limits without those of a whole description, for what is made of one that was within them.
  package static let ofParts = {
    var limits = InterfaceLimits()
    (limits.depth, limits.nodes, limits.values, limits.totalText) = (.max, .max, .max, .max)
    return limits
  }()

  private init() {}
}

/// The rule for ids of nodes, inputs, interfaces, storyboards and providers.
package enum IdentifierRule {
  package static let text = "an id is 1 to 64 bytes of letters, digits, dots, underscores and hyphens"

  package static func allows(_ bytes: Span<UInt8>) -> Bool {
    guard 1...64 ~= bytes.count else { return false }
    let characters = characters
    for index in bytes.indices where !characters.contains(bytes[index]) { return false }
    return true
  }

  private static let characters = ASCIISet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")

  /// The id is also the name of a file that is not hidden.
  package static func allowsProviderID(_ id: String) -> Bool { allows(id.utf8Span.span) && !id.hasPrefix(".") }
}
