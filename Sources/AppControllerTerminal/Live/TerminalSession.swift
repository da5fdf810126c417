import AppControllerKit
internal import Glibc

/// One run of a controller on a terminal: handles the events one by one, and draws the changes.
@MainActor
final class TerminalSession {
  private enum Happening: Sendable {
    case device(TerminalDevice.Event)
    case face(FaceChange)
    /// The next step of a transition or of the busy sign.
    case tick
    /// A pressed action has ended, with its messages.
    case answered(FaceReply)
    /// The app has a message.
    case said(String)
  }

  private let controller: AppController
  private let face: Face
  private let window: InterfaceWindow
  private let device: TerminalDevice
  private let renderer: any TerminalScreenRenderer
  private let clock: any Clock<Duration>
  private let happenings: AsyncStream<Happening>
  private let continuation: AsyncStream<Happening>.Continuation
  private var interaction = ScreenInteraction()
  private var canvas: TerminalCanvas
  /// The number of the last event before the last drawing.
  private var drawnNumber: UInt64 = 0
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
    face = Face(of: controller)
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
    let changes = face.changes
    let faces = Task { [continuation] in
      for await change in changes { continuation.yield(.face(change)) }
    }
    defer {
      devices.cancel()
      faces.cancel()
      ticker?.cancel()
      carryOut(.cancel)
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
    case .face(let change):
      if let message = change.messages.last { notice = message.text }
      if change.snapshot.state == .terminated { ending = .left }
    case .tick: tick += 1
    case .said(let text): notice = text
    case .answered(let reply):
      say(reply)
      followFocus()
    }
  }

  /// Shows the last message; what is copied or opened elsewhere is a message, because a terminal can do neither.
  private func say(_ reply: FaceReply) {
    notice = reply.requests.last?.text ?? reply.messages.last?.text ?? notice
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
    for intent in interaction.handle(key, on: picture, isBusy: face.snapshot.isPerforming) {
      carryOut(intent, picture)
    }
  }

  private func carryOut(_ intent: ScreenIntent, _ picture: ScreenPicture) {
    switch intent {
    case .focus: scroll = nil
    case .scroll(let pages): scroll = canvas.scroll(by: pages)
    case .redraw: canvas.forget()
    case .leave: ending = .left
    case .enter, .press, .select, .goBack, .close, .cancel: break
    }
    if let intent = intent.onFace(picture, secrets: interaction.secrets(of: picture)) { carryOut(intent) }
  }

  private func carryOut(_ intent: FaceIntent) {
    switch face.start(intent) {
    case .done(let reply): say(reply)
    case .underWay(let task): Task { [continuation] in continuation.yield(.answered(await task.value)) }
    }
  }
}

// MARK: - Drawing

extension TerminalSession {
  /// The picture that is shown now, with the typed secrets.
  private var picture: ScreenPicture? {
    guard var picture = face.snapshot.front else { return nil }
    picture.add(secrets: interaction.secrets(of: picture))
    return picture
  }

  /// Whether an event is drawn already, because a drawing shows the current state, which may be ahead of the events.
  private func isDrawn(_ happening: Happening) -> Bool {
    guard case .face(let change) = happening, change.messages.isEmpty else { return false }
    return change.snapshot.number <= drawnNumber
  }

  private func draw() {
    var snapshot = face.snapshot
    drawnNumber = snapshot.number
    // An interface that is hidden gets an empty screen; before the first one, nothing is drawn.
    if snapshot.front == nil, controller.rootContainer.installed == nil { return }
    var state = InteractionState()
    if let picture {
      snapshot.add(secrets: interaction.secrets(of: picture))
      interact(picture, snapshot, &state)
    }
    canvas.show(
      renderer.render(snapshot, interaction: state), transition: snapshot.transition)
    // Only a transition and the busy sign move by themselves.
    let isMoving = canvas.isAnimating || snapshot.isPerforming
    if isMoving, ticker == nil { ticker = makeTicker() }
    if !isMoving {
      ticker?.cancel()
      ticker = nil
    }
  }

  /// Updates the user's state on a screen, and has it drawn.
  private func interact(_ picture: ScreenPicture, _ snapshot: FaceSnapshot, _ state: inout InteractionState) {
    interaction.show(picture)
    state.focus = interaction.target
    state.editing = interaction.editing(in: picture)
    state.secretLengths = interaction.secretLengths(of: picture)
    if let scroll { (state.scroll, state.followsFocus) = (scroll, false) }
    state.busyID = snapshot.pressed.flatMap { picture[$0]?.node.id }
    state.tick = tick
    state.footer = notice ?? Self.hints
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
