package import AppControllerKit

/// The known facts about the terminal's colours, from the user, the terminal itself and the environment.
package struct TerminalBackdrop: Sendable, Equatable {
  /// Unspecified without a choice.
  private let choice: TraitCollection.Color
  /// Light, dark, or unspecified.
  private var side: TraitCollection.Color
  private var background: TerminalPalette.Color?
  private var sixteen: [Int: TerminalPalette.Color] = [:]

  /// The last part of `COLORFGBG` is the number of the background.
  package init(_ choice: TraitCollection.Color, environment: [String: String] = [:]) {
    self.choice = choice
    side =
      switch environment["COLORFGBG"]?.split(separator: ";").last.flatMap({ Int($0) }) ?? -1 {
      case 0..<7, 8: .dark
      case 7, 9..<16: .light
      case _: .unspecified
      }
    if environment["TERM"] == "linux" { (background, sixteen) = (TerminalPalette.Color(0), .console) }
  }

  /// Returns whether the palette may differ now.
  package mutating func learn(_ reply: TerminalReply) -> Bool {
    let former = self
    switch reply {
    case .background(let color): background = color
    case .color(let number, let color): sixteen[number] = color
    case .isDark(let isDark): side = isDark ? .dark : .light
    case .mode, .pictures, .attributes: break
    }
    return self != former
  }

  /// Nil when the user wants no colours.
  ///
  /// The reported background is exact. The palette uses it unless it contradicts the user's choice.
  package var palette: TerminalPalette? {
    switch choice {
    case .monochrome: nil
    case .light, .dark:
      if let background, background.isDark == (choice == .dark) {
        TerminalPalette(background: background, sixteen: sixteen)
      } else {
        TerminalPalette(choice)
      }
    case .unspecified:
      background.map { TerminalPalette(background: $0, sixteen: sixteen) } ?? TerminalPalette(side)
    }
  }
}
