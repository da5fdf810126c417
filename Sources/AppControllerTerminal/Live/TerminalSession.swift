import AppControllerKit
internal import Glibc

/// One run of a controller on a terminal: handles the events one by one, and draws the changes.
@MainActor
final class TerminalSession {
  private enum Happening: Sendable {
    case device(TerminalDevice.Event)
    case face(FaceChange)
    /// The next step of a transition, a countdown or a busy sign, or the time to hide a secret.
    case tick
    case answered(FaceReply)
    case said(String)
  }

  private let controller: AppController
  private let face: Face
  private let window: InterfaceWindow
  private let device: TerminalDevice
  private let renderer: any TerminalScreenRenderer
  private let hasClipboard: Bool
  /// Returns whether a program was asked to open the address.
  var openHandler: @MainActor (String) -> Bool = { _ in false }
  private let clock: any Clock<Duration>
  private let stopwatch: Stopwatch
  private let happenings: AsyncStream<Happening>
  private let continuation: AsyncStream<Happening>.Continuation
  private var interaction = ScreenInteraction()
  private var output: ScreenOutput
  /// The number of the last event before the last drawing.
  private var drawnNumber: UInt64 = 0
  private var ticker: (pause: Duration, task: Task<Void, Never>)?
  /// With its first visible row; the next key removes the message.
  private var notice: (text: String, scroll: Int)?
  /// Each error once.
  private(set) var errors: [AppControllerError] = []
  private var frame: TerminalFrame?
  /// As they were shown last.
  private var keys: [String] = []
  /// The first visible row of the content, and whether the content is scrolled until the focus is visible.
  private var (scroll, followsFocus) = (0, false)
  private var tick = 0
  private var pace = ScreenPace()
  /// The secret whose text is shown, and when it is hidden again.
  private var revealed: (secret: ScreenInteraction.Place, end: Duration)?
  /// Nil while it is closed.
  private var sheet: KeySheet?
  private var ending: TerminalWindow.Ending?

  init(
    _ controller: AppController, window: InterfaceWindow, device: TerminalDevice, output: ScreenOutput,
    renderer: any TerminalScreenRenderer, clock: any Clock<Duration>, hasClipboard: Bool
  ) {
    self.controller = controller
    face = Face(of: controller)
    self.window = window
    self.device = device
    self.clock = clock
    stopwatch = Stopwatch(clock)
    self.output = output
    self.renderer = renderer
    self.hasClipboard = hasClipboard
    (happenings, continuation) = AsyncStream.makeStream()
  }

  func say(_ text: String) { continuation.yield(.said(text)) }

  func run() async throws(AppControllerError) -> TerminalWindow.Ending {
    let devices = Task { [device, continuation] in
      for await event in device.events { continuation.yield(.device(event)) }
    }
    output.ask()
    let changes = face.changes
    let faces = Task { [continuation] in
      for await change in changes { continuation.yield(.face(change)) }
    }
    defer {
      devices.cancel()
      faces.cancel()
      ticker?.task.cancel()
      carryOut(.cancel)
      interaction.wipeSecrets()
    }
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
    if let failure = await installation.value { throw failure }
    return .left
  }
}

// MARK: - Events

extension TerminalSession {
  private func take(_ happening: Happening) {
    switch happening {
    // The rest of a long paste is dropped when the user presses Control-C.
    case .device(.keys(let keys)): for key in keys where !device.isEnding { press(key) }
    case .device(.changed):
      (window.traits.columns, window.traits.rows) = device.size
      output.forget()
    case .device(.replied(let replies)): output.learn(replies)
    case .device(.drained): break
    case .device(.ending(let number)): ending = .signal(number)
    case .device(.gone): ending = .gone
    case .face(let change):
      show(change.messages)
      if change.snapshot.state == .terminated { ending = .left }
    case .tick: tick += 1
    case .said(let text): notice = (text, 0)
    case .answered(let reply):
      say(reply)
      followFocus()
    }
  }

  private var words: FaceWords { face.snapshot.words }

  private func say(_ reply: FaceReply) {
    show(reply.messages)
    for request in reply.requests {
      switch request {
      case .copy(let text): copy(text)
      case .open(let url):
        let said = controller.words(url)
        notice = (words(openHandler(url) ? .askedToOpen(said) : .address(said)), 0)
      }
    }
  }

  /// Also shows the text, because not every terminal stores it.
  private func copy(_ text: String) {
    if hasClipboard { output.send(TerminalSequences.copy(text)) }
    let said = controller.words(text)
    notice = (hasClipboard ? "\(words(.sentToClipboard))\n\(said)" : said, 0)
  }

  private func show(_ messages: [FaceMessage]) {
    for error in messages.compactMap(\.error) where !errors.contains(error) {
      errors.append(error)
      if errors.count > Self.maximumErrors { errors.removeFirst() }
    }
    guard let message = messages.last else { return }
    let more = message.error.map { "\n  why: \($0.why)\n  fix: \($0.fix)" } ?? ""
    notice = (message.text + more, 0)
  }

  private static let maximumErrors = 32

  private func followFocus() {
    guard let picture, let id = picture.focusedID, !picture.state.fieldErrors.isEmpty else { return }
    interaction.focus(on: .node(id))
    followsFocus = true
  }

  private func press(_ key: TerminalKey) {
    if key == .redraw { return output.forget() }
    guard !controller.isExchanging else { return }
    guard let picture else {
      // When nothing is shown, leaving is the only action.
      if key == .endOfInput { ending = .left }
      return
    }
    if key == .mouse { return toggleMouse() }
    if sheet != nil { return pressInSheet(key) }
    if scrollNotice(key) { return }
    if !key.isWheel { notice = nil }
    for intent in interaction.handle(key, on: picture, in: frame, isBusy: face.snapshot.isPerforming) {
      carryOut(intent, picture)
    }
    // The clicked element is visible, and must not scroll away from a second click.
    if case .click = key { followsFocus = false }
  }

  private func toggleMouse() {
    let (isTaken, sequence) = device.toggleMouse()
    output.send(sequence)
    notice = (words(isTaken ? .mouseTaken : .mouseReleased), 0)
  }

  private func pressInSheet(_ key: TerminalKey) {
    switch sheet?.press(key) {
    case .leave?: ending = .left
    case .closed?: sheet = nil
    case .open?, nil: return
    }
  }

  private func scrollNotice(_ key: TerminalKey) -> Bool {
    guard notice != nil, let frame else { return false }
    switch key {
    case .pageDown where frame.hiddenMessageRows > 0: notice?.scroll = frame.messageRows.upperBound
    case .wheel(let step, let position) where position.row >= frame.viewport.upperBound:
      notice?.scroll = max(0, frame.messageRows.lowerBound + step)
    case .pageUp where frame.messageRows.lowerBound > 0:
      notice?.scroll = max(0, frame.messageRows.lowerBound - frame.messageRows.count)
    default: return false
    }
    return true
  }

  private func carryOut(_ intent: ScreenIntent, _ picture: ScreenPicture) {
    switch intent {
    case .focus, .enter: followsFocus = true
    case .scroll(by: let rows): (scroll, followsFocus) = (min(max(0, scroll + rows), frame?.lastScroll ?? 0), false)
    case .reveal(let id): interaction.toggleSecret(id, isTyped: false)
    case .redraw: output.forget()
    case .leave: ending = .left
    case .copy(let text): copy(text)
    case .help: sheet = KeySheet(words, renderer, here: keyHelp(on: picture, in: frame))
    case .mouse: toggleMouse()
    case .press, .select, .goBack, .close, .cancel: break
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
  private var picture: ScreenPicture? {
    guard var picture = face.snapshot.front else { return nil }
    picture.add(secrets: interaction.secrets(of: picture))
    return picture
  }

  /// A drawing shows the current state, which may be ahead of the events.
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
    // The sheet must not hide a new interface.
    if snapshot.isExchanging || snapshot.front == nil { sheet = nil }
    let frame = sheet?.frame(snapshot.traits) ?? render(snapshot, state)
    if sheet == nil { (self.frame, scroll) = (frame, frame.scroll) }
    output.show(frame, transition: snapshot.transition)
    let rest = interaction.revealed == nil ? pace.pause : min(pace.pause ?? .seconds(1), .seconds(1))
    let pause = output.isAnimating ? Self.framePause : snapshot.isPerforming ? Self.signPause : rest
    if pause != ticker?.pause {
      ticker?.task.cancel()
      ticker = pause.map { ($0, makeTicker($0)) }
    }
  }

  private func interact(_ picture: ScreenPicture, _ snapshot: FaceSnapshot, _ state: inout InteractionState) {
    if interaction.show(picture) {
      // A screen opens at its beginning, unless it names what has the focus.
      let isNamed = picture.focusedID.map { .node($0) == interaction.target } ?? false
      (scroll, followsFocus, frame) = (0, isNamed, nil)
    }
    pace.show(picture.node, at: stopwatch.elapsed)
    state.focus = interaction.target
    concealInTime()
    state.revealedID = interaction.revealed.flatMap { $0.isTyped ? nil : $0.node }
    state.editing = interaction.editing(in: picture)
    state.openID = interaction.openChoice?.node
    state.secretLengths = interaction.secretLengths(of: picture)
    (state.scroll, state.followsFocus) = (scroll, followsFocus)
    state.busyID = snapshot.pressed.flatMap { picture[$0]?.node.id }
    state.tick = tick
    state.secondsShown = pace.seconds(at: stopwatch.elapsed)
    state.filter = interaction.filter
    (state.message, state.messageScroll) = (notice?.text ?? state.filter?.text(words), notice?.scroll ?? 0)
    (state.keys, state.boxTop) = (keys, frame?.grid.rows == snapshot.traits.rows ? frame?.boxTop : nil)
  }

  /// Draws again where the drawn frame gives keys another meaning, such as at the end of what is scrolled.
  private func render(_ snapshot: FaceSnapshot, _ state: InteractionState) -> TerminalFrame {
    let frame = renderer.render(snapshot, interaction: state)
    guard let picture else { return frame }
    keys = keyHelp(on: picture, in: frame)
    if keys == state.keys { return frame }
    var state = state
    state.keys = keys
    return renderer.render(snapshot, interaction: state)
  }

  private func keyHelp(on picture: ScreenPicture, in frame: TerminalFrame?) -> [String] {
    interaction.keyHelp(on: picture, in: frame, isBusy: face.snapshot.isPerforming, words)
  }

  private func concealInTime() {
    if interaction.revealed != revealed?.secret {
      revealed = interaction.revealed.map { ($0, stopwatch.elapsed + Self.secretPause) }
    } else if let revealed, stopwatch.elapsed >= revealed.end {
      interaction.conceal()
      self.revealed = nil
    }
  }

  private static let secretPause = Duration.seconds(10)
  private static let framePause = Duration.milliseconds(33)
  private static let signPause = ScreenPace.signPause

  /// Missed ticks are not repeated.
  private func makeTicker(_ pause: Duration) -> Task<Void, Never> {
    Task { [clock, continuation] in
      while (try? await clock.sleep(for: pause)) != nil, !Task.isCancelled { continuation.yield(.tick) }
    }
  }
}

extension EntryFilter {
  fileprivate func text(_ words: FaceWords) -> String { "/\(text)  \(words(.position(matches.count, of: total)))" }
}

extension TerminalKey {
  fileprivate var isWheel: Bool { if case .wheel = self { true } else { false } }
}
