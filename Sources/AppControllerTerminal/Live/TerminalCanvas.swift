import AppControllerKit

/// What stands on a terminal: writes what changes, and draws one picture into the other while a transition is under way.
@MainActor
struct TerminalCanvas {
  private let device: TerminalDevice
  private let clock: Stopwatch
  private var writer: FrameWriter
  private var composer: TransitionComposer
  private let moves: Bool
  /// What the terminal shows; `nil` when that is not known.
  private var shown: TerminalFrame?
  /// The picture that goes, and since when.
  private var outgoing: (grid: CellGrid, start: Duration)?
  /// The last frame as it is without a transition.
  private var frame: TerminalFrame?

  init(_ device: TerminalDevice, colors: TerminalColors, traits: TraitCollection, clock: any Clock<Duration>) {
    self.device = device
    self.clock = Stopwatch(clock)
    moves = traits.motion != .reduced
    writer = FrameWriter(colors: colors, color: traits.color)
    composer = TransitionComposer(colors: colors, isMirrored: traits.direction == .rightToLeft)
  }

  /// Whether something moves by itself.
  var isAnimating: Bool { outgoing != nil }

  /// Takes nothing for granted any more: all of the next frame is written.
  mutating func forget() { shown = nil }

  /// Where the content would be scrolled to by so many screens from where it is.
  func scroll(by pages: Int) -> Int {
    guard let frame else { return 0 }
    let page = max(1, frame.viewport.count - 1)
    return min(max(0, frame.scroll + pages * page), frame.lastScroll)
  }

  /// Shows a frame.
  ///
  /// - Parameters:
  ///   - new: The frame.
  ///   - transition: How the transition looks that is under way; `nil` when there is none.
  mutating func show(_ new: TerminalFrame, transition: AppController.Configuration?) {
    // Where only what is needed may move, the new picture is there at once.
    if transition == nil || !moves {
      outgoing = nil
    } else if outgoing == nil, let frame {
      outgoing = (frame.grid, clock.elapsed)
    }
    if outgoing == nil { frame = new }
    var next = new
    // One that has another size by now is shown as it will be.
    if let outgoing, let transition, outgoing.grid.columns == new.grid.columns, outgoing.grid.rows == new.grid.rows {
      next.grid = composer.compose(outgoing.grid, new.grid, at: transition.frame(at: clock.elapsed - outgoing.start))
    }
    let bytes = writer.bytes(for: next, after: shown)
    // What is not taken is not made up for: the next frame shows what is so then.
    if bytes.isEmpty || device.write(bytes) { shown = next }
  }
}

/// How long something has been going on, by any clock.
struct Stopwatch {
  private let read: () -> Duration

  init(_ clock: any Clock<Duration>) { read = Self.start(clock) }

  var elapsed: Duration { read() }

  private static func start(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
