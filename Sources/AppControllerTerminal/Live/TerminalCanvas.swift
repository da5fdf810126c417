import AppControllerKit

/// The terminal's content: writes the changes, and composes both pictures while a transition is under way.
@MainActor
struct TerminalCanvas {
  private let device: TerminalDevice
  private let clock: Stopwatch
  private var writer: FrameWriter
  private var composer: TransitionComposer
  private let moves: Bool
  /// The frame on the terminal; `nil` when it is not known.
  private var shown: TerminalFrame?
  /// The old picture of the transition, and the moment at which the transition began.
  private var outgoing: (grid: CellGrid, start: Duration)?
  /// The last frame without the transition.
  private var frame: TerminalFrame?
  /// What is written before the next frame.
  private var waiting: [UInt8] = []

  init(
    _ device: TerminalDevice, colors: TerminalColors, marksLinks: Bool, traits: TraitCollection,
    clock: any Clock<Duration>
  ) {
    self.device = device
    self.clock = Stopwatch(clock)
    moves = traits.motion != .reduced
    writer = FrameWriter(colors: colors, color: traits.color)
    writer.marksLinks = marksLinks
    composer = TransitionComposer(colors: colors, isMirrored: traits.direction == .rightToLeft)
  }

  /// Whether a transition is under way.
  var isAnimating: Bool { outgoing != nil }

  /// Forgets the terminal's content, so that the whole next frame is written.
  mutating func forget() { shown = nil }

  /// Sends a sequence that draws nothing, together with the next frame.
  mutating func send(_ sequence: [UInt8]) { waiting += sequence }

  /// Shows a frame.
  ///
  /// - Parameters:
  ///   - new: The frame.
  ///   - transition: The configuration of the transition that is under way; `nil` when there is none.
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
      next.grid = composer.compose(outgoing.grid, new.grid, at: transition.frame(at: clock.elapsed - outgoing.start))
    }
    let bytes = waiting + writer.bytes(for: next, after: shown)
    // A frame that the terminal does not accept is dropped: the next frame shows the state of its own moment.
    if bytes.isEmpty || device.write(bytes) { (shown, waiting) = (next, []) }
  }
}

/// Measures the time since a moment, by any clock.
struct Stopwatch {
  private let read: () -> Duration

  init(_ clock: any Clock<Duration>) { read = Self.start(clock) }

  var elapsed: Duration { read() }

  private static func start(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
