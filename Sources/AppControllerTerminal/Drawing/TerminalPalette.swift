public import AppControllerKit

/// The colours of the roles on a light or a dark background.
///
/// The colours have a contrast of at least 4.5 to 1 on the usual light or dark backgrounds.
public struct TerminalPalette: Sendable, Hashable {
  /// A colour of red, green and blue, each from 0 to 255.
  public struct Color: Sendable, Hashable {
    /// The red component.
    public var red: UInt8
    /// The green component.
    public var green: UInt8
    /// The blue component.
    public var blue: UInt8

    init(_ value: UInt32) {
      red = UInt8(truncatingIfNeeded: value >> 16)
      green = UInt8(truncatingIfNeeded: value >> 8)
      blue = UInt8(truncatingIfNeeded: value)
    }

    /// The mix with another colour; a share of 255 gives that other colour.
    func mixed(with other: Color, _ share: UInt8) -> Color {
      func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
        UInt8((Int(from) * (255 - Int(share)) + Int(to) * Int(share)) / 255)
      }
      var mixed = self
      mixed.red = mix(red, other.red)
      mixed.green = mix(green, other.green)
      mixed.blue = mix(blue, other.blue)
      return mixed
    }
  }

  /// Whether text is light on dark.
  public var isDark: Bool

  /// Makes a palette for a surface; dark unless it is known to be light.
  public init(_ color: TraitCollection.Color = .unspecified) {
    isDark = color != .light
  }

  /// The assumed background, because a terminal does not report its own.
  public var background: Color { Color(isDark ? 0x1C1C1C : 0xFFFFFF) }

  /// The colour of a role.
  public func color(of role: CellStyle.Role) -> Color {
    switch role {
    case .normal: Color(isDark ? 0xE4E4E4 : 0x1C1C1C)
    case .muted: Color(isDark ? 0xA8A8A8 : 0x5F5F5F)
    case .accent: Color(isDark ? 0x5FD7FF : 0x005FAF)
    case .success: Color(isDark ? 0x5FD75F : 0x006F00)
    case .warning: Color(isDark ? 0xFFD75F : 0x875F00)
    case .error: Color(isDark ? 0xFF8787 : 0xAF0000)
    }
  }

  /// The index of a role's colour among the terminal's own sixteen; `nil` for the terminal's text colour.
  func number(of role: CellStyle.Role) -> Int? {
    switch role {
    case .normal, .muted: nil
    case .accent: isDark ? 36 : 34
    case .success: 32
    case .warning: 33
    case .error: 31
    }
  }
}

extension TerminalPalette.Color {
  /// The index of the nearest colour in the grey ramp and the colour cube of the palette of 256.
  var index: Int {
    let levels = [0, 95, 135, 175, 215, 255]
    func level(_ value: UInt8) -> Int {
      levels.indices.min { abs(levels[$0] - Int(value)) < abs(levels[$1] - Int(value)) } ?? 0
    }
    let (red, green, blue) = (level(red), level(green), level(blue))
    let average = (Int(self.red) + Int(self.green) + Int(self.blue)) / 3
    let gray = min(max((average - 3) / 10, 0), 23)
    func distance(_ first: Int, _ second: Int, _ third: Int) -> Int {
      let parts = [first - Int(self.red), second - Int(self.green), third - Int(self.blue)]
      return parts.reduce(0) { $0 + $1 * $1 }
    }
    let grayValue = 8 + 10 * gray
    return distance(grayValue, grayValue, grayValue) < distance(levels[red], levels[green], levels[blue])
      ? 232 + gray : 16 + 36 * red + 6 * green + blue
  }
}
