internal import AppControllerJSON
internal import AppControllerKit
internal import Synchronization

/// The app in a replay: its store, its handlers, and the observer of its controller.
final class ReplayedApp: SessionStore {
  private let script: ReplayScript
  private let (changes, continuation) = AsyncStream.makeStream(of: UInt64?.self)
  private let isFollowed = Mutex(false)
  /// The recorded number of the request that is made next.
  @MainActor var number = 0
  /// The recorded numbers of the requests, by those of the controller.
  @MainActor private var numbers: [Int: Int] = [:]
  /// The controller has announced these calls of the store, and not made them yet.
  @MainActor private var calls: [Int] = []
  /// The controller has not received these changes of the store.
  @MainActor private var unheardCount = 0

  init(_ script: ReplayScript) { self.script = script }
}

extension ReplayedApp: ControllerObserver {
  func observe(_ observation: ControllerObservation) {
    script.noteActivity()
    switch observation {
    case .requestReceived(_, let own): numbers[own] = number
    case .requestAnswered(let own, let outcome):
      script.match(.requestAnswered(number: numbers[own] ?? 0, outcome: outcome))
    case .eventEmitted, .store(.returned): script.match(observation)
    case .store(.called): if let line = script.match(observation) { calls.append(line) }
    case .store(.hasChanged):
      unheardCount -= 1
      script.match(observation)
    // A handler matches its call by itself.
    case .requestWithdrawn, .hookCalled, .hookReturned, .stepBegan, .operationEnded: break
    }
  }
}

// MARK: - The handlers

extension ReplayedApp {
  @MainActor func addHooks(to controller: AppController) {
    let calls = Set(
      script.recording.lines.filter { $0.kind == .hook }.compactMap { line in
        try? HookCall(
          line.member("hooks", .integer()), line.member("name", .word(.did)), line.member("target", .word(.loggedOut)))
      })
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
        hooks.didAbort = { [self] target, _ in try? await call(HookCall(number, .didAbort, target)) }
      }
      controller.addHooks(hooks)
    }
  }

  /// Returns at the time of the handler's recorded return.
  @MainActor private func call(_ hook: HookCall) async throws {
    guard let call = script.match(.hookCalled(hook)),
      let reply = script.line(after: call, .hooked, where: "hooks", "name")
    else { return }
    await script.arrival(at: reply)
    let objection = try? script.recording.lines[reply].member("objection", .optional(.sentence))
    if let objection { throw ReplayedError(description: objection) }
  }
}

// MARK: - The store

extension ReplayedApp {
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

  @MainActor private func answer(_ kind: RecordedLine.Kind) async throws -> SessionRecord {
    guard let place = calls.firstIndex(where: { script.recording.lines[$0].kind == kind }),
      let reply = script.line(after: calls.remove(at: place), .stored, where: "call")
    else { throw CancellationError() }
    await script.arrival(at: reply)
    if script.divergence != nil { throw CancellationError() }
    let line = script.recording.lines[reply]
    let record: SessionRecord? = try line.member("record", .optional(.object()), secrets: script.secrets)
    let error: RecordedError? = try line.member("error", .optional(.object()))
    if let error { throw error.error }
    guard let record else { throw CancellationError() }
    return record
  }
}
