public import AppControllerKit

/// Does again what a recording tells, without the provider, and compares what the host does.
///
/// ```swift
/// let report = try await Replay(Recording(contentsOfFile: "trace.jsonl")).run()
/// try report.requireSame()
/// ```
///
/// The library, the store, the app's handlers and the time are what the recording says; the controller is a real one. So a
/// bug report becomes a test: it goes on to fail where the host does something else.
///
/// Isolation: the main actor.
@MainActor
public final class Replay {
  private let script: ReplayScript
  private let clock = ReplayClock()
  private let store: ReplayedStore
  private let controller: AppController
  private let stage: ReplayStage
  private let plugin: PluginProvider?
  private let hasOwnProvider: Bool
  private var window: InterfaceWindow?
  private var tasks: [Int: Task<Void, Never>] = [:]
  /// How long the host is waited for when nothing goes on any more, in case another thread of it is slow.
  private let patience: Duration

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - recording: What is done again.
  ///   - provider: The provider of an app of its own, whose answers are not in the recording; `nil` for a plugin or a
  ///     storyboard.
  /// - Throws: ``PluginError`` with the code `ACK2302` when the recording does not say who takes part.
  public convenience init(
    _ recording: Recording, provider: (any AppControllerInterfaceProviding)? = nil
  ) throws(PluginError) {
    try self.init(recording, provider: provider, patience: .seconds(1))
  }

  init(
    _ recording: Recording, provider: (any AppControllerInterfaceProviding)?, patience: Duration
  ) throws(PluginError) {
    self.patience = patience
    hasOwnProvider = provider != nil
    script = ReplayScript(recording)
    store = ReplayedStore(script)
    stage = ReplayStage(script, store)
    do throws(CodingFault) {
      let cast = try ReplayCast(recording)
      let actor: any AppControllerInterfaceProviding
      if let provider { actor = provider } else { actor = try cast.provider(script, clock) }
      plugin = actor as? PluginProvider
      controller = cast.controller(of: actor, store, clock, startedAt: recording.startedAt)
    } catch {
      throw .badRecording("\(recording.name): \(error)")
    }
    controller.observers.append(stage)
    stage.addHooks(to: controller)
  }

  /// Does everything again, once.
  ///
  /// - Returns: What came of it.
  /// - Throws: ``PluginError`` with the code `ACK2302` for a line that cannot be done again.
  public func run() async throws(PluginError) -> ReplayReport {
    defer { end() }
    for (index, line) in script.recording.lines.enumerated() where script.divergence == nil {
      // At once, as after a machine has slept: whoever is woken looks at the time, and sees what it was.
      if clock.go(to: .microseconds(line.time)) { await settle() }
      if script.isDone(index) { continue }
      do throws(CodingFault) {
        try apply(line, at: index)
      } catch {
        throw .badRecording("\(script.recording.name):\(index + 1): \(error)")
      }
      if script.isOutput(index) { await wait(for: index) } else { script.tick(off: index) }
      await settle()
    }
    return ReplayReport(
      eventCount: script.eventCount, lineCount: script.recording.lineCount, isFinished: script.recording.isFinished,
      divergence: script.divergence
    )
  }

  private func end() {
    script.close()
    for task in tasks.values { task.cancel() }
    controller.terminate()
  }
}

// MARK: - From line to line

extension Replay {
  /// Lets go on whatever can, on the main actor and beside it, before the time does: whoever is about to sleep sleeps then.
  private func settle() async {
    for _ in 0..<20 {
      await Task.yield()
      await Self.turnBesideMainActor()
    }
  }

  @concurrent nonisolated private static func turnBesideMainActor() async {}

  /// Waits until the host has done what a line says.
  private func wait(for index: Int) async {
    func isOver() -> Bool { script.isDone(index) || script.divergence != nil }
    for _ in 0..<10_000 {
      if isOver() { return }
      await Task.yield()
    }
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end {
      if isOver() { return }
      try? await Task.sleep(for: .milliseconds(10))
    }
    if !isOver() { script.miss(index) }
  }

  /// Does what came from outside of the host.
  private func apply(_ line: RecordedLine, at index: Int) throws(CodingFault) {
    switch line.kind {
    case .asked:
      let asked: RecordedInput = try line.read(secrets: script.secrets)
      // What an app's own provider asks for it asks for again.
      if hasOwnProvider, case .request = asked.input { return }
      stage.number = asked.number
      tasks[asked.number] = Task.immediate { [self] in await ask(asked.input) }
    case .withdrawn:
      if let number = try line.read(RecordedNumber.self).input { tasks[number]?.cancel() }
    case .wake:
      if let sequence = try line.read(RecordedNumber.self).question { _ = plugin?.context.wake(sequence) }
    case .tick: plugin?.tick()
    case .destroy: plugin?.end()
    case .changed: store.tell(try line.read(RecordedNumber.self).generation)
    case .recording, .provider, .controller, .wantsTick, .request, .log, .finished: break
    case .stored: script.reach(index)
    case .return, .hooked: break
    case .answered, .event, .hook, .call, .cancel, .load, .replace: break
    }
  }

  /// Asks the controller what somebody has asked it; what it answers goes to the stage.
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
    case .logout(let isForced, let rebuilds): await controller.logout(force: isForced, rebuild: rebuilds)
    case .perform(let action, let isHostAction, let screen):
      guard let screen = self.screen(screen) else { return }
      _ = try? await controller.perform(action, isHostAction: isHostAction, on: screen)
    case .staleAction(let node, let revision): _ = try? await controller.perform(nodeID: node, revision: revision)
    case .apply(let response, let screen):
      guard let screen = self.screen(screen) else { return }
      _ = try? await controller.apply(response, from: screen)
    case .request(let request, let chain): controller.receive(request, chain: chain)
    case .terminate: controller.terminate()
    }
  }

  /// The screen with a number in the live tree; where there is none, the replay has come to something else.
  private func screen(_ number: Int) -> ScreenController? {
    let screens = controller.screens
    if screens.indices.contains(number) { return screens[number] }
    script.diverge(at: nil, expected: "a screen with the number \(number)", found: "\(screens.count) screens")
    return nil
  }
}

/// Who takes part in a recording: the controller and its provider, as they were.
@MainActor
struct ReplayCast {
  private let recording: Recording
  private let controller: RecordedController

  init(_ recording: Recording) throws(CodingFault) {
    self.recording = recording
    guard let line = recording.lines.first(where: { $0.kind == .controller }) else {
      throw CodingFault("has no controller; nothing was recorded of one")
    }
    controller = try line.read()
  }

  /// A provider that answers as the recorded one did.
  func provider(
    _ script: ReplayScript, _ clock: ReplayClock
  ) throws(CodingFault) -> any AppControllerInterfaceProviding {
    guard let line = recording.lines.first(where: { $0.kind == .provider }) else {
      throw CodingFault("has the app's own provider; give it to Replay(_:provider:)")
    }
    do {
      if line.content.contains(where: { $0.name == "storyboard" }) {
        return try line.read(RecordedStoryboard.self).provider()
      }
      let library: RecordedLibrary = try line.read()
      return try PluginProvider(deadline: library.deadline, clock: clock) { _ in
        RecordedEndpoint(library.identity, script)
      }
    } catch let fault as CodingFault {
      throw fault
    } catch {
      throw CodingFault("has a provider that cannot be had: \((error as? any ExplainedError)?.what ?? "\(error)")")
    }
  }

  /// A controller that is set up as the recorded one was.
  func controller(
    of provider: any AppControllerInterfaceProviding, _ store: ReplayedStore, _ clock: ReplayClock, startedAt: Int64
  ) -> AppController {
    let controller = AppController(
      interfaceProvider: provider, providerID: self.controller.provider, sessionStore: store, clock: clock,
      wallClock: { (startedAt + clock.now.offset.microseconds) / 1_000_000 }
    )
    controller.followsSessionStore = self.controller.followsStore
    controller.providerDeadline = self.controller.providerDeadline
    controller.handlerDeadline = self.controller.handlerDeadline
    return controller
  }
}

/// What came of a replay.
public struct ReplayReport: Sendable, Equatable {
  /// Where the host did something else than what is recorded.
  public struct Divergence: Sendable, Equatable {
    /// The line of the recording, counting from 1; `nil` when the host did more than what is recorded.
    public let line: Int?
    /// What is recorded.
    public let expected: String
    /// What the host did.
    public let found: String
  }

  /// How many events were the same.
  public let eventCount: Int
  /// How many lines the recording has.
  public let lineCount: Int
  /// Whether the recording goes to its end.
  public let isFinished: Bool
  /// Where the host did something else; `nil` when it did the same.
  public let divergence: Divergence?

  /// Checks that the host did the same.
  ///
  /// - Throws: ``PluginError`` with the code `ACK2304`, the line and both sides.
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
