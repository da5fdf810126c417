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
/// Colour is never the only sign. `▌` stands beside the focus. A field has a line below it, which is heavy with the
/// focus; the line of a selected tab is heavy too. `▐  Save  ▌` is the primary button or the one that has the focus;
/// other buttons are underlined. `× Delete` destroys, `‹ Keep` is the way out. `[x]` is on, `(*)` is chosen. `!` stands
/// before an error, `›` after an item that leads on. Words say that a control is required, disabled or busy.
public struct TerminalRenderer: Sendable {
  /// The renderer's own words.
  public var words: TerminalWords
  /// Whether a secret is shown as one dot for each character; otherwise only its presence is shown.
  public var showsSecretLengths: Bool
  /// The maker of QR codes; without one, the URL takes the place of each code.
  public var qrCodes: QRCodeMaker?
  /// The decoder of a provider's pictures; without one, the alternative text takes the place of each picture.
  public var assets: AssetDecoder?
  /// The signs beside texts and around them.
  public var signs: TerminalSigns
  let cache = LayoutCache()
  let pictures = PictureCache()

  /// Makes a renderer.
  public init(
    words: TerminalWords = .init(), showsSecretLengths: Bool = true, signs: TerminalSigns = .unicode,
    qrCodes: QRCodeMaker? = nil, assets: AssetDecoder? = nil
  ) {
    self.words = words
    self.signs = signs
    self.showsSecretLengths = showsSecretLengths
    self.qrCodes = qrCodes
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
    left.words == right.words && left.showsSecretLengths == right.showsSecretLengths && left.signs == right.signs
      && (left.qrCodes == nil) == (right.qrCodes == nil) && (left.assets == nil) == (right.assets == nil)
  }
}

/// The content of a terminal at one moment.
public struct TerminalFrame: Sendable, Equatable {
  /// The cells.
  public var grid: CellGrid
  /// The position of the hardware cursor: in or on the control that has the focus, for screen readers and magnifiers
  /// that follow it.
  public var cursor: CellPosition
  /// The regions that the user can move to, in reading order: those that are in view, and the one that has the focus.
  package var regions: [TerminalRegion]
  /// The links that are in view, for the terminal to open.
  package var links: [TerminalLink] = []
  /// The pictures that are in view, whose cells are blank in the grid.
  package var pictures: [TerminalPicture] = []
  /// The target that has the focus; `nil` when nothing on the screen has it.
  package var focus: TerminalTarget?
  /// The rows of the grid that show the scrolled content.
  package var viewport: Range<Int>
  /// The first visible row of the content.
  package var scroll: Int
  /// The number of rows of the content.
  package var contentRows: Int
  /// The layout of the content; `nil` without a screen.
  var layout: ContentLayout?
  /// The visible rows of the message, counted from its first one.
  package var messageRows: Range<Int>
  /// The number of rows of the message that are below the shown ones.
  package var hiddenMessageRows: Int

  /// Makes an empty frame.
  public init(columns: Int, rows: Int) {
    grid = CellGrid(columns: columns, rows: rows)
    cursor = CellPosition()
    regions = []
    viewport = 0..<grid.rows
    scroll = 0
    contentRows = 0
    messageRows = 0..<0
    hiddenMessageRows = 0
  }

  /// The greatest scroll position.
  package var lastScroll: Int { max(0, contentRows - viewport.count) }

  /// Returns the innermost target at a position.
  package func target(at position: CellPosition) -> TerminalTarget? {
    regions.last { $0.rectangle.contains(position) }?.target
  }
}

/// The current meaning of a key.
public enum KeyMeaning: Sendable, Hashable {
  /// Goes to the next control.
  case next
  /// Moves in a choice, a list or a tab bar.
  case move
  /// Begins a new line in a field for several lines.
  case newLine
  /// Chooses an option, or takes the choice back.
  case choose
  /// Presses the control that has the focus.
  case press
  /// Opens a tab.
  case open
  /// Shows a secret, or hides it again.
  case show
  /// Goes back to the screen below.
  case back
  /// Closes the layer.
  case close
  /// Cancels the action that is under way.
  case cancel
  /// Shows content further down.
  case more
  /// Shows the typed secret for a while.
  case reveal
  /// Hides the typed secret.
  case conceal
  /// Finds an entry of a long list or choice by a typed text.
  case find
  /// Shows all entries again.
  case clear
  /// Shows the sheet of all keys.
  case help
  /// Ends the app.
  case leave
}

/// The few words that a terminal shows by itself, in the user's language.
public struct TerminalWords: Sendable, Hashable {
  /// Stands before the name of the screen that the back line leads to.
  public var back = "Back"
  /// The name of the line that closes a layer.
  public var close = "Close"
  /// Stands after the label of an input that requires a value.
  public var required = "required"
  /// Stands after the label of a control that cannot be used.
  public var disabled = "disabled"
  /// Stands after the label of a node that is busy.
  public var busy = "busy"
  /// Stands before an example of the form of a day or a time.
  public var suchAs = "such as"
  /// Stands between the least and the greatest value of an input.
  public var to = "to"
  /// Stands before the least value of an input.
  public var from = "from"
  /// Stands before the greatest value of an input.
  public var upTo = "up to"
  /// Stands before an example of an input.
  public var example = "for example"
  /// Stands before a colon and the description of an image.
  public var image = "Image"
  /// The text of a progress whose extent is unknown.
  public var underWay = "under way"
  /// Stands after the minutes and seconds that are left, such as `14:32`.
  public var timeLeft = "left"
  /// The former name of timeLeft.
  @available(*, unavailable, renamed: "timeLeft", message: "it stands after minutes and seconds now")
  public var secondsLeft: String { timeLeft }
  /// The words after a key in the last row, by the key's meaning.
  public var keys: [KeyMeaning: String] = [
    .next: "next", .move: "move", .newLine: "new line", .choose: "choose", .press: "press", .open: "open",
    .show: "show or hide", .back: "back", .close: "close", .cancel: "cancel", .more: "more", .reveal: "show",
    .conceal: "hide", .find: "find", .clear: "show all", .help: "all keys", .leave: "leave",
  ]
  /// Stands before a text that was sent to the terminal for its clipboard.
  ///
  /// The app does not learn whether the terminal stores the text.
  public var sentToClipboard = "Sent to the terminal, which may keep it in its clipboard"
  /// Stands before an address that the desktop was asked to open.
  public var opened = "The desktop was asked to open"
  /// Stands before an address that the user can open.
  public var address = "Address"
  /// Says that the terminal handles the mouse again.
  public var mouseReleased = "The mouse is the terminal's. F2 takes it again."
  /// Says that the app handles the mouse.
  public var mouseTaken = "The mouse is the app's. F2 leaves it to the terminal; so does Shift in most terminals."
  /// Stands in a long choice without a chosen option.
  public var notChosen = "not chosen"
  /// Stands between the number of matching entries and the number of all entries.
  public var foundOf = "of"
  /// The title of the sheet of all keys.
  public var keySheet = "Keys"
  /// The lines of the sheet of all keys: the keys and their meanings.
  public var keyLines: [KeyLine] = KeyLine.english
  /// The words before a message, by its severity.
  public var severities: [Severity: String] = [
    .info: "Info", .success: "Success", .warning: "Warning", .error: "Error",
  ]

  /// Makes the English words.
  public init() {}
}

/// A line of the sheet of all keys.
public struct KeyLine: Sendable, Hashable {
  /// The keys, such as `Tab, Shift-Tab`.
  public var keys: String
  /// The meaning of the keys.
  public var meaning: String

  /// Makes a line.
  public init(_ keys: String, _ meaning: String) { (self.keys, self.meaning) = (keys, meaning) }

  fileprivate static let english = [
    KeyLine("Tab, Shift-Tab", "the next place, the one before; a list, a choice and a tab bar are one place each"),
    KeyLine("Up, Down", "the control, the entry or the option before, the next one; more to read where there is more"),
    KeyLine("Left, Right", "in a tab bar the tab before, the next one"),
    KeyLine("Return", "presses, chooses, opens; in a field goes on, and submits when all is filled"),
    KeyLine("Space", "presses, turns on and off, chooses"),
    KeyLine("Escape", "closes what is open, shows all entries again, goes back, or gives up what is being waited for"),
    KeyLine("Page Up, Page Down, Home, End", "a page, the beginning, the end"),
    KeyLine("Letters, / in a list or a choice of more than ten", "show only the entries that have them"),
    KeyLine("Control-W, Control-U, Control-_", "in a field delete a word, delete to the start, undo"),
    KeyLine("Control-R", "shows a typed secret for ten seconds, or hides it"),
    KeyLine("c", "on a link sends its address to the terminal's clipboard"),
    KeyLine("Mouse", "a click goes to a place and presses buttons, a second click presses an entry; the wheel scrolls"),
    KeyLine("Shift and mouse, F2", "select text as the terminal does; F2 leaves the mouse to it, and takes it again"),
    KeyLine("Control-L", "draws everything anew"),
    KeyLine("Control-Z", "leaves the terminal to the shell for a while"),
    KeyLine("Control-C", "ends the app"),
    KeyLine("F1", "this sheet; Escape closes it"),
  ]
}
