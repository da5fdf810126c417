internal import Glibc

extension TerminalPalette {
  /// A colour of red, green and blue, each from 0 to 255.
  public struct Color: Sendable, Hashable {
    /// The red component.
    public var red: UInt8
    /// The green component.
    public var green: UInt8
    /// The blue component.
    public var blue: UInt8

    /// Makes a colour of its components in one number, such as `0xFFD75F`.
    public init(_ value: UInt32) {
      red = UInt8(truncatingIfNeeded: value >> 16)
      green = UInt8(truncatingIfNeeded: value >> 8)
      blue = UInt8(truncatingIfNeeded: value)
    }

    /// A share of 255 gives the other colour.
    func mixed(with other: Color, _ share: UInt8) -> Color {
      func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
        let (from, to, share) = (Int(from), Int(to), Int(share))
        return UInt8((from * (255 - share) + to * share) / 255)
      }
      var mixed = self
      mixed.red = mix(red, other.red)
      mixed.green = mix(green, other.green)
      mixed.blue = mix(blue, other.blue)
      return mixed
    }
  }
}

// MARK: - Contrast

extension TerminalPalette.Color {
  /// The contrast with another colour as WCAG 2 defines it, from 1 to 21.
  package func contrast(with other: Self) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  package var isDark: Bool { contrast(with: Self(0xFFFFFF)) >= contrast(with: Self(0)) }

  private var luminance: Double {
    func linear(_ component: UInt8) -> Double {
      let share = Double(component) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}

// MARK: - The palette of 256

extension TerminalPalette.Color {
  private static let levels = [0, 95, 135, 175, 215, 255]

  /// The colour at an index of the grey ramp or the colour cube of the palette of 256, from 16 on.
  package init(index: Int) {
    if index >= 232 {
      self.init(UInt32(8 + 10 * (index - 232)) * 0x010101)
    } else {
      let place = max(0, index - 16)
      let parts = [place / 36, place / 6 % 6, place % 6].map { UInt32(Self.levels[$0]) }
      self.init(parts[0] << 16 | parts[1] << 8 | parts[2])
    }
  }

  var index: Int {
    func level(_ value: UInt8) -> Int {
      Self.levels.indices.min { abs(Self.levels[$0] - Int(value)) < abs(Self.levels[$1] - Int(value)) } ?? 0
    }
    let cube = 16 + 36 * level(red) + 6 * level(green) + level(blue)
    let average = (Int(red) + Int(green) + Int(blue)) / 3
    let gray = 232 + min(max((average - 3) / 10, 0), 23)
    return distance(to: Self(index: gray)) < distance(to: Self(index: cube)) ? gray : cube
  }

  private func distance(to other: Self) -> Int {
    [(red, other.red), (green, other.green), (blue, other.blue)].reduce(0) {
      let difference = Int($1.0) - Int($1.1)
      return $0 + difference * difference
    }
  }
}
