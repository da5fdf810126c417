import AppControllerKit

@testable import AppControllerTerminal

extension TerminalRenderer {
  /// Draws a screen by itself, whose picture a test has changed.
  func render(
    _ picture: ScreenPicture, traits: TraitCollection = .init(), interaction: InteractionState = .init()
  ) -> TerminalFrame { FrameComposer(picture, traits, interaction, self).frame }
}
