public import AppControllerKit

/// The colours of the roles on one background.
///
/// Every role has a contrast of at least 4.5 to 1. On a background that is known only as light or dark, this holds for
/// the backgrounds that terminals have by default. On an unknown background, and where a terminal of sixteen colours
/// does not tell them, the roles have those that the user has chosen for red, green, yellow and cyan.
public struct TerminalPalette: Sendable, Hashable {
  /// Whether text is light on dark.
  public let isDark: Bool
  /// The background: as the terminal has reported it, else an assumed one.
  public let background: Color
  /// Whether the background is unknown, so that only the terminal's own colours can be used.
  let isUnknown: Bool
  /// The colours of the roles, at their raw values: 24-bit colours, indices in the palette of 256, and SGR parameters
  /// for the terminal's own sixteen.
  private let colors: [Color]
  private let indices: [Int]
  private let numbers: [Int?]

  static let leastContrast = 4.5

  /// Makes a palette for a surface; unless it is known to be light or dark, only the terminal's own colours are used.
  public init(_ color: TraitCollection.Color = .unspecified) {
    isDark = color != .light
    isUnknown = color == .unspecified
    background = Color(isDark ? 0x1C1C1C : 0xFFFFFF)
    let isDark = isDark
    colors = CellStyle.Role.allCases.map {
      color == .monochrome ? .of(.normal, isDark: isDark) : .of($0, isDark: isDark)
    }
    indices = colors.map(\.index)
    numbers = CellStyle.Role.allCases.map { color == .monochrome ? nil : $0.number(on: Color(0), of: [:]) }
  }

  /// Makes a palette for a background that the terminal has reported.
  ///
  /// - Parameters:
  ///   - background: The background.
  ///   - sixteen: The colours of the terminal's own palette that it has reported, by their numbers from 0 to 15.
  public init(background: Color, sixteen: [Int: Color] = [:]) {
    let isDark = background.isDark
    self.isDark = isDark
    self.background = background
    isUnknown = false
    colors = CellStyle.Role.allCases.map { Color.of($0, isDark: isDark).readable(on: background) { $0 } }
    indices = CellStyle.Role.allCases.map {
      Color.of($0, isDark: isDark).readable(on: background) { Color(index: $0.index) }.index
    }
    numbers = CellStyle.Role.allCases.map { $0.number(on: background, of: sixteen) }
  }

  /// The colour of a role.
  public func color(of role: CellStyle.Role) -> Color { colors[Int(role.rawValue)] }

  /// In the palette of 256.
  func index(of role: CellStyle.Role) -> Int { indices[Int(role.rawValue)] }

  /// Among the terminal's own sixteen; nil for the terminal's text colour.
  func number(of role: CellStyle.Role) -> Int? { numbers[Int(role.rawValue)] }

  /// What a role has in the place of a colour, so that its meaning is not lost.
  func substitute(for role: CellStyle.Role, in colors: TerminalColors) -> CellStyle.Attributes {
    if colors == .indexed || colors == .trueColor || number(of: role) != nil && colors == .sixteen { return [] }
    return switch role {
    case .normal: []
    case .muted: .faint
    case .accent: .bold
    // Without any colour nothing else stands out; beside colours bold text does not.
    case .success, .warning, .error: colors == .none ? .bold : [.bold, .reverse]
    }
  }
}

extension TerminalPalette.Color {
  fileprivate static func of(_ role: CellStyle.Role, isDark: Bool) -> Self {
    switch role {
    case .normal: Self(isDark ? 0xE4E4E4 : 0x1C1C1C)
    case .muted: Self(isDark ? 0xA8A8A8 : 0x5F5F5F)
    case .accent: Self(isDark ? 0x5FD7FF : 0x005FAF)
    case .success: Self(isDark ? 0x5FD75F : 0x006F00)
    case .warning: Self(isDark ? 0xFFD75F : 0x875F00)
    case .error: Self(isDark ? 0xFF8787 : 0xAF0000)
    }
  }

  /// Mixes the colour with white or black until it can be read, as the terminal shows it.
  fileprivate func readable(on background: Self, _ shown: (Self) -> Self) -> Self {
    let end = [Self(0xFFFFFF), Self(0)].max { $0.contrast(with: background) < $1.contrast(with: background) }
    guard let end else { return self }
    for sixteenths in 0..<16 {
      let mixed = mixed(with: end, UInt8(sixteenths * 255 / 16))
      if shown(mixed).contrast(with: background) >= TerminalPalette.leastContrast { return mixed }
    }
    return end
  }
}

extension CellStyle.Role {
  private var ownColors: [Int] {
    switch self {
    case .normal: []
    case .muted: [8]
    case .accent: [6, 14, 4, 12]
    case .success: [2, 10]
    case .warning: [3, 11]
    case .error: [1, 9]
    }
  }

  /// The first own colour that can be read; if none is known, the first one, and faint text for bright black.
  fileprivate func number(on background: TerminalPalette.Color, of sixteen: [Int: TerminalPalette.Color]) -> Int? {
    let found =
      sixteen.isEmpty
      ? ownColors.first { $0 < 8 }
      : ownColors.first { sixteen[$0]?.contrast(with: background) ?? 0 >= TerminalPalette.leastContrast }
    return found.map { $0 < 8 ? 30 + $0 : 82 + $0 }
  }
}

extension [Int: TerminalPalette.Color] {
  /// The colours of the Linux console, which does not tell them.
  static let console: Self = {
    let values: [UInt32] = [
      0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55,
      0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ]
    return Dictionary(uniqueKeysWithValues: values.enumerated().map { ($0, TerminalPalette.Color($1)) })
  }()
}
