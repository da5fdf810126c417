/// Writes what makes the next characters look as they should, and nothing when they do already.
struct StyleWriter {
  let colors: TerminalColors
  let palette: TerminalPalette
  private var current: CellStyle?

  init(_ colors: TerminalColors, _ palette: TerminalPalette) {
    self.colors = colors
    self.palette = palette
  }

  /// Whether the terminal's own colours are on, so that what is erased is blank.
  var isPlain: Bool { current == .plain }

  mutating func set(_ style: CellStyle, _ bytes: inout [UInt8]) {
    if style == current { return }
    current = style
    bytes += [0x1B, 0x5B]
    if style == .plain { return bytes.append(0x6D) }
    bytes.append(0x30)
    if style.attributes.contains(.bold) { bytes.add(";1") }
    // What matters less is faint where it has no colour of its own, and so is what has half gone.
    let hasOwnGray = colors == .indexed || colors == .trueColor
    if style.attributes.contains(.faint) || !hasOwnGray && (style.role == .muted || style.fading >= 85) {
      bytes.add(";2")
    }
    if style.attributes.contains(.underline) { bytes.add(";4") }
    if style.attributes.contains(.reverse) { bytes.add(";7") }
    setColor(style, &bytes)
    bytes.append(0x6D)
  }

  private func setColor(_ style: CellStyle, _ bytes: inout [UInt8]) {
    switch colors {
    case .none: return
    case .sixteen:
      guard let number = palette.number(of: style.role) else { return }
      bytes.append(0x3B)
      bytes.add(number)
    case .indexed, .trueColor:
      if style.role == .normal, style.fading == 0 { return }
      let color = palette.color(of: style.role).mixed(with: palette.background, style.fading)
      if colors == .indexed {
        bytes.add(";38;5;")
        bytes.add(color.index)
      } else {
        bytes.add(";38;2;")
        bytes.add(Int(color.red))
        bytes.append(0x3B)
        bytes.add(Int(color.green))
        bytes.append(0x3B)
        bytes.add(Int(color.blue))
      }
    }
  }
}

extension [UInt8] {
  mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  /// A number that is not negative, in digits.
  mutating func add(_ number: Int) {
    if number >= 10 { add(number / 10) }
    append(0x30 + UInt8(number % 10))
  }
}
