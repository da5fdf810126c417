public import AppControllerKit

/// Draws a screen for an interactive terminal: what is in each cell, where the cursor stands, and what can be gone to.
///
/// The frame is a function of the arguments alone, and takes time linear in the size of the screen's description. It is
/// as large as the traits say: text is broken and at most 72 columns wide, things stand side by side where they fit, and
/// what is too high is scrolled, so that whatever has the focus is seen. Without a bound of the rows, it has as many as
/// the screen needs; without one of the columns, 80.
///
/// Nothing is said by colour alone: `[x]` is on, `(*)` is chosen, `[ Save ]` is a button, `|` stands around a field, `!`
/// before what is wrong, `>` beside what has the focus, and words say what is required, disabled or busy.
public struct TerminalRenderer: Sendable {
  /// What the terminal says by itself.
  public var words: TerminalWords
  /// Whether a secret has as many stars as it has characters; otherwise it is only seen that there is one.
  public var showsSecretLengths: Bool

  /// Makes a renderer.
  public init(words: TerminalWords = .init(), showsSecretLengths: Bool = true) {
    self.words = words
    self.showsSecretLengths = showsSecretLengths
  }

  /// The frame of a screen.
  public func render(
    _ picture: ScreenPicture, traits: TraitCollection = .init(), interaction: InteractionState = .init()
  ) -> TerminalFrame {
    FrameComposer(picture, traits, interaction, self).frame
  }

  /// The frame of a description as it is when nobody has done more to it than a state says; empty when it has no screen.
  public func render(
    _ description: InterfaceDescription, state: PresentationState = .init(), traits: TraitCollection = .init()
  ) -> TerminalFrame {
    guard let picture = ScreenPicture(of: description, state: state) else {
      return TerminalFrame(columns: FrameComposer.columns(of: traits), rows: Int(clamping: traits.rows))
    }
    return render(picture, traits: traits)
  }
}
