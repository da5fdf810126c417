/// A terminal's answer to a question about itself.
///
/// Answers arrive between the keys, and any program can write them; so they are used only as hints about the look.
package enum TerminalReply: Sendable, Hashable {
  case background(TerminalPalette.Color)
  /// By its number from 0 to 15.
  case color(Int, TerminalPalette.Color)
  case isDark(Bool)
  /// Whether the terminal supports a mode and lets the app change it.
  case mode(Int, isKnown: Bool)
  /// In kitty's graphics protocol.
  case pictures(isKnown: Bool)
  /// The answer that every terminal gives, and that ends a series of questions.
  case attributes
}

extension TerminalReply {
  /// Such as `11;rgb:ffff/ffff/ffff`.
  init?(command: some Collection<UInt8>) {
    let parts = String(decoding: command, as: UTF8.self).split(separator: ";", omittingEmptySubsequences: false)
    guard let color = parts.last.flatMap({ TerminalPalette.Color(reported: $0) }) else { return nil }
    switch (parts.first, parts.count) {
    case ("11", 2): self = .background(color)
    case ("4", 3):
      guard let number = Int(parts[1]), (0..<16).contains(number) else { return nil }
      self = .color(number, color)
    case _: return nil
    }
  }

  /// Such as `Gi=31;OK`.
  init?(application: some Collection<UInt8>) {
    let text = String(decoding: application, as: UTF8.self)
    guard text.hasPrefix("G"), let end = text.firstIndex(of: ";") else { return nil }
    let keys = text[text.index(after: text.startIndex)..<end].split(separator: ",")
    guard keys.contains("i=\(TerminalSequences.pictureQuestion)") else { return nil }
    self = .pictures(isKnown: text[text.index(after: end)...] == "OK")
  }

  /// Such as `?62;c`, whose last byte is apart.
  init?(parameters: some Collection<UInt8>, final: UInt8) {
    let text = String(decoding: parameters, as: UTF8.self)
    guard text.hasPrefix("?") else { return nil }
    let numbers = text.dropFirst().split(separator: ";").map { Int($0.prefix { $0.isNumber }) }
    switch (final, numbers.first ?? nil, numbers.dropFirst().first ?? nil) {
    case (UInt8(ascii: "c"), _, _): self = .attributes
    case (UInt8(ascii: "n"), 997, let side?) where side == 1 || side == 2: self = .isDark(side == 1)
    case (UInt8(ascii: "y"), let mode?, let state?) where text.hasSuffix("$"):
      self = .mode(mode, isKnown: state == 1 || state == 2)
    case _: return nil
    }
  }
}

extension TerminalPalette.Color {
  /// Either `rgb:` or `rgba:`, and three parts of one to four hexadecimal digits.
  init?(reported text: Substring) {
    guard let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(text[..<colon]) else { return nil }
    let parts = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return nil }
    var value: UInt32 = 0
    for part in parts.prefix(3) {
      guard (1...4).contains(part.utf8.count), let number = UInt32(part, radix: 16) else { return nil }
      let greatest = (1 << (4 * UInt32(part.utf8.count))) - 1
      value = value << 8 | (number * 255 + UInt32(greatest) / 2) / UInt32(greatest)
    }
    self.init(value)
  }
}

extension TerminalSequences {
  /// The mode in which the terminal reports a change between light and dark.
  static let changesOfSide = 2031

  /// Every terminal answers the last question; nil for one that would print them, or answer in another order.
  ///
  /// Single colours are asked for only when there are sixteen.
  static func questions(_ colors: TerminalColors, environment: [String: String]) -> [UInt8]? {
    let term = environment["TERM"] ?? ""
    if colors == .none || ["linux", "screen", "Eterm", "vt", "cons"].contains(where: { term.hasPrefix($0) }) {
      return nil
    }
    var text = "\u{1B}]11;?\u{1B}\\"
    if colors == .sixteen { for number in 1..<15 { text += "\u{1B}]4;\(number);?\u{1B}\\" } }
    // Apple's terminal prints a part of this question.
    if environment["TERM_PROGRAM"] != "Apple_Terminal" { text += "\u{1B}[?\(changesOfSide)$p" }
    if (colors == .indexed || colors == .trueColor) && mayAskForPictures(environment: environment) {
      text += askForPictures
    }
    return Array((text + "\u{1B}[c").utf8)
  }

  static let tellSide: [UInt8] = Array("\u{1B}[?2031h".utf8)
}
