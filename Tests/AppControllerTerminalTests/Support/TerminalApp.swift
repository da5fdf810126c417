import AppControllerKit
import AppControllerKitTesting
import AppControllerTerminal
import Testing

/// An app on a terminal, by a clock that the test moves.
@MainActor
final class TerminalApp {
  let terminal: PseudoTerminal
  let clock = ManualClock()
  let provider: RecordingProvider
  let controller: AppController
  private let window: TerminalWindow
  private var running: Task<Result<TerminalWindow.Ending, AppControllerError>, Never>?

  init(_ provider: RecordingProvider, motion: TraitCollection.Motion = .full, columns: Int = 60, rows: Int = 16) throws
  {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    self.provider = provider
    controller = AppController(interfaceProvider: provider, clock: clock)
    var traits = TraitCollection()
    traits.motion = motion
    window = try #require(
      TerminalWindow(
        traits: traits, environment: ["TERM": "xterm"], clock: clock, input: terminal.file, output: terminal.file,
        patience: .seconds(3600)))
  }

  /// Opens the app, and waits until a text is seen.
  func open(seeing text: String) async throws {
    running = Task { [window, controller] in
      do throws(AppControllerError) { return .success(try await window.run(controller)) } catch {
        return .failure(error)
      }
    }
    try await see(text)
  }

  /// Waits until something is so.
  func wait(until isSo: () -> Bool) async throws {
    while true {
      terminal.look()
      if isSo() { return }
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  /// Waits until a text is seen.
  func see(_ text: String) async throws { try await wait { terminal.screen.contains(text) } }

  /// Types what is longer than the terminal takes at once.
  func paste(_ text: String) async throws {
    var bytes = Array(text.utf8)[...]
    try await wait {
      bytes = bytes.dropFirst(terminal.type(some: bytes))
      return bytes.isEmpty
    }
  }

  /// Types, and waits until all of it has been taken; what is drawn anew is drawn after that.
  func typeAndWait(_ text: String) async throws {
    let drawings = self.drawings
    terminal.type(text + Self.redraw)
    try await wait { self.drawings > drawings }
  }

  /// How often all of the screen was drawn.
  private var drawings: Int { terminal.bytes.ranges(of: Array("\u{1B}[2J".utf8)).count }

  static let redraw = "\u{0C}"

  /// Moves the time on by a picture of a transition, when one is waited for.
  func advanceFrame() async throws {
    try await nextFrame()
    clock.advance(by: .milliseconds(33))
  }

  /// Waits until a picture of a transition is waited for, so that all before it have been drawn.
  func nextFrame() async throws {
    try await wait {
      guard let deadline = clock.nextDeadline else { return false }
      return clock.now.duration(to: deadline) <= .milliseconds(33)
    }
  }

  /// Leaves, and waits for the end.
  func leave() async throws -> TerminalWindow.Ending {
    // In a field with something in it Control-D deletes a character.
    terminal.type("\t\u{04}\t\u{04}")
    return try await ending()
  }

  /// How the app ends.
  func ending() async throws -> TerminalWindow.Ending {
    let running = try #require(running)
    // What is written at the end has to be read, or it is waited for.
    let reading = Task { while !Task.isCancelled { terminal.look(); await Task.yield() } }
    defer { reading.cancel() }
    return try await running.value.get()
  }
}
