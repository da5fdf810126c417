/// How a cell looks, by what it means; which colours that becomes is decided when it is drawn.
public struct CellStyle: Sendable, Hashable, BitwiseCopyable {
  /// What a terminal without colours can show too.
  public struct Attributes: OptionSet, Sendable, Hashable, BitwiseCopyable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Stronger than the rest.
    public static let bold = Attributes(rawValue: 1)
    /// Weaker than the rest.
    public static let faint = Attributes(rawValue: 2)
    /// With a line below it.
    public static let underline = Attributes(rawValue: 4)
    /// With the colours exchanged, as what has the focus.
    public static let reverse = Attributes(rawValue: 8)
  }

  /// What a colour stands for.
  public enum Role: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// The text of the terminal.
    case normal
    /// What matters less.
    case muted
    /// What can be used, and titles.
    case accent
    /// Something worked.
    case success
    /// Something to look at.
    case warning
    /// Something failed.
    case error
  }

  /// What a terminal without colours can show too.
  public var attributes: Attributes
  /// What the colour stands for.
  public var role: Role
  /// How far the colour has gone over into the background, from 0, not at all, to 255, wholly.
  public var fading: UInt8

  /// Makes a style; plain unless given.
  public init(_ attributes: Attributes = [], role: Role = .normal, fading: UInt8 = 0) {
    self.attributes = attributes
    self.role = role
    self.fading = fading
  }

  /// Plain text.
  public static let plain = CellStyle()
  /// What matters less.
  static let muted = CellStyle(role: .muted)

  /// The style with more attributes.
  func adding(_ more: Attributes) -> CellStyle { CellStyle(attributes.union(more), role: role, fading: fading) }
}
