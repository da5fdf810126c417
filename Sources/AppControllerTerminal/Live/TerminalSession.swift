import AppControllerKit
internal import Glibc

/// One run of a controller on a terminal: handles the events one by one, and draws the changes.
@MainActor
final class TerminalSession {
  private enum Happening: Sendable {
    case device(TerminalDevice.Event)
    case controller(ControllerEvent)
    /// The next step of a transition or of the busy sign.
    case tick
    /// A pressed action has ended, with its messages.
    case answered([ScreenPerformer.Message])
    /// The app has a message.
    case said(String)
  }

  private let controller: AppController
  private let window: InterfaceWindow
  private let device: TerminalDevice
  private let renderer: any TerminalScreenRenderer
  private let clock: any Clock<Duration>
  private let happenings: AsyncStream<Happening>
  private let continuation: AsyncStream<Happening>.Continuation
  private var interaction = ScreenInteraction()
  /// The state whose interface is installed.
  private var state = AppController.State.uninstalled
  private var canvas: TerminalCanvas
  /// The number of the last event before the last drawing.
  private var drawnNumber: UInt64 = 0
  /// The action that is under way.
  private var pressed: (id: String, task: Task<Void, Never>)?
  private var ticker: Task<Void, Never>?
  /// The last message; the next key removes it.
  private var notice: String?
  private var scroll: Int?
  private var tick = 0
  private var ending: TerminalWindow.Ending?

  init(
    _ controller: AppController, window: InterfaceWindow, device: TerminalDevice, canvas: TerminalCanvas,
    renderer: any TerminalScreenRenderer, clock: any Clock<Duration>
  ) {
    self.controller = controller
    self.window = window
    self.device = device
    self.clock = clock
    self.canvas = canvas
    self.renderer = renderer
    (happenings, continuation) = AsyncStream.makeStream()
  }

  /// Shows a message that is not part of any interface.
  func say(_ text: String) { continuation.yield(.said(text)) }

  /// Shows the controller until the user leaves.
  func run() async throws(AppControllerError) -> TerminalWindow.Ending {
    let devices = Task { [device, continuation] in
      for await event in device.events { continuation.yield(.device(event)) }
    }
    let events = controller.events
    let controllers = Task { [continuation] in
      for await event in events { continuation.yield(.controller(event)) }
    }
    defer {
      devices.cancel()
      controllers.cancel()
      ticker?.cancel()
      pressed?.task.cancel()
      interaction.wipeSecrets()
    }
    var failure: AppControllerError?
    let installation = Task { [controller, window, continuation] in
      do throws(AppControllerError) {
        try await controller.installRootInterface(in: window)
        return nil as AppControllerError?
      } catch {
        continuation.finish()
        return error
      }
    }
    for await happening in happenings {
      take(happening)
      if let ending {
        installation.cancel()
        return ending
      }
      if !device.isEnding, !isDrawn(happening) { draw() }
    }
    failure = await installation.value
    if let failure { throw failure }
    return .left
  }
}

// MARK: - Events

extension TerminalSession {
  private func take(_ happening: Happening) {
    switch happening {
    // A paste may be long, and a user who presses Control-C does not wait for its end.
    case .device(.keys(let keys)): for key in keys where !device.isEnding { press(key) }
    case .device(.changed):
      (window.traits.columns, window.traits.rows) = device.size
      canvas.forget()
    case .device(.drained): break
    case .device(.ending(let number)): ending = .signal(number)
    case .device(.gone): ending = .gone
    case .controller(let event): handle(event)
    case .tick: tick += 1
    case .said(let text): notice = text
    case .answered(let messages):
      pressed = nil
      if let last = messages.last { notice = last.text }
      followFocus()
    }
  }

  private func handle(_ event: ControllerEvent) {
    switch event.kind {
    case .failed(let error): notice = error.what
    case .vetoed(let reason): notice = reason
    case .completed(let report): notice = report.problems.first ?? notice
    case .sessionExpired: notice = "The session has ended."
    case .exchanged:
      // The typed input belongs to an interface that is gone; it stays when the same interface was only described
      // again.
      if event.state != state { forget() }
      state = event.state
    case .installed: state = event.state
    case .terminated: ending = .left
    case .snapshot, .launching, .installationFailed, .requested, .began, .prepared, .stopped, .sessionUpdated,
      .sessionChangedElsewhere, .changed, .staleAction:
      break
    }
  }

  private func forget() {
    interaction.wipeSecrets()
    interaction = ScreenInteraction()
  }

  /// Moves the focus to the control that the answer has named.
  private func followFocus() {
    guard let picture, let id = picture.focusedID, !picture.state.fieldErrors.isEmpty else { return }
    interaction.focus(on: .node(id))
    scroll = nil
  }

  private func press(_ key: TerminalKey) {
    if key == .redraw { return canvas.forget() }
    guard !controller.isExchanging else { return }
    guard let picture else {
      // When nothing is shown, leaving is the only action.
      if key == .endOfInput { ending = .left }
      return
    }
    notice = nil
    for intent in interaction.handle(key, on: picture, isBusy: pressed != nil) { carryOut(intent, picture) }
  }

  private func carryOut(_ intent: ScreenIntent, _ picture: ScreenPicture) {
    switch intent {
    case .focus: scroll = nil
    case .scroll(let pages): scroll = canvas.scroll(by: pages)
    case .cancel: pressed?.task.cancel()
    case .redraw: canvas.forget()
    case .leave: ending = .left
    case .enter, .press, .select, .goBack, .close: break
    }
    let work = ScreenPerformer(controller: controller).carryOut(intent, secrets: interaction.secrets(of: picture))
    guard let work, pressed == nil else { return }
    var id = ""
    if case .press(let nodeID) = intent { id = nodeID }
    pressed = (id, Task { [continuation] in continuation.yield(.answered(await work())) })
  }
}

// MARK: - Drawing

extension TerminalSession {
  /// The picture that is shown now, with the typed secrets.
  private var picture: ScreenPicture? {
    guard let screen = controller.rootContainer.visibleScreen else { return nil }
    var picture = ScreenPicture(of: screen)
    picture.state.values.merge(interaction.secrets(of: picture)) { $1 }
    return picture
  }

  /// Whether an event is drawn already, because a drawing shows the current state, which may be ahead of the events.
  private func isDrawn(_ happening: Happening) -> Bool {
    guard case .controller(let event) = happening, case .changed = event.kind else { return false }
    return event.number <= drawnNumber
  }

  private func draw() {
    drawnNumber = controller.eventNumber
    guard let picture else { return drawNothing() }
    interaction.show(picture)
    var state = InteractionState()
    state.focus = interaction.target
    state.editing = interaction.editing(in: picture)
    state.secretLengths = interaction.secretLengths(of: picture)
    if let scroll { (state.scroll, state.followsFocus) = (scroll, false) }
    state.busyID = pressed?.id
    state.tick = tick
    state.footer = notice ?? Self.hints
    let container = controller.rootContainer
    canvas.show(
      renderer.render(picture, traits: window.traits, interaction: state),
      transition: container.overlay == nil ? nil : container.transitionConfiguration)
    // Only a transition and the busy sign move by themselves.
    let isMoving = canvas.isAnimating || pressed != nil
    if isMoving, ticker == nil { ticker = makeTicker() }
    if !isMoving {
      ticker?.cancel()
      ticker = nil
    }
  }

  /// Draws an empty screen for an interface that is hidden.
  private func drawNothing() {
    if controller.rootContainer.installed == nil { return }
    let frame = TerminalFrame(
      columns: FrameComposer.columns(of: window.traits), rows: Int(clamping: window.traits.rows))
    canvas.show(frame, transition: nil)
  }

  /// Makes the task that ticks thirty times a second; late ticks are not made up for.
  private func makeTicker() -> Task<Void, Never> {
    Task { [clock, continuation] in
      while !Task.isCancelled {
        try? await clock.sleep(for: .milliseconds(33))
        continuation.yield(.tick)
      }
    }
  }

  private static let hints = "Tab: next  Return: press  Esc: back  Ctrl-C: leave"
}
