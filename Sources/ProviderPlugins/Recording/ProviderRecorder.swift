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
    /// The kinds of lines of which only the first is recorded.
    var begun: Set<RecordedLine.Kind> = []
    var isFinished = false
  }

  let secrets = SecretNumbers()
  private let state: Mutex<State>
  /// The start time, in microseconds since 1970-01-01T00:00:00Z.
  let startedAt: Int64
  private let now: @Sendable () -> Duration
  @MainActor private var lastEvent = 0

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

  package convenience init() {
    let (startedAt, now) = Self.clock
    self.init(nil, startedAt: startedAt, now: now)
  }

  private static var clock: (startedAt: Int64, now: @Sendable () -> Duration) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let (start, clock) = (ContinuousClock.now, ContinuousClock())
    return (Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000, { clock.now - start })
  }

  /// `now` is the time since the start, `startedAt` in microseconds since 1970; throws `ACK2303` when the file cannot
  /// be written.
  convenience init(path: String, startedAt: Int64, now: @escaping @Sendable () -> Duration) throws(PluginError) {
    self.init(try RecordingFile(path: path), startedAt: startedAt, now: now)
  }

  private init(_ file: consuming RecordingFile?, startedAt: Int64, now: @escaping @Sendable () -> Duration) {
    state = Mutex(State(file: file))
    (self.startedAt, self.now) = (startedAt, now)
    write(.recording, ["version": .number(Recording.version), "startedAt": .number(startedAt)])
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
  func write(
    _ kind: RecordedLine.Kind, _ members: KeyValuePairs<String, JSONValue?> = [:], _ value: (any Coded)? = nil
  ) {
    write(kind, content: secrets.members(members, value))
  }

  private func write(_ kind: RecordedLine.Kind, content: @autoclosure () -> [JSONValue.Member]) {
    state.withLock { state in
      guard state.failure == nil, !state.isFinished else { return }
      // The time is read inside the lock, so that the lines are in the order of their times.
      let content = secrets.redacted(content())
      let time = kind == .recording ? 0 : now().microseconds
      let line = RecordedLine(time: time, kind: kind, content: content)
      if state.file == nil { state.lines.append(line) }
      do throws(PluginError) { try state.file?.write(line.bytes) } catch { state.failure = error }
    }
  }

  private func begins(_ kind: RecordedLine.Kind) -> Bool { state.withLock { $0.begun.insert(kind).inserted } }
}

// MARK: - The controller

extension ProviderRecorder: ControllerObserver {
  /// Records a controller from now on; call it before the controller is installed.
  ///
  /// - Parameter controller: A controller whose provider is a storyboard, or a plugin that was loaded with this
  ///   recorder. A recording with any other provider can only be replayed with that provider.
  @MainActor
  public func record(_ controller: AppController) {
    guard begins(.controller) else { return }
    if let provider = controller.interfaceProvider as? StoryboardProvider {
      write(.provider, provider.members(secrets))
    }
    write(
      .controller,
      [
        "provider": .string(controller.providerID), "followsStore": .bool(controller.followsSessionStore),
        "providerDeadline": .number(controller.providerDeadline?.microseconds),
        "handlerDeadline": .number(controller.handlerDeadline?.microseconds),
      ])
    controller.addObserver(self)
  }

  package func observe(_ observation: ControllerObservation) {
    // Nothing more is written, so no more secrets are numbered and kept.
    guard state.withLock({ $0.failure == nil && !$0.isFinished }),
      let (kind, content) = observation.line(eventNumber: lastEvent + 1, secrets)
    else { return }
    if kind == .event { lastEvent += 1 }
    write(kind, content: content)
  }
}

// MARK: - The library

extension ProviderRecorder {
  /// Only the first instance is recorded; returns whether this one is.
  func begin(_ identity: ProviderIdentity, deadline: Duration?) -> Bool {
    let isFirst = begins(.provider)
    if isFirst { write(.provider, identity.members(deadline: deadline)) }
    return isFirst
  }

  func recordLog(_ level: LogLevel, _ text: String) {
    write(.log, ["level": .string("\(level)"), "text": .string(text)])
  }
}
