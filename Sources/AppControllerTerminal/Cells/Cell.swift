/// One cell of a grid: a character, one half of a wide one, or nothing.
///
/// A character of one scalar is held in the cell. One of several is held in the pool of the grid, which is why two cells
/// of different grids are not to be compared by themselves.
public struct Cell: Sendable, BitwiseCopyable {
  /// How the cell looks.
  public var style: CellStyle
  /// How many cells the character takes: 1 or 2, and 0 for the second half of a wide one.
  public private(set) var width: UInt8
  /// Whether terminals agree on the width.
  public private(set) var isCertain: Bool
  /// A scalar, or the index of a cluster with the top bit set.
  private(set) var content: UInt32

  private static let pooled: UInt32 = 1 << 31

  init(scalar: Unicode.Scalar, width: UInt8 = 1, isCertain: Bool = true, style: CellStyle = .plain) {
    self.style = style
    self.width = width
    self.isCertain = isCertain
    content = scalar.value
  }

  init(cluster: Int, width: UInt8, isCertain: Bool, style: CellStyle) {
    self.style = style
    self.width = width
    self.isCertain = isCertain
    content = UInt32(truncatingIfNeeded: cluster) | Self.pooled
  }

  /// A cell with nothing in it.
  static let blank = Cell(scalar: " ")

  /// A space that looks like the text around it.
  static func space(_ style: CellStyle) -> Cell { Cell(scalar: " ", style: style) }

  /// The second half of a wide character.
  static func continuation(_ style: CellStyle) -> Cell { Cell(scalar: " ", width: 0, style: style) }

  /// Where in the pool the character is; `nil` when it is in the cell.
  var cluster: Int? { content & Self.pooled == 0 ? nil : Int(content & ~Self.pooled) }

  /// The character, when it is a single scalar.
  var scalar: Unicode.Scalar? { Unicode.Scalar(content) }

  /// Whether nothing is to be seen: a space in the background's colour.
  var isBlank: Bool { content == 0x20 && width == 1 && style == .plain }

  /// The cell with its cluster further along, for a pool that was appended to another.
  func moved(by offset: Int) -> Cell {
    guard let cluster else { return self }
    return Cell(cluster: cluster + offset, width: width, isCertain: isCertain, style: style)
  }
}

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
