internal import AppControllerJSON
public import AppControllerKit
import Glibc
import Synchronization

/// Records the exchanges between an app, its controller, a provider and the store in a file, as JSON lines.
///
/// ```swift
/// let recorder = try ProviderRecorder(path: "trace.jsonl")
/// loader.recorder = recorder
/// let controller = AppController(interfaceProvider: try loader.load(id: "com.example.kitty"), sessionStore: store)
/// recorder.record(controller)
/// ```
///
/// It records the first controller and the first provider. Each line is written before its event has effects, so that
/// the file contains everything before a crash. Secrets are never written: a number replaces each secret, and equal
/// secrets have the same number. Where a text of the provider contains a secret of at least four bytes, `(secret)`
/// replaces it. All other descriptions of the provider, and the values of all other inputs, are recorded unchanged.
///
/// ``Replay`` repeats the recording without the provider.
public final class ProviderRecorder: Sendable {
  private struct State: ~Copyable {
    /// `nil` for a recording in memory.
    var file: RecordingFile?
    var lines: [RecordedLine] = []
    var failure: PluginError?
    var lastEvent = 0
    var hasProvider = false
    var hasController = false
    var isFinished = false
  }

  let secrets = SecretNumbers()
  private let state: Mutex<State>
  /// The start time, in microseconds since 1970-01-01T00:00:00Z.
  let startedAt: Int64
  private let now: @Sendable () -> Duration

  var elapsed: Duration { now() }

  /// The lines of a recording in memory so far.
  var lines: [RecordedLine] { state.withLock { $0.lines } }

  /// Begins a recording.
  ///
  /// - Parameter path: The path of the file, which only its owner may read. An existing recording is replaced; any
  ///   other existing file is an error and stays unchanged. A pipe or a terminal is written to.
  /// - Throws: ``PluginError`` with the code `ACK2303` when the file cannot be written.
  public convenience init(path: String) throws(PluginError) {
    let (startedAt, now) = Self.clock
    try self.init(path: path, startedAt: startedAt, now: now)
  }

  package init() {
    state = Mutex(State())
    (startedAt, now) = Self.clock
    write(.recording, RecordedStart(version: Recording.version, startedAt: startedAt))
  }

  private static var clock: (startedAt: Int64, now: @Sendable () -> Duration) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let (start, clock) = (ContinuousClock.now, ContinuousClock())
    return (Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000, { clock.now - start })
  }

  /// `now` is the time since the start, `startedAt` in microseconds since 1970; throws `ACK2303` when the file cannot
  /// be written.
  init(path: String, startedAt: Int64, now: @escaping @Sendable () -> Duration) throws(PluginError) {
    state = Mutex(State(file: try RecordingFile(path: path)))
    (self.startedAt, self.now) = (startedAt, now)
    write(.recording, RecordedStart(version: Recording.version, startedAt: startedAt))
  }

  /// Ends the recording; later events are not written.
  ///
  /// A recording whose process ended first has no end, and can be replayed up to its last line.
  ///
  /// - Throws: ``PluginError`` with the code `ACK2303` when a line could not be written.
  public func finish() throws(PluginError) {
    write(.finished)
    let failure = state.withLock { state in
      state.isFinished = true
      return state.failure
    }
    if let failure { throw failure }
  }

  /// For a recording in memory, which is ended; throws `ACK2303` when it cannot be written.
  package func save(to path: String) throws(PluginError) {
    try finish()
    var file = try RecordingFile(path: path)
    for line in lines { try file.write(line.bytes) }
  }

  /// After a failure no more lines are written, because a recording with a gap would be replayed wrongly.
  func write(_ kind: RecordedLine.Kind, _ content: some Coded = RecordedNumber()) {
    write(kind, members: secrets.members(of: content))
  }

  private func write(_ kind: RecordedLine.Kind, members: @autoclosure () -> [JSONValue.Member]) {
    state.withLock { state in
      guard state.failure == nil, !state.isFinished else { return }
      // The time is read inside the lock, so that the lines are in the order of their times.
      let members = secrets.redacted(members())
      let time = kind == .recording ? 0 : now().microseconds
      let line = RecordedLine(time: time, kind: kind, content: members)
      if state.file == nil { state.lines.append(line) }
      do throws(PluginError) { try state.file?.write(line.bytes) } catch { state.failure = error }
    }
  }
}

// MARK: - The controller

extension ProviderRecorder {
  /// Records a controller from now on; call it before the controller is installed.
  ///
  /// - Parameter controller: A controller whose provider is a storyboard, or a plugin that was loaded with this
  ///   recorder. A recording with any other provider can only be replayed with that provider.
  @MainActor
  public func record(_ controller: AppController) {
    let isFirst = state.withLock { state in
      defer { state.hasController = true }
      return !state.hasController
    }
    guard isFirst else { return }
    if let provider = controller.interfaceProvider as? StoryboardProvider {
      write(.provider, RecordedStoryboard(provider))
    }
    write(
      .controller,
      RecordedController(
        provider: controller.providerID, followsStore: controller.followsSessionStore,
        providerDeadline: controller.providerDeadline, handlerDeadline: controller.handlerDeadline))
    controller.addObserver(self)
  }
}

extension ProviderRecorder: ControllerObserver {
  package func observe(_ observation: ControllerObservation) {
    switch observation {
    case .requestReceived(let input, let number): write(.asked, RecordedInput(number: number, input: input))
    case .requestAnswered(let number, let outcome): write(.answered, RecordedText(input: number, outcome: outcome))
    case .requestWithdrawn(let number): write(.withdrawn, RecordedNumber(input: number))
    case .eventEmitted(let event): if event.isReplayed { recordEvent(event) }
    case .hookCalled(let hook): write(.hook, RecordedHook(call: hook))
    case .hookReturned(let hook, let objection): write(.hooked, RecordedHook(call: hook, objection: objection))
    case .store(.called(let call, let number)): write(call.kind, RecordedStoreCall(call, number: number))
    case .store(.returned(let answer, let number)): write(.stored, RecordedStoreAnswer(answer, number: number))
    case .store(.hasChanged(let generation)): write(.changed, RecordedNumber(generation: generation))
    // The state machine of a replay takes the same steps by itself.
    case .stepBegan, .operationEnded: break
    }
  }

  private func recordEvent(_ event: ControllerEvent) {
    let number = state.withLock { state in
      state.lastEvent += 1
      return state.lastEvent
    }
    write(.event, members: JSONValue.members(of: event, number: number))
  }
}

extension ControllerEvent {
  /// Whether the event is recorded: the user's changes of the live tree bypass the controller, and cannot be replayed.
  var isReplayed: Bool {
    switch kind {
    // A replayed provider has no process that could end.
    case .changed, .providerEnded: false
    case .snapshot, .launching, .installed, .installationFailed, .requested, .began, .prepared, .exchanged,
      .sessionUpdated, .sessionExpired, .sessionChangedElsewhere, .completed, .vetoed, .failed, .stopped, .staleAction,
      .terminated:
      true
    }
  }
}

// MARK: - The library

extension ProviderRecorder {
  /// Only the first instance is recorded; returns whether this one is.
  func begin(_ identity: ProviderIdentity, deadline: Duration?) -> Bool {
    let isFirst = state.withLock { state in
      defer { state.hasProvider = true }
      return !state.hasProvider
    }
    if isFirst { write(.provider, RecordedLibrary(identity: identity, deadline: deadline)) }
    return isFirst
  }

  func recordCall(_ call: ProviderCall) { write(.call, call) }

  func recordReturn(_ call: ProviderCall, _ reply: ProviderReply) {
    write(.return, RecordedReply(question: call.sequence, reply: reply))
  }

  func recordFailure(_ call: ProviderCall, _ error: any Error) {
    write(.return, RecordedReply(question: call.sequence, error: RecordedError(error)))
  }

  func recordNotification(_ kind: RecordedLine.Kind, _ sequence: UInt64? = nil) {
    write(kind, RecordedNumber(question: sequence))
  }

  func recordRequest(_ request: ControllerRequest) { write(.request, request) }

  func recordLog(_ level: LogLevel, _ text: String) { write(.log, RecordedText(level: "\(level)", text: text)) }
}
