/// One cell of a grid: a character, one half of a wide character, or nothing.
///
/// The cell itself holds a character of one scalar. The pool of the grid holds a character of several scalars, so cells
/// of different grids cannot be compared by themselves.
public struct Cell: Sendable, BitwiseCopyable {
  /// The look of the cell.
  public var style: CellStyle
  /// The number of cells that the character takes: 1 or 2, and 0 for the second half of a wide character.
  public private(set) var width: UInt8
  /// Whether terminals agree on the width.
  public private(set) var isCertain: Bool
  /// A scalar value; or, with the top bit set, the index of a cluster in the pool.
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

  static let blank = Cell(scalar: " ")

  static func space(_ style: CellStyle) -> Cell { Cell(scalar: " ", style: style) }

  static func continuation(_ style: CellStyle) -> Cell { Cell(scalar: " ", width: 0, style: style) }

  /// Nil when the cell itself holds the character.
  var cluster: Int? { content & Self.pooled == 0 ? nil : Int(content & ~Self.pooled) }

  /// Nil for a character of several scalars.
  var scalar: Unicode.Scalar? { Unicode.Scalar(content) }

  var isBlank: Bool { content == 0x20 && width == 1 && style == .plain }

  /// For a pool that was appended to another.
  func moved(by offset: Int) -> Cell {
    guard let cluster else { return self }
    return Cell(cluster: cluster + offset, width: width, isCertain: isCertain, style: style)
  }
}

/// The look of a cell by its meaning; the colours are chosen when the cell is drawn.
public struct CellStyle: Sendable, Hashable, BitwiseCopyable {
  /// The parts of a style that a terminal without colours can show too.
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
    /// With the two colours exchanged, as on the control that has the focus.
    public static let reverse = Attributes(rawValue: 8)
    /// Black on white in every palette, as a QR code has to be.
    public static let paper = Attributes(rawValue: 16)
    /// A part of a picture; the frame holds its pixels.
    static let picture = Attributes(rawValue: 32)
  }

  /// The meaning of a colour.
  public enum Role: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// The text of the terminal.
    case normal
    /// Text of less importance.
    case muted
    /// Titles, and controls that can be used.
    case accent
    /// A success.
    case success
    /// A warning.
    case warning
    /// An error.
    case error
  }

  /// The attributes, which a terminal without colours can show too.
  public var attributes: Attributes
  /// The meaning of the colour.
  public var role: Role
  /// The share by which the colour has faded into the background, from 0 (not at all) to 255 (completely).
  public var fading: UInt8

  /// Makes a style; plain unless given.
  public init(_ attributes: Attributes = [], role: Role = .normal, fading: UInt8 = 0) {
    self.attributes = attributes
    self.role = role
    self.fading = fading
  }

  /// Plain text.
  public static let plain = CellStyle()
  static let muted = CellStyle(role: .muted)

  func adding(_ more: Attributes) -> CellStyle { CellStyle(attributes.union(more), role: role, fading: fading) }
}
