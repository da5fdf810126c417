public import AppControllerKit
import Glibc
import Synchronization

/// Writes what happens between an app, its controller, a provider and the store to a file, as JSON lines.
///
/// ```swift
/// let recorder = try ProviderRecorder(path: "trace.jsonl")
/// loader.recorder = recorder
/// let controller = AppController(
///   interfaceProvider: try loader.load(id: "com.example.kitty"), sessionStore: recorder.recording(store))
/// recorder.record(controller)
/// ```
///
/// It is one controller with one provider: those that come first. A line is in the file before what it tells of goes on, so
/// that a crash leaves everything before it. No secret is written: where one was, there is a number, the same for the
/// same secret; and where a text of the provider repeats one of at least four bytes, `(secret)`. What else a provider
/// describes and what is typed into other inputs is there as it is.
///
/// ``Replay`` does all of it again without the provider.
public final class ProviderRecorder: Sendable {
  private struct State: ~Copyable {
    var file: RecordingFile
    var failure: PluginError?
    var lastInput = 0
    var lastStoreCall = 0
    var lastEvent = 0
    var hasProvider = false
    var hasController = false
    var isFinished = false
  }

  let secrets = SecretNumbers()
  private let state: Mutex<State>
  private let now: @Sendable () -> Duration

  /// Begins a recording.
  ///
  /// - Parameter path: A file that is made, only for its owner to read; a recording that is there is replaced, and any other
  ///   file is not. A pipe or a terminal is written to as it is.
  /// - Throws: ``PluginError`` with the code `ACK2303` when it cannot be written.
  public convenience init(path: String) throws(PluginError) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let (start, clock) = (ContinuousClock.now, ContinuousClock())
    try self.init(
      path: path, startedAt: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000, now: { clock.now - start })
  }

  /// Begins a recording of something that has a clock of its own.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - startedAt: When that is, in microseconds since 1970-01-01T00:00:00Z.
  ///   - now: The time since.
  /// - Throws: ``PluginError`` with the code `ACK2303` when it cannot be written.
  init(path: String, startedAt: Int64, now: @escaping @Sendable () -> Duration) throws(PluginError) {
    state = Mutex(State(file: try RecordingFile(path: path)))
    self.now = now
    write(.recording, .members(["version": .int(Recording.version), "startedAt": .int(startedAt)]))
  }

  /// Ends the recording; what happens later is not written.
  ///
  /// A recording that is not ended, because the process was, can be replayed as far as it goes.
  ///
  /// - Throws: ``PluginError`` with the code `ACK2303` when something could not be written.
  public func finish() throws(PluginError) {
    write(.finished, .object([]))
    let failure = state.withLock { state in
      state.isFinished = true
      return state.failure
    }
    if let failure { throw failure }
  }

  /// Writes a line.
  ///
  /// After a failure nothing is written any more: a recording with a gap would be replayed wrongly.
  func write(_ kind: RecordedLine.Kind, _ content: @autoclosure () -> JSONValue) {
    state.withLock { state in
      guard state.failure == nil, !state.isFinished else { return }
      // Under the lock: lines are in the order of their times.
      let members = secrets.redacted(content().objectValue ?? [])
      let time = kind == .recording ? 0 : now().microseconds
      let line = RecordedLine(time: time, kind: kind, content: members)
      do throws(PluginError) { try state.file.write(line.bytes) } catch { state.failure = error }
    }
  }

  private func next(_ last: (inout State) -> Int) -> Int { state.withLock { last(&$0) } }
}

// MARK: - The controller

extension ProviderRecorder {
  /// Records a controller from now on, before it is installed.
  ///
  /// - Parameter controller: A controller whose provider is a plugin that was loaded with this recorder, or a storyboard. A
  ///   recording of any other provider can only be replayed with that provider.
  @MainActor
  public func record(_ controller: AppController) {
    let isFirst = state.withLock { state in
      defer { state.hasController = true }
      return !state.hasController
    }
    guard isFirst else { return }
    if let provider = controller.interfaceProvider as? StoryboardProvider {
      write(.provider, JSONValue(provider))
    }
    write(
      .controller,
      .members([
        "provider": .string(controller.providerID), "followsStore": .bool(controller.followsSessionStore),
        "providerDeadline": controller.providerDeadline.map { .int($0.microseconds) },
        "handlerDeadline": controller.handlerDeadline.map { .int($0.microseconds) },
      ]))
    controller.journal = self
  }

  /// A store that does what another one does, and is recorded.
  public func recording(_ store: any SessionStore) -> any SessionStore { RecordedStore(store, self) }
}

extension ProviderRecorder: ControllerJournal {
  package func isAsked(_ input: ControllerInput) -> Int {
    let number = next { state in
      state.lastInput += 1
      return state.lastInput
    }
    write(.asked, JSONValue(input, number: number, secrets))
    return number
  }

  package func answers(_ number: Int, _ outcome: String) {
    write(.answered, .members(["input": .number(number), "outcome": .string(outcome)]))
  }

  package func isWithdrawn(_ number: Int) { write(.withdrawn, .members(["input": .number(number)])) }

  package func happens(_ event: ControllerEvent) {
    let number = next { state in
      state.lastEvent += 1
      return state.lastEvent
    }
    write(.event, JSONValue(event, number: number))
  }

  package func calls(_ hook: HookCall) { write(.hook, JSONValue(hook)) }

  package func returns(_ hook: HookCall, objection: String?) {
    let members = JSONValue(hook).objectValue ?? []
    write(.hooked, .object(members + (objection.map { [.init("objection", .string($0))] } ?? [])))
  }
}

// MARK: - The library

extension ProviderRecorder {
  /// An instance is made; of the second and those after it nothing is recorded.
  ///
  /// - Returns: Whether it is recorded.
  func begin(_ identity: LibraryIdentity, isIsolated: Bool, deadline: Duration?) -> Bool {
    let isFirst = state.withLock { state in
      defer { state.hasProvider = true }
      return !state.hasProvider
    }
    guard isFirst else { return false }
    write(
      .provider,
      .members([
        "id": .string(identity.id), "version": .string(identity.version), "path": .string(identity.path),
        "abi": .string("\(identity.major).\(identity.minor)"), "isIsolated": .bool(isIsolated),
        "deadline": deadline.map { .int($0.microseconds) },
      ]))
    return true
  }

  func calls(_ question: ProviderQuestion) { write(.call, JSONValue(question, secrets)) }

  func returns(_ question: ProviderQuestion, _ answer: ProviderAnswer) {
    let members = JSONValue(answer, secrets).objectValue ?? []
    write(.return, .object([.init("question", .number(question.sequence))] + members))
  }

  func fails(_ question: ProviderQuestion, _ error: PluginError) {
    write(.return, .members(["question": .number(question.sequence), "error": JSONValue(error: error)]))
  }

  /// A call without an answer.
  func tells(_ kind: RecordedLine.Kind, _ sequence: UInt64? = nil) {
    write(kind, .members(["question": sequence.map { .number($0) }]))
  }

  func asks(_ request: ControllerRequest) { write(.request, JSONValue(request, secrets)) }

  func logs(_ level: LogLevel, _ text: String) {
    write(.log, .members(["level": .string("\(level)"), "text": .string(text)]))
  }
}

// MARK: - The store

extension ProviderRecorder {
  /// A call of the store.
  ///
  /// - Returns: Its number, which the answer names.
  func beginsStoreCall(_ kind: RecordedLine.Kind, _ content: [JSONValue.Member]) -> Int {
    let number = next { state in
      state.lastStoreCall += 1
      return state.lastStoreCall
    }
    write(kind, .object([.init("call", .number(number))] + content))
    return number
  }

  func endsStoreCall(_ number: Int, _ result: JSONValue.Member) {
    write(.stored, .object([.init("call", .number(number)), result]))
  }
}

extension Duration {
  /// The microseconds, rounded down.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
