public import AppControllerKit

/// Draws a screen for an interactive terminal: the cells, the cursor, and the regions that the user can move to.
///
/// The frame is a function of the arguments alone. The first frame of a screen takes time linear in the size of the
/// screen's description; later frames take time for the visible part. The frame has the size of the traits. A form is
/// in a box in the middle if there is room for one, and so is every layer, over the screen that it covers; other
/// screens are pages. Text is wrapped at 72 columns or less, elements are side by side if they fit, and content that is
/// too high is scrolled until the focus is visible. If the traits do not bound the rows, the frame has as many as the
/// screen needs; if they do not bound the columns, it has 80.
///
/// Colour is never the only sign. `▌` stands in the margin beside the focus. A field has a line below it, which is
/// heavy with the focus; the line of a selected tab is heavy too. `[ Save ]` is a button, which is filled with the
/// focus. `× Delete` destroys, `‹ Keep` is the way out. `[x]` is on, `(*)` is chosen. `!` stands before an error, `›`
/// after an item that leads on. Words say that a control is required, disabled or busy.
public struct TerminalRenderer: Sendable {
  /// Whether a secret is shown as one dot for each character; otherwise only its presence is shown.
  public var showsSecretLengths: Bool
  /// Whether QR codes are drawn where there is room; otherwise the URL takes the place of each code.
  public var showsQRCodes: Bool
  /// The decoder of a provider's pictures; without one, the alternative text takes the place of each picture.
  public var assets: AssetDecoder?
  /// The signs beside texts and around them.
  public var signs: TerminalSigns
  /// Of the screen in front, and of those that it covers.
  let layouts = RecentValues<ContentLayout.Source, ContentLayout>(3)
  /// The natural widths of tables.
  let widths = RecentValues<InterfaceDescription.Node, [Int]>(4)
  /// Nil for a picture that cannot be decoded.
  let pictures = RecentValues<CellPicture.Source, CellPicture?>(32)

  /// Makes a renderer.
  public init(
    showsSecretLengths: Bool = true, signs: TerminalSigns = .unicode,
    showsQRCodes: Bool = true, assets: AssetDecoder? = nil
  ) {
    self.signs = signs
    self.showsSecretLengths = showsSecretLengths
    self.showsQRCodes = showsQRCodes
    self.assets = assets
  }

  /// Draws the frame of a face's snapshot: the screen in front, in the size of the snapshot's traits.
  ///
  /// The frame is empty when there is no screen.
  public func render(_ snapshot: FaceSnapshot, interaction: InteractionState = .init()) -> TerminalFrame {
    snapshot.front.map {
      FrameComposer($0, over: snapshot.screens.dropLast().last, snapshot.traits, interaction, self).frame
    }
      ?? TerminalFrame(columns: FrameComposer.columns(of: snapshot.traits), rows: Int(clamping: snapshot.traits.rows))
  }

  /// Draws the frame of a description in a state; the frame is empty when the description has no screen.
  public func render(
    _ description: InterfaceDescription, state: PresentationState = .init(), traits: TraitCollection = .init()
  ) -> TerminalFrame {
    render(FaceSnapshot(of: description, state: state, traits: traits))
  }
}

/// Draws screens for a ``TerminalWindow``.
///
/// ``TerminalRenderer`` is the library's own renderer. Another renderer can draw everything itself, or extend the
/// frames of ``TerminalRenderer``.
public protocol TerminalScreenRenderer: Sendable {
  /// Draws the frame of an interface: the cells, the cursor, and the regions that the user can move to.
  ///
  /// - Parameters:
  ///   - snapshot: The interface, which includes typed secrets; the frame has the columns and rows of its traits.
  ///   - interaction: The focus, the typed text, and the scroll position.
  /// - Returns: The frame.
  func render(_ snapshot: FaceSnapshot, interaction: InteractionState) -> TerminalFrame
}

extension TerminalRenderer: TerminalScreenRenderer {}

extension TerminalRenderer: Equatable {
  /// Whether both renderers draw the same frames.
  public static func == (left: TerminalRenderer, right: TerminalRenderer) -> Bool {
    left.showsSecretLengths == right.showsSecretLengths && left.signs == right.signs
      && left.showsQRCodes == right.showsQRCodes && (left.assets == nil) == (right.assets == nil)
  }
}

/// The content of a terminal at one moment.
public struct TerminalFrame: Sendable, Equatable {
  /// The cells.
  public var grid: CellGrid
  /// The position of the hardware cursor: in or on the control that has the focus, for screen readers and magnifiers
  /// that follow it.
  public var cursor = CellPosition()
  /// In reading order: those that are in view, and the one that has the focus.
  package var regions: [TerminalRegion] = []
  package var links: [TerminalLink] = []
  /// Those that are in view, whose cells are blank in the grid.
  package var pictures: [TerminalPicture] = []
  /// Nil when nothing on the screen has the focus.
  package var focus: TerminalTarget?
  /// The rows of the grid that show the scrolled content.
  package var viewport: Range<Int>
  package var scroll = 0
  package var contentRows = 0
  /// Nil without a screen.
  var layout: ContentLayout?
  /// Nil without a box.
  var boxTop: Int?
  /// Counted from the first row of the message.
  package var messageRows = 0..<0
  /// The number of rows of the message that are below the shown ones.
  package var hiddenMessageRows = 0

  /// Makes an empty frame.
  public init(columns: Int, rows: Int) {
    grid = CellGrid(columns: columns, rows: rows)
    viewport = 0..<grid.rows
  }

  package var lastScroll: Int { max(0, contentRows - viewport.count) }

  package func target(at position: CellPosition) -> TerminalTarget? {
    regions.last { $0.rectangle.contains(position) }?.target
  }
}
