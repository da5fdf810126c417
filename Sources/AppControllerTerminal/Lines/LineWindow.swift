public import AppControllerKit
internal import Glibc

/// A window of lines: what a controller shows is said once and asked for line by line, for everyone to whom a screen that
/// is drawn again and again says nothing, and for programs.
///
/// There are no escape codes, nothing is drawn twice, and no message is lost. The end of the input ends the app.
@MainActor
public final class LineWindow {
  /// How the app came to its end.
  public enum Ending: Sendable, Hashable {
    /// The user left, the input ended, or the controller ended.
    case left
    /// The input cannot be read; the number is the system's.
    case unreadable(Int32)
    /// A line has over 16 KiB.
    case tooLong
  }

  /// A question, and where it belongs.
  private struct Question: Equatable {
    let revision: UInt64
    let screen: ObjectIdentifier?
    let text: String
  }

  private enum Happening: Sendable {
    case line(Result<Secret?, LineReader.Failure>)
    case controller(ControllerEvent)
    case answered([ScreenPerformer.Message])
    /// What was asked for still takes its time.
    case waiting(isAgain: Bool)
  }

  /// The window that the controller is installed in.
  public let window: InterfaceWindow
  private let reader: LineReader
  private let write: @Sendable (String) -> Void
  /// Whether somebody sees what is read as it is typed.
  private let isTyped: Bool
  private var dialogue = LineDialogue()
  private let clock: any Clock<Duration>
  private var isAsking = false
  /// Says now and then that something is under way; `nil` when nothing is.
  private var heartbeat: Task<Void, Never>?
  private var ending: Ending?
  /// The state whose interface was said last.
  private var state = AppController.State.uninstalled
  /// What was asked for by a line that is still awaited, so that an answer to something else is not taken for one to this.
  private var asked = Question(revision: 0, screen: nil, text: "")
  private let happenings: AsyncStream<Happening>
  private let continuation: AsyncStream<Happening>.Continuation

  /// Makes a window of lines.
  ///
  /// - Parameters:
  ///   - traits: Which colours there are and how much may move are none and nothing, whatever they say.
  ///   - input: The file that lines are read from.
  ///   - clock: What tells when an answer is slow.
  ///   - write: Writes a text; called on any thread.
  public init(
    traits: TraitCollection = .init(), input: Int32 = 0, clock: any Clock<Duration> = ContinuousClock(),
    write: @escaping @Sendable (String) -> Void
  ) {
    var traits = traits
    traits.idiom = .text
    traits.color = .monochrome
    traits.motion = .none
    window = InterfaceWindow(traits: traits)
    reader = LineReader(input)
    isTyped = isatty(input) == 1
    self.clock = clock
    self.write = write
    (happenings, continuation) = AsyncStream.makeStream()
  }

  /// Says something in a line of its own that no interface says.
  public func say(_ text: String) { write("\(text.displayable)\n") }

  /// Installs a controller, and goes on until the user leaves or the input ends.
  ///
  /// - Returns: How it ended.
  /// - Throws: `AppControllerError` when the first interface cannot be installed.
  @discardableResult
  public func run(_ controller: AppController) async throws(AppControllerError) -> Ending {
    let events = controller.events
    let listening = Task { [continuation] in
      for await event in events { continuation.yield(.controller(event)) }
    }
    defer {
      listening.cancel()
      heartbeat?.cancel()
    }
    try await controller.installRootInterface(in: window)
    say(controller)
    ask(controller)
    for await happening in happenings {
      take(happening, controller)
      if let ending { return ending }
      say(controller)
      if heartbeat == nil { ask(controller) }
    }
    return .left
  }

  private func say(_ controller: AppController) {
    if heartbeat != nil { return }
    guard let screen = controller.rootContainer.visibleScreen else { return dialogue.showNothing() }
    sayState(controller.state)
    for line in dialogue.show(ScreenPicture(of: screen)) { write("\(line.displayable)\n") }
  }

  /// Says whose interface it is now, before it is said.
  private func sayState(_ new: AppController.State) {
    switch (state, new) {
    case (.loggedOut, .loggedIn): write("\nSigned in.\n\n")
    case (.loggedIn, .loggedOut): write("\nSigned out.\n\n")
    case (.uninstalled, _), (.launching, _), (.terminated, _), (_, .uninstalled), (_, .launching), (_, .terminated),
      (.loggedOut, .loggedOut), (.loggedIn, .loggedIn):
      break
    }
    state = new
  }

  /// Whoever hears nothing for a while cannot know whether anything goes on.
  private func makeHeartbeat() -> Task<Void, Never> {
    Task { [clock, continuation] in
      var pause = Duration.seconds(2)
      while (try? await clock.sleep(for: pause)) != nil, !Task.isCancelled {
        continuation.yield(.waiting(isAgain: pause > .seconds(2)))
        pause = .seconds(15)
      }
    }
  }

  private func question(of controller: AppController) -> Question {
    let screen = controller.rootContainer.visibleScreen.map { ObjectIdentifier($0) }
    return Question(revision: controller.revision, screen: screen, text: dialogue.prompt.text)
  }

  private func ask(_ controller: AppController) {
    if isAsking { return }
    isAsking = true
    asked = question(of: controller)
    let prompt = dialogue.prompt
    Task { [reader, write, continuation, isTyped] in
      let line = await reader.ask(echoes: !prompt.isSecret) { write(prompt.text.displayable) }
      // What is not seen where it is typed does not end the line there either.
      if prompt.isSecret || !isTyped { write("\n") }
      continuation.yield(.line(line))
    }
  }
}

// MARK: - What happens

extension LineWindow {
  private func take(_ happening: Happening, _ controller: AppController) {
    switch happening {
    case .line(let line): take(line, controller)
    case .controller(let event): handle(event)
    case .waiting(let isAgain): if heartbeat != nil { write(isAgain ? "Still waiting.\n" : "Please wait.\n") }
    case .answered(let messages):
      heartbeat?.cancel()
      heartbeat = nil
      for message in messages { write("\(message.severity.rawValue): \(message.text.displayable)\n") }
    }
  }

  private func take(_ line: Result<Secret?, LineReader.Failure>, _ controller: AppController) {
    isAsking = false
    // The question was another interface's or another screen's, or it would be another one by now.
    if asked != question(of: controller), case .success(.some) = line { return }
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
    for intent in turn.intents { carryOut(intent, controller) }
  }

  private func handle(_ event: ControllerEvent) {
    switch event.kind {
    case .failed(let error): write("error: \(error.what.displayable)\n")
    case .vetoed(let reason): write("warning: \(reason.displayable)\n")
    case .sessionExpired: write("warning: The session has ended.\n")
    case .completed(let report): for problem in report.problems { write("warning: \(problem.displayable)\n") }
    case .terminated: ending = .left
    case .snapshot, .launching, .installed, .installationFailed, .requested, .began, .prepared, .exchanged,
      .sessionUpdated,
      .sessionChangedElsewhere, .stopped, .changed, .staleAction:
      break
    }
  }

  private func carryOut(_ intent: ScreenIntent, _ controller: AppController) {
    if intent == .leave { ending = .left }
    let work = ScreenPerformer(controller: controller).carryOut(intent, secrets: dialogue.secrets)
    guard let work else { return }
    // Meanwhile nothing is asked.
    heartbeat = makeHeartbeat()
    Task { [continuation] in continuation.yield(.answered(await work())) }
  }
}
