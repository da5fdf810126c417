/// The signs beside and around texts, in characters that the terminal can show.
///
/// Each sign is one cell wide, and none is the only carrier of its meaning.
public struct TerminalSigns: Sendable, Hashable {
  /// Top left, top right, bottom left, bottom right.
  let corners: [Unicode.Scalar]
  /// Lines: horizontal, horizontal with the focus or a selection, vertical, and the thumb of a scroll track.
  let (line, heavyLine, side, thumb): (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar, Unicode.Scalar)
  let divider: Unicode.Scalar
  /// On the left and on the right of the element with the focus.
  let (bar, mirroredBar): (Unicode.Scalar, Unicode.Scalar)
  let (buttonStart, buttonEnd): (Unicode.Scalar, Unicode.Scalar)
  let (back, further): (Unicode.Scalar, Unicode.Scalar)
  /// Before a group that is closed.
  let (pointer, mirroredPointer): (Unicode.Scalar, Unicode.Scalar)
  let down: Unicode.Scalar
  let cross: Unicode.Scalar
  let (dot, bullet): (Unicode.Scalar, Unicode.Scalar)
  /// Stands at the end of what is cut.
  let ellipsis: Unicode.Scalar
  /// The steps of the sign of what is under way.
  let spinner: [Unicode.Scalar]

  /// For terminals with the usual fonts.
  public static let unicode = TerminalSigns(
    corners: ["╭", "╮", "╰", "╯"], line: "─", heavyLine: "━", side: "│", thumb: "┃", divider: "┄", bar: "▌",
    mirroredBar: "▐", buttonStart: "▐", buttonEnd: "▌", back: "‹", further: "›", pointer: "▸",
    mirroredPointer: "◂", down: "▾", cross: "×", dot: "•", bullet: "•", ellipsis: "…",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"])
  /// For the console of Linux, whose font has 256 or 512 characters.
  public static let console = TerminalSigns(
    corners: ["┌", "┐", "└", "┘"], line: "─", heavyLine: "═", side: "│", thumb: "█", divider: "-", bar: "▌",
    mirroredBar: "▐", buttonStart: "▐", buttonEnd: "▌", back: "<", further: ">", pointer: "►",
    mirroredPointer: "◄", down: "▼", cross: "x", dot: "*", bullet: "-", ellipsis: "~",
    spinner: ["|", "/", "-", "\\"])
  /// For terminals whose character set is unknown.
  public static let ascii = TerminalSigns(
    corners: ["+", "+", "+", "+"], line: "-", heavyLine: "=", side: "|", thumb: "#", divider: "-", bar: ">",
    mirroredBar: "<", buttonStart: "[", buttonEnd: "]", back: "<", further: ">", pointer: ">",
    mirroredPointer: "<", down: "v", cross: "x", dot: "*", bullet: "-", ellipsis: "~",
    spinner: ["|", "/", "-", "\\"])
}

extension TerminalSigns {
  /// Chooses the signs by the character set in the locale's name, and by the terminal's name.
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
