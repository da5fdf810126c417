internal import AppControllerJSON
public import AppControllerKit

/// Repeats a recording without the provider, and compares the host's behaviour with it.
///
/// ```swift
/// let report = try await Replay(Recording(contentsOfFile: "trace.jsonl")).run()
/// try report.requireSame()
/// ```
///
/// The recording supplies the library, the store, the app's handlers and the time; the controller is a real one. In
/// this way a bug report becomes a test, which fails as long as the host behaves differently.
///
/// Isolation: the main actor.
@MainActor
public final class Replay {
  private let script: ReplayScript
  private let clock = ReplayClock()
  package var providerClock: any Clock<Duration> = ContinuousClock()
  private let app: ReplayedApp
  private let controller: AppController
  private let plugin: PluginProvider?
  private let hasOwnProvider: Bool
  private let wakes = WakeCount()
  private var window: InterfaceWindow?
  private var tasks: [Int: Task<Void, Never>] = [:]

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - recording: The recording to repeat.
  ///   - provider: The provider that the app implements itself, whose answers are not in the recording; `nil` for a
  ///     plugin or a storyboard.
  /// - Throws: ``PluginError`` with the code `ACK2302` when the recording lacks its controller or its provider.
  public init(
    _ recording: Recording, provider: (any AppControllerInterfaceProviding)? = nil
  ) throws(PluginError) {
    hasOwnProvider = provider != nil
    script = ReplayScript(recording)
    app = ReplayedApp(script)
    do throws(CodingFault) {
      guard let line = recording.first(.controller) else {
        throw CodingFault("has no controller; nothing was recorded of one")
      }
      let (id, followsStore) = (try line.member("provider", .text(atMost: 64)), try line.member("followsStore", .bool))
      let deadlines = (try line.duration("providerDeadline"), try line.duration("handlerDeadline"))
      let replayed: any AppControllerInterfaceProviding
      if let provider { replayed = provider } else { replayed = try Self.provider(of: script, clock) }
      plugin = replayed as? PluginProvider
      controller = AppController(
        interfaceProvider: replayed, providerID: id, sessionStore: app, clock: clock,
        wallClock: { [clock] in .moment(clock.now.offset.microseconds, since: recording.startedAt) })
      controller.followsSessionStore = followsStore
      (controller.providerDeadline, controller.handlerDeadline) = deadlines
    } catch {
      throw .badRecording("\(recording.name): \(error)")
    }
    controller.addObserver(app)
    app.addHooks(to: controller)
  }

  private static func provider(
    of script: ReplayScript, _ clock: ReplayClock
  ) throws(CodingFault) -> any AppControllerInterfaceProviding {
    guard let line = script.recording.first(.provider) else {
      throw CodingFault("has the app's own provider; give it to Replay(_:provider:)")
    }
    do {
      if line.content.contains(where: { $0.name == "storyboard" }) { return try line.storyboard() }
      let (identity, deadline) = try line.library()
      return try PluginProvider(
        ProviderOpening(deadline: deadline, clock: clock), RecordedEndpoint(identity, script))
    } catch let fault as CodingFault {
      throw fault
    } catch {
      throw CodingFault("has a provider that cannot be had: \((error as? any ExplainedError)?.what ?? "\(error)")")
    }
  }

  /// Runs the replay, once.
  ///
  /// - Returns: The result of the comparison.
  /// - Throws: ``PluginError`` with the code `ACK2302` for a line that cannot be repeated.
  public func run() async throws(PluginError) -> ReplayReport {
    defer { end() }
    return try await WakeCount.$current.withValue(wakes) { await replay() }.get()
  }

  private func replay() async -> Result<ReplayReport, PluginError> {
    for (index, line) in script.recording.lines.enumerated() where script.divergence == nil {
      // The clock jumps at once, as after a sleep of the machine, so that each task that wakes reads the recorded time.
      if clock.go(to: .microseconds(line.time)) { await settle() }
      if script.isDone(index) { continue }
      do throws(CodingFault) {
        try apply(line, at: index)
      } catch {
        return .failure(.badRecording("\(script.recording.name):\(index + 1): \(error)"))
      }
      if !script.isOutput(index) { script.markDone(index) }
      await settle()
      if !script.isDone(index) { await wait(for: index) }
    }
    return .success(
      ReplayReport(
        eventCount: script.eventCount, lineCount: script.recording.lineCount,
        isFinished: script.recording.isFinished, divergence: script.divergence
      ))
  }

  private func end() {
    script.close()
    for task in tasks.values { task.cancel() }
    controller.terminate()
  }
}

// MARK: - From line to line

extension Replay {
  /// Waits until the host is at rest: until each of its tasks waits for a later line or for the clock.
  ///
  /// A resumed task is counted until it continues. Every other job of the host is on the main actor, which runs jobs in
  /// the order in which they are added. Each such job does something that is counted: it reports, calls, sleeps or
  /// wakes. So the host is at rest when no task is resumed, all earlier jobs have run, and nothing was counted.
  private func settle() async {
    while true {
      let before = activity
      // A yield may return before any other job has run; the end of a task is a job after all earlier ones.
      await Task {}.value
      if activity == before, !isWaking { return }
    }
  }

  private var isWaking: Bool { wakes.number > 0 || app.hasUnheardChange || plugin?.hasWokenQuestion == true }

  private var activity: Int { script.activity + clock.activity }

  /// Reports that a host at rest has not repeated a line.
  ///
  /// The app's own provider may work outside of the main actor. Then the host is not at rest, and the replay waits for
  /// the line as long as a question to a provider may take.
  private func wait(for index: Int) async {
    if hasOwnProvider {
      await script.completion(of: index, within: .seconds(30), on: providerClock)
      await settle()
    }
    if !script.isDone(index) { script.reportMissing(index) }
  }

  private func apply(_ line: RecordedLine, at index: Int) throws(CodingFault) {
    switch line.kind {
    case .asked:
      let number: Int = try line.member("input", .integer())
      let input: ControllerInput = try line.read(secrets: script.secrets)
      // The app's own provider makes its requests again by itself.
      if hasOwnProvider, case .request = input { return }
      app.number = number
      tasks[number] = Task.immediate { [self] in
        await ask(input)
        script.noteActivity()
      }
    case .withdrawn:
      let number: Int? = try line.member("input", .optional(.integer()))
      if let number { tasks[number]?.cancel() }
    case .wake: if let question = try line.question() { _ = plugin?.context.wake(question) }
    case .tick: plugin?.tick()
    case .destroy: plugin?.end()
    case .changed: app.notifyChange(try line.member("generation", .optional(.integer())))
    case .stored: script.reach(index)
    case .recording, .provider, .controller, .wantsTick, .request, .log, .finished, .return, .hooked, .answered, .event,
      .hook, .call, .cancel, .load, .replace:
      break
    }
  }

  private func ask(_ input: ControllerInput) async {
    switch input {
    case .initialState: _ = try? await controller.initialState()
    case .describe(let state, let session): _ = try? await controller.describe(state, session: session)
    case .configuration(let state, let session): _ = try? await controller.configuration(of: state, session: session)
    case .install(let traits):
      let window = InterfaceWindow(traits: traits)
      self.window = window
      try? await controller.installRootInterface(in: window)
    case .login(let session, let rebuilds): await controller.login(session, rebuild: rebuilds)
    case .loginFor(let purpose): _ = await controller.login(purpose: purpose)
    case .logout(let isForced, let rebuilds): await controller.logout(force: isForced, rebuild: rebuilds)
    case .perform(let action, let isHostAction, let screen):
      guard let screen = self.screen(screen) else { return }
      _ = try? await controller.perform(action, isHostAction: isHostAction, on: screen)
    case .staleAction(let node, let revision): _ = try? await controller.perform(nodeID: node, revision: revision)
    case .apply(let response, let screen):
      guard let screen = self.screen(screen) else { return }
      _ = try? await controller.apply(response, from: screen)
    case .request(let request, let source): controller.receive(request, from: source)
    case .credential(let request): _ = try? await controller.credential(for: request)
    case .terminate: controller.terminate()
    }
  }

  /// Without the screen, the replay diverges.
  private func screen(_ number: Int) -> ScreenController? {
    let screens = controller.screens
    if screens.indices.contains(number) { return screens[number] }
    script.diverge(at: nil, expected: "a screen with the number \(number)", found: "\(screens.count) screens")
    return nil
  }
}

/// The result of a replay.
public struct ReplayReport: Sendable, Equatable {
  /// The first difference between the host's behaviour and the recording.
  public struct Divergence: Sendable, Equatable {
    /// The line of the recording, counting from 1; `nil` when the host did more than the recording contains.
    public let line: Int?
    /// The recorded behaviour.
    public let expected: String
    /// The host's behaviour.
    public let found: String
  }

  /// The number of events that were the same.
  public let eventCount: Int
  /// The number of lines of the recording.
  public let lineCount: Int
  /// Whether the recording is complete.
  public let isFinished: Bool
  /// The first difference; `nil` when the host did the same.
  public let divergence: Divergence?

  /// Checks that the host did the same.
  ///
  /// - Throws: ``PluginError`` with the code `ACK2304`, the line, and the recorded and the host's behaviour.
  public func requireSame() throws(PluginError) {
    guard let divergence else { return }
    let place = divergence.line.map { "at line \($0)" } ?? "after its last line"
    throw PluginError(
      .replayDiffers,
      what: "the host differs from the recording \(place): recorded is \(divergence.expected.displayable), "
        + "and it did \(divergence.found.displayable)",
      why: "the host that was recorded behaved otherwise, or the recording was changed",
      fix: "look at that line of the recording, and at what changed in the host since"
    )
  }
}
