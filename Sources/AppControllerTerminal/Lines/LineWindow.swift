public import AppControllerKit
internal import Glibc

/// A window of lines, which writes the controller's screens once and asks for input line by line.
///
/// The window serves programs, and people who cannot use a screen that is redrawn repeatedly. It writes no escape
/// codes, draws nothing twice, and loses no message. The end of the input ends the app.
@MainActor
public final class LineWindow {
  /// The way in which the app ended.
  public enum Ending: Sendable, Hashable {
    /// The user left, the input ended, or the controller ended.
    case left
    /// The input cannot be read, with the number of the system error.
    case unreadable(Int32)
    /// A line is longer than 16 KiB.
    case tooLong
  }

  private struct Question: Equatable {
    let screen: FaceNodeID?
    let text: String
  }

  private enum Happening: Sendable {
    case line(Result<Secret?, LineReader.Failure>)
    case face(FaceChange)
    case answered(FaceReply)
    /// The requested action is still under way.
    case waiting(isAgain: Bool)
  }

  /// The window that the controller is installed in.
  public let window: InterfaceWindow
  private let reader: LineReader
  private let write: @Sendable (String) -> Void
  /// Whether the terminal shows the input while it is typed.
  private let isTyped: Bool
  private var dialogue = LineDialogue()
  private var marked: @MainActor (String) -> String = { $0 }
  private let clock: any Clock<Duration>
  private var isAsking = false
  /// Reports regularly that an action is under way; `nil` when none is.
  private var heartbeat: Task<Void, Never>?
  private var ending: Ending?
  private var state = AppController.State.uninstalled
  /// The question of the pending read, so that its answer is not taken as the answer to another question.
  private var asked = Question(screen: nil, text: "")
  /// The new question about which the user has been told during the pending read.
  private var hinted: Question?
  private let happenings: AsyncStream<Happening>
  private let continuation: AsyncStream<Happening>.Continuation

  /// Makes a window of lines.
  ///
  /// - Parameters:
  ///   - traits: The traits; their colours and motion are ignored, because lines have neither. Where they have no
  ///     languages and no time zone, those of the process hold.
  ///   - input: The file descriptor that lines are read from.
  ///   - clock: The clock that measures slow answers.
  ///   - write: Writes a text; called on any thread.
  public init(
    traits: TraitCollection = .init(), input: Int32 = 0, clock: any Clock<Duration> = ContinuousClock(),
    write: @escaping @Sendable (String) -> Void
  ) {
    var traits = traits
    traits.fill(from: .current)
    traits.idiom = .text
    traits.color = .monochrome
    traits.motion = .none
    reader = LineReader(input)
    isTyped = isatty(input) == 1
    traits.abilities.formUnion(isTyped ? [.hidesSecrets, .updates] : [])
    window = InterfaceWindow(traits: traits)
    self.clock = clock
    self.write = write
    (happenings, continuation) = AsyncStream.makeStream()
  }

  /// Writes a line that is not part of any interface.
  public func say(_ text: String) { write("\(text.displayable)\n") }

  /// Installs a controller, and runs until the user leaves or the input ends.
  ///
  /// - Returns: The way in which it ended.
  /// - Throws: `AppControllerError` when the first interface cannot be installed.
  @discardableResult
  public func run(_ controller: AppController) async throws(AppControllerError) -> Ending {
    let face = Face(of: controller)
    (dialogue, marked) = (
      LineDialogue(speaker: controller.speaker), { [weak controller] in controller?.words($0) ?? $0 }
    )
    let changes = face.changes
    let listening = Task { [continuation] in
      for await change in changes { continuation.yield(.face(change)) }
    }
    defer {
      listening.cancel()
      heartbeat?.cancel()
    }
    try await controller.installRootInterface(in: window)
    say(face.snapshot)
    ask(face)
    for await happening in happenings {
      take(happening, face)
      if let ending { return ending }
      say(face.snapshot)
      if heartbeat == nil { ask(face) }
    }
    return .left
  }

  private func say(_ snapshot: FaceSnapshot) {
    if heartbeat != nil { return }
    guard let screen = snapshot.front else { return dialogue.showNothing() }
    sayState(snapshot)
    for line in dialogue.show(screen) { write("\(line.displayable)\n") }
  }

  private func sayState(_ snapshot: FaceSnapshot) {
    switch (state, snapshot.state) {
    case (.loggedOut, .loggedIn): write("\n\(snapshot.words(.signedIn))\n\n")
    case (.loggedIn, .loggedOut): write("\n\(snapshot.words(.signedOut))\n\n")
    case (.uninstalled, _), (.launching, _), (.terminated, _), (_, .uninstalled), (_, .launching), (_, .terminated),
      (.loggedOut, .loggedOut), (.loggedIn, .loggedIn):
      break
    }
    state = snapshot.state
  }

  /// A user without output for a while knows by it that the app still works.
  private func makeHeartbeat() -> Task<Void, Never> {
    Task { [clock, continuation] in
      var pause = Duration.seconds(2)
      while (try? await clock.sleep(for: pause)) != nil, !Task.isCancelled {
        continuation.yield(.waiting(isAgain: pause > .seconds(2)))
        pause = .seconds(15)
      }
    }
  }

  private func question(on face: Face) -> Question {
    Question(screen: face.snapshot.front?.id, text: dialogue.prompt.text)
  }

  private func ask(_ face: Face) {
    let question = question(on: face)
    if isAsking {
      // The line that the user is typing answers the former question; it is not taken as an answer to the new one.
      guard isTyped, asked != question, hinted != question else { return }
      hinted = question
      return write(face.snapshot.words(.changed))
    }
    isAsking = true
    (asked, hinted) = (question, nil)
    let prompt = dialogue.prompt
    Task { [reader, write, continuation, isTyped] in
      let line = await reader.ask(echoes: !prompt.isSecret) { write(prompt.text.displayable) }
      // Without echo, the user's Return does not end the line of the prompt.
      if prompt.isSecret || !isTyped { write("\n") }
      continuation.yield(.line(line))
    }
  }
}

// MARK: - Events

extension LineWindow {
  private func take(_ happening: Happening, _ face: Face) {
    switch happening {
    case .line(let line): take(line, face)
    case .face(let change):
      say(change.messages, change.snapshot.words)
      if change.snapshot.state == .terminated { ending = .left }
    case .waiting(let isAgain):
      if heartbeat != nil { write("\(face.snapshot.words(isAgain ? .stillWaiting : .pleaseWait))\n") }
    case .answered(let reply):
      heartbeat?.cancel()
      heartbeat = nil
      say(reply, face.snapshot.words)
    }
  }

  /// Lines can neither copy nor open, so the texts are written.
  private func say(_ reply: FaceReply, _ words: FaceWords) {
    say(reply.requests.map { FaceMessage(.info, marked($0.text)) } + reply.messages, words)
  }

  private func say(_ messages: [FaceMessage], _ words: FaceWords) {
    for message in messages { write("\(words(.severityInText(message.severity))): \(message.text.displayableLines)\n") }
  }

  private func take(_ line: Result<Secret?, LineReader.Failure>, _ face: Face) {
    isAsking = false
    // The question belonged to another interface or screen, or has changed since.
    if asked != question(on: face), case .success(.some) = line { return }
    let answer: Secret?
    do throws(LineReader.Failure) { answer = try line.get() } catch {
      switch error {
      case .unreadable(let number): ending = .unreadable(number)
      case .tooLong: ending = .tooLong
      }
      return
    }
    if answer == nil, isTyped { write("\n") }
    let turn = dialogue.take(answer)
    for line in turn.lines { write("\(line.displayable)\n") }
    for intent in turn.intents { carryOut(intent, face) }
  }

  private func carryOut(_ intent: ScreenIntent, _ face: Face) {
    if intent == .leave { ending = .left }
    guard let picture = face.snapshot.front, let intent = intent.onFace(picture, secrets: dialogue.secrets) else {
      return
    }
    switch face.start(intent) {
    case .done(let reply): say(reply, face.snapshot.words)
    case .underWay(let task):
      // While the action is under way, no question is asked.
      heartbeat = makeHeartbeat()
      Task { [continuation] in continuation.yield(.answered(await task.value)) }
    }
  }
}
