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

/// What a terminal shows at one moment.
public struct TerminalFrame: Sendable, Equatable {
  /// The cells.
  public var grid: CellGrid
  /// Where the hardware cursor is: in or on what has the focus, for readers and magnifiers that follow it.
  public var cursor: CellPosition
  /// What the user can go to, in reading order; also what is scrolled out.
  public var regions: [TerminalRegion]
  /// What has the focus; `nil` when nothing that is on the screen has it.
  public var focus: TerminalTarget?
  /// The rows of the grid that the content is scrolled in.
  public var viewport: Range<Int>
  /// The first row of the content that is seen.
  public var scroll: Int
  /// How many rows the content has.
  public var contentRows: Int

  /// Makes a frame with nothing in it.
  public init(columns: Int, rows: Int) {
    grid = CellGrid(columns: columns, rows: rows)
    cursor = CellPosition()
    regions = []
    viewport = 0..<grid.rows
    scroll = 0
    contentRows = 0
  }

  /// The furthest that the content can be scrolled.
  public var lastScroll: Int { max(0, contentRows - viewport.count) }

  /// What is at a place; the innermost of what could be meant.
  public func target(at position: CellPosition) -> TerminalTarget? {
    regions.last { $0.rectangle.contains(position) }?.target
  }
}

/// The few words that a terminal says by itself, in the language of the user.
public struct TerminalWords: Sendable, Hashable {
  /// Before what one gets to by going back.
  public var back = "Back"
  /// Closes a layer.
  public var close = "Close"
  /// After the label of an input that has to be filled in.
  public var required = "required"
  /// After what cannot be used.
  public var disabled = "disabled"
  /// After what is waiting for something.
  public var busy = "busy"
  /// Before an example of what to type.
  public var example = "for example"
  /// Before what an image shows.
  public var image = "image"
  /// What a progress says when nobody knows how far it is.
  public var underWay = "under way"
  /// After how many seconds are left.
  public var secondsLeft = "s left"
  /// Before a message, by how grave it is.
  public var severities: [MessageSeverity: String] = [
    .info: "Info", .success: "Success", .warning: "Warning", .error: "Error",
  ]

  /// The words in English.
  public init() {}
}
