public import AppControllerKit

/// Draws screens for a ``TerminalWindow``.
///
/// ``TerminalRenderer`` is the one that comes with the library. Another one can draw everything by itself, or what comes
/// from that one and something more.
public protocol TerminalScreenRenderer: Sendable {
  /// The frame of a screen: what is in each cell, where the cursor stands, and what can be gone to.
  ///
  /// - Parameters:
  ///   - picture: The screen, with what surrounds it.
  ///   - traits: The terminal; the frame has as many columns and rows as they say.
  ///   - interaction: Where the user is, what is being typed, and how far it is scrolled.
  /// - Returns: The frame.
  func render(_ picture: ScreenPicture, traits: TraitCollection, interaction: InteractionState) -> TerminalFrame
}

extension TerminalRenderer: TerminalScreenRenderer {}
