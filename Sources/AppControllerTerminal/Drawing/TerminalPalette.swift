public import AppControllerKit

/// The colours of the roles on one background.
///
/// Every role has a contrast of at least 4.5 to 1. On a background that is known only as light or dark, this holds for
/// the backgrounds that terminals have by default. A role for which the terminal has no readable colour is shown in the
/// terminal's own text colour.
public struct TerminalPalette: Sendable, Hashable {
  /// Whether text is light on dark.
  public let isDark: Bool
  /// The background: as the terminal has reported it, else an assumed one.
  public let background: Color
  /// The colours of the roles, at their raw values: 24-bit colours, indices in the palette of 256, and SGR parameters
  /// for the terminal's own sixteen.
  private let colors: [Color]
  private let indices: [Int]
  private let numbers: [Int?]

  static let leastContrast = 4.5

  /// Makes a palette for a surface; dark unless it is known to be light.
  public init(_ color: TraitCollection.Color = .unspecified) {
    isDark = color != .light
    background = Color(isDark ? 0x1C1C1C : 0xFFFFFF)
    let isDark = isDark
    colors = CellStyle.Role.allCases.map {
      color == .monochrome ? .of(.normal, isDark: isDark) : .of($0, isDark: isDark)
    }
    indices = colors.map(\.index)
    // Of the sixteen, only bright cyan is readable on every usual dark background, and none is on every light one.
    numbers = CellStyle.Role.allCases.map { $0 == .accent && isDark && color != .monochrome ? 96 : nil }
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
    colors = CellStyle.Role.allCases.map { Color.of($0, isDark: isDark).readable(on: background) { $0 } }
    indices = CellStyle.Role.allCases.map {
      Color.of($0, isDark: isDark).readable(on: background) { Color(index: $0.index) }.index
    }
    numbers = CellStyle.Role.allCases.map { role in
      role.ownColors.first { sixteen[$0]?.contrast(with: background) ?? 0 >= Self.leastContrast }.map {
        $0 < 8 ? 30 + $0 : 82 + $0
      }
    }
  }

  /// The colour of a role.
  public func color(of role: CellStyle.Role) -> Color { colors[Int(role.rawValue)] }

  /// In the palette of 256.
  func index(of role: CellStyle.Role) -> Int { indices[Int(role.rawValue)] }

  /// Among the terminal's own sixteen; nil for the terminal's text colour.
  func number(of role: CellStyle.Role) -> Int? { numbers[Int(role.rawValue)] }
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
  fileprivate var ownColors: [Int] {
    switch self {
    case .normal: []
    case .muted: [8]
    case .accent: [6, 14, 4, 12]
    case .success: [2, 10]
    case .warning: [3, 11]
    case .error: [1, 9]
    }
  }
}
