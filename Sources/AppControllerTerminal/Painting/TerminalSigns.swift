/// The signs that stand beside texts and around them, in the characters that a terminal can show.
///
/// Each is one cell wide, and none is the only carrier of what it says.
public struct TerminalSigns: Sendable, Hashable {
  /// The corners of a box: top left, top right, bottom left, bottom right.
  let corners: [Unicode.Scalar]
  /// Lines: horizontal, the same with the focus or selected, vertical, the same as the place in what is scrolled.
  let (line, heavyLine, side, thumb): (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar, Unicode.Scalar)
  /// A line between parts of a text.
  let divider: Unicode.Scalar
  /// Stand beside what has the focus, on its left and on its right.
  let (bar, mirroredBar): (Unicode.Scalar, Unicode.Scalar)
  /// The ends of a button.
  let (buttonStart, buttonEnd): (Unicode.Scalar, Unicode.Scalar)
  /// Stand for what leads back and further, from left to right.
  let (back, further): (Unicode.Scalar, Unicode.Scalar)
  /// Stand on both sides of the label of a button that has the focus.
  let (pointer, mirroredPointer): (Unicode.Scalar, Unicode.Scalar)
  /// Stands beside what is open, or opens downwards.
  let down: Unicode.Scalar
  /// Closes or destroys something.
  let cross: Unicode.Scalar
  /// A character of a secret, and an item of a list.
  let (dot, bullet): (Unicode.Scalar, Unicode.Scalar)

  /// For terminals with the usual fonts.
  public static let unicode = TerminalSigns(
    corners: ["╭", "╮", "╰", "╯"], line: "─", heavyLine: "━", side: "│", thumb: "┃", divider: "┄", bar: "▌",
    mirroredBar: "▐", buttonStart: "▐", buttonEnd: "▌", back: "‹", further: "›", pointer: "▸",
    mirroredPointer: "◂", down: "▾", cross: "×", dot: "•", bullet: "•")
  /// For the console of Linux, whose font has 256 or 512 characters.
  public static let console = TerminalSigns(
    corners: ["┌", "┐", "└", "┘"], line: "─", heavyLine: "═", side: "│", thumb: "█", divider: "-", bar: "▌",
    mirroredBar: "▐", buttonStart: "▐", buttonEnd: "▌", back: "<", further: ">", pointer: "►",
    mirroredPointer: "◄", down: "▼", cross: "x", dot: "*", bullet: "-")
  /// For terminals whose character set is unknown.
  public static let ascii = TerminalSigns(
    corners: ["+", "+", "+", "+"], line: "-", heavyLine: "=", side: "|", thumb: "#", divider: "-", bar: ">",
    mirroredBar: "<", buttonStart: "[", buttonEnd: "]", back: "<", further: ">", pointer: ">",
    mirroredPointer: "<", down: "v", cross: "x", dot: "*", bullet: "-")
}

extension TerminalSigns {
  /// Chooses by the environment: by the character set that the locale names, and the terminal's name.
  ///
  /// - Parameter environment: The variables by their names.
  public init(environment: [String: String]) {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = locale.uppercased()
    if !name.contains("UTF-8"), !name.contains("UTF8") {
      self = .ascii
    } else {
      self = environment["TERM"] == "linux" ? .console : .unicode
    }
  }
}
