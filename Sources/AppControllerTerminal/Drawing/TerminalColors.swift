/// How many colours a terminal can show.
public enum TerminalColors: Sendable, Hashable, CaseIterable {
  /// None: bold, faint, underlined and reversed text only.
  case none
  /// The sixteen of the terminal's own palette.
  case sixteen
  /// A fixed palette of 256.
  case indexed
  /// Any colour.
  case trueColor

  /// Finds out from the environment.
  ///
  /// `NO_COLOR`, if it is not empty, and a `TERM` that is missing, empty or `dumb` mean none. `COLORTERM` and the name in
  /// `TERM` tell about more than sixteen.
  ///
  /// - Parameter environment: The variables by their names.
  public init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    if environment["NO_COLOR"]?.isEmpty == false || ["", "dumb"].contains(term) || term.hasSuffix("-m") {
      self = .none
    } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || term.hasSuffix("-direct") {
      self = .trueColor
    } else {
      self = term.hasSuffix("-256color") ? .indexed : .sixteen
    }
  }
}
