import AppControllerKit

/// The terminal's content: writes the changes, and composes both pictures while a transition is under way.
@MainActor
struct ScreenOutput {
  private let device: TerminalDevice
  private let marksLinks: Bool
  private let clock: Stopwatch
  private let colors: TerminalColors
  /// The questions are nil for a terminal that is not asked.
  private var backdrop: TerminalBackdrop
  private let questions: [UInt8]?
  private var writer: FrameWriter
  /// Nil until the terminal reports that it supports the protocol.
  private var graphics: KittyGraphics?
  private var composer: TransitionComposer
  private let moves: Bool
  /// Nil when it is not known.
  private var shown: TerminalFrame?
  private var outgoing: (grid: CellGrid, start: Duration)?
  private var frame: TerminalFrame?
  private var waiting: [UInt8] = []

  init(
    _ device: TerminalDevice, environment: [String: String], marksLinks: Bool, traits: TraitCollection,
    clock: any Clock<Duration>
  ) {
    self.device = device
    self.marksLinks = marksLinks
    self.clock = Stopwatch(clock)
    moves = traits.motion != .reduced
    colors = TerminalColors(environment: environment)
    backdrop = TerminalBackdrop(traits.color, environment: environment)
    questions =
      traits.color == .monochrome ? nil : TerminalSequences.questions(colors, environment: environment)
    writer = FrameWriter(colors: colors, palette: backdrop.palette)
    writer.marksLinks = marksLinks
    composer = TransitionComposer(colors: writer.colors, isMirrored: traits.direction == .rightToLeft)
  }

  /// Until the terminal answers, frames use the known facts.
  func ask() {
    if let questions { device.ask(questions) }
  }

  /// Has the next frame redrawn if the answers change its look.
  mutating func learn(_ replies: [TerminalReply]) {
    var isOther = false
    for reply in replies {
      isOther = backdrop.learn(reply) || isOther
      switch reply {
      case .mode(TerminalSequences.changesOfSide, isKnown: true): _ = device.write(TerminalSequences.tellSide)
      // The exact colours of the new side are unknown.
      case .isDark: ask()
      case .pictures(isKnown: true) where graphics == nil: (graphics, isOther) = (KittyGraphics(), true)
      case .background, .color, .mode, .pictures, .attributes: break
      }
    }
    guard isOther else { return }
    writer = FrameWriter(colors: colors, palette: backdrop.palette)
    writer.marksLinks = marksLinks
    writer.drawsPictures = graphics == nil
    composer.colors = writer.colors
    forget()
  }

  var isAnimating: Bool { outgoing != nil }

  /// The whole next frame is then written.
  mutating func forget() { shown = nil }

  /// The sequence draws nothing, and is written with the next frame.
  mutating func send(_ sequence: [UInt8]) { waiting += sequence }

  /// The transition is nil when none is under way.
  mutating func show(_ new: TerminalFrame, transition: AppController.Configuration?) {
    // With reduced motion, the new picture appears at once.
    if transition == nil || !moves {
      outgoing = nil
    } else if outgoing == nil, let frame {
      outgoing = (frame.grid, clock.elapsed)
    }
    if outgoing == nil { frame = new }
    var next = new
    // After a change of the size, the new picture appears at once.
    if let outgoing, let transition, outgoing.grid.columns == new.grid.columns, outgoing.grid.rows == new.grid.rows {
      // Pictures appear when the transition has ended.
      next.pictures = []
      next.grid = composer.compose(outgoing.grid, new.grid, at: transition.frame(at: clock.elapsed - outgoing.start))
    }
    var (bytes, graphics) = (waiting + writer.bytes(for: next, after: shown), graphics)
    let pictures = graphics?.bytes(for: next, after: shown) ?? []
    if !pictures.isEmpty {
      bytes += pictures + Array("\u{1B}[\(next.cursor.row + 1);\(next.cursor.column + 1)H".utf8)
    }
    // A frame that the terminal does not accept is dropped: the next frame shows the state of its own moment.
    if bytes.isEmpty || device.write(bytes) { (shown, self.graphics, waiting) = (next, graphics, []) }
  }
}

struct Stopwatch {
  private let read: () -> Duration

  init(_ clock: any Clock<Duration>) { read = Self.start(clock) }

  var elapsed: Duration { read() }

  private static func start(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
