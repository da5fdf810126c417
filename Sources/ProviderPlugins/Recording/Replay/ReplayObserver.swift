internal import AppControllerJSON
internal import AppControllerKit
internal import Synchronization

/// Observes the controller of a replay, and takes the place of the app's own handlers.
///
/// Isolation: the main actor.
@MainActor
final class ReplayObserver: ControllerObserver {
  var number = 0
  private var numbers: [Int: Int] = [:]
  private var lastEvent = 0
  private let script: ReplayScript
  private let store: ReplayedStore

  init(_ script: ReplayScript, _ store: ReplayedStore) { (self.script, self.store) = (script, store) }

  func observe(_ observation: ControllerObservation) {
    script.noteActivity()
    switch observation {
    case .requestReceived(_, let own): numbers[own] = number
    case .requestAnswered(let own, let outcome):
      let number = numbers[own] ?? 0
      script.match(.answer(number), .answered, RecordedText(input: number, outcome: outcome))
    case .eventEmitted(let event) where event.isReplayed:
      lastEvent += 1
      script.match(.events, .event, members: JSONValue.members(of: event, number: lastEvent))
    case .store(let observation): store.observe(observation)
    case .eventEmitted, .requestWithdrawn, .hookCalled, .hookReturned, .stepBegan, .operationEnded: break
    }
  }
}

// MARK: - The app's handlers

extension ReplayObserver {
  private struct Objection: Error, CustomStringConvertible {
    let description: String
  }

  func addHooks(to controller: AppController) {
    let lines = script.recording.lines.filter { $0.kind == .hook }
    let calls = Set(lines.compactMap { try? $0.read(RecordedHook.self).call })
    for number in Set(calls.map(\.hooks)).sorted() {
      func has(_ name: HookCall.Name, _ target: AppController.State? = nil) -> Bool {
        calls.contains { $0.hooks == number && $0.name == name && (target == nil || $0.target == target) }
      }
      var hooks = TransitionHooks()
      if has(.should) { hooks.shouldTransition = { [self] in try await call(HookCall(number, .should, $0)) } }
      if has(.will, .loggedIn) {
        hooks.willLogin = { [self] _ in try await call(HookCall(number, .will, .loggedIn)) }
      }
      if has(.did, .loggedIn) { hooks.didLogin = { [self] _ in try await call(HookCall(number, .did, .loggedIn)) } }
      if has(.will, .loggedOut) {
        hooks.willLogout = { [self] _ in try await call(HookCall(number, .will, .loggedOut)) }
      }
      if has(.did, .loggedOut) { hooks.didLogout = { [self] _ in try await call(HookCall(number, .did, .loggedOut)) } }
      if has(.didAbort) {
        hooks.didAbort = { [self] target, _ in _ = await objection(HookCall(number, .didAbort, target)) }
      }
      controller.addHooks(hooks)
    }
  }

  private func call(_ hook: HookCall) async throws {
    if let objection = await objection(hook) { throw Objection(description: objection) }
  }

  /// Returned at the time of the handler's recorded return.
  private func objection(_ hook: HookCall) async -> String? {
    guard let call = script.match(.hooks, .hook, RecordedHook(call: hook)),
      let reply = script.line(after: call, .hooked, where: "hooks", "name")
    else { return nil }
    await script.arrival(at: reply)
    return (try? script.read(at: reply) as RecordedHook)?.objection
  }
}

final class ReplayedStore: SessionStore {
  private let script: ReplayScript
  private let (changes, continuation) = AsyncStream.makeStream(of: UInt64?.self)
  /// The controller has announced these calls, and not made them yet.
  @MainActor private var calls: [Int] = []
  /// The controller has not received these changes.
  @MainActor private var unheardCount = 0
  private let isFollowed = Mutex(false)

  init(_ script: ReplayScript) { self.script = script }

  @MainActor func load(for providerID: String) async throws -> SessionRecord { try await answer(.load) }

  @MainActor func replace(
    for providerID: String, with session: Session?, ifGeneration generation: UInt64?
  ) async throws -> SessionRecord {
    try await answer(.replace)
  }

  func changes(for providerID: String) -> AsyncStream<UInt64?>? {
    isFollowed.withLock { $0 = true }
    continuation.onTermination = { [weak self] _ in self?.isFollowed.withLock { $0 = false } }
    return changes
  }

  @MainActor var hasUnheardChange: Bool { unheardCount > 0 && isFollowed.withLock { $0 } }

  @MainActor func notifyChange(_ generation: UInt64?) {
    unheardCount += 1
    continuation.yield(generation)
  }

  @MainActor func observe(_ observation: StoreObservation) {
    switch observation {
    case .called(let call, let number):
      let line = script.match(.store, call.kind, RecordedStoreCall(call, number: number))
      if let line { calls.append(line) }
    case .returned(let answer, let number):
      script.match(.storeAnswers, .stored, RecordedStoreAnswer(answer, number: number))
    case .hasChanged(let generation):
      unheardCount -= 1
      script.match(.storeChanges, .changed, RecordedNumber(generation: generation))
    }
  }

  @MainActor private func answer(_ kind: RecordedLine.Kind) async throws -> SessionRecord {
    guard let place = calls.firstIndex(where: { script.recording.lines[$0].kind == kind }),
      let reply = script.line(after: calls.remove(at: place), .stored, where: "call")
    else { throw CancellationError() }
    await script.arrival(at: reply)
    if script.divergence != nil { throw CancellationError() }
    let answer: RecordedStoreAnswer = try script.read(at: reply)
    if let error = answer.error { throw error.error }
    guard let record = answer.record else { throw CancellationError() }
    return record.record
  }
}
