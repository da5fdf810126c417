import AppControllerKit
import AppControllerKitTesting
import AppControllerTerminal
import Testing

/// An app on a terminal, with a clock that the test controls.
@MainActor
final class TerminalApp {
  let terminal: PseudoTerminal
  let clock = ManualClock()
  let controller: AppController
  let window: TerminalWindow
  private var running: Task<Result<TerminalWindow.Ending, AppControllerError>, Never>?

  init(
    _ provider: any AppControllerInterfaceProviding, motion: TraitCollection.Motion = .full,
    color: TraitCollection.Color = .dark,
    environment: [String: String] = ["TERM": "xterm"], columns: Int = 60, rows: Int = 16,
    renderer: any TerminalScreenRenderer = TerminalRenderer(assets: PNGDecoder.decoder)
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    controller = AppController(interfaceProvider: provider, clock: clock)
    var traits = TraitCollection()
    traits.motion = motion
    traits.color = color
    window = try #require(
      TerminalWindow(
        traits: traits, environment: environment, renderer: renderer, clock: clock, input: terminal.file,
        output: terminal.file, patience: .seconds(3600)))
  }

  /// Opens the app, and waits until a text is visible.
  func open(seeing text: String) async throws {
    running = Task { [window, controller] in
      do throws(AppControllerError) { return .success(try await window.run(controller)) } catch {
        return .failure(error)
      }
    }
    try await see(text)
  }

  /// Waits until a condition holds and no picture is half drawn.
  func wait(until isSo: () -> Bool) async throws {
    while true {
      terminal.look()
      if !terminal.emulator.modes.contains("?2026"), isSo() { return }
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  /// Waits until a text is visible.
  func see(_ text: String) async throws { try await wait { terminal.screen.contains(text) } }

  /// Types a text that is longer than the terminal accepts at once.
  func paste(_ text: String) async throws {
    var bytes = Array(text.utf8)[...]
    try await wait {
      bytes = bytes.dropFirst(terminal.type(some: bytes))
      return bytes.isEmpty
    }
  }

  /// Types a text, and waits until all of it is handled; a following complete redraw proves that.
  func typeAndWait(_ text: String) async throws {
    let drawings = self.drawings
    terminal.type(text + Self.redraw)
    try await wait { self.drawings > drawings }
  }

  /// The number of complete redraws.
  private var drawings: Int { terminal.bytes.ranges(of: Array("\u{1B}[2J".utf8)).count }

  static let redraw = "\u{0C}"

  /// Moves the clock by one frame of a transition, when the session waits for one.
  func advanceFrame() async throws {
    try await nextFrame()
    clock.advance(by: .milliseconds(33))
  }

  /// Waits until the session waits for the next frame of a transition, so that all earlier ones are drawn.
  func nextFrame() async throws {
    try await wait {
      guard let deadline = clock.nextDeadline else { return false }
      return clock.now.duration(to: deadline) <= .milliseconds(33)
    }
  }

  /// Leaves the app, and waits for its end.
  func leave() async throws -> TerminalWindow.Ending {
    // In a field that is not empty, Control-D deletes a character.
    terminal.type("\t\u{04}\t\u{04}")
    return try await ending()
  }

  /// Waits for the end of the app, and returns the way in which it ended.
  func ending() async throws -> TerminalWindow.Ending {
    let running = try #require(running)
    // The final output has to be read, because the app waits until the terminal accepts it.
    let reading = Task { while !Task.isCancelled { terminal.look(); await Task.yield() } }
    defer { reading.cancel() }
    let ending = try await running.value.get()
    // The kernel passes output on a moment after it was written; the last of it leaves the alternate screen.
    try await wait { !terminal.emulator.modes.contains("?1049") }
    return ending
  }
}
