internal import AppControllerJSON
internal import AppControllerKit

/// Watches the controller of a replay, and stands for the app's own handlers.
///
/// Isolation: the main actor.
@MainActor
final class ReplayStage: ControllerObserver {
  /// The number of what is asked next, as the recording has it.
  var number = 0
  /// The recording's numbers, by those of the controller.
  private var numbers: [Int: Int] = [:]
  private var lastEvent = 0
  private let script: ReplayScript
  private let store: ReplayedStore

  init(_ script: ReplayScript, _ store: ReplayedStore) { (self.script, self.store) = (script, store) }

  func observe(_ observation: ControllerObservation) {
    switch observation {
    case .isAsked(_, let own): numbers[own] = number
    case .hasAnswered(let own, let outcome):
      let number = numbers[own] ?? 0
      script.take(.answer(number), .answered, RecordedText(input: number, outcome: outcome))
    case .happens(let event) where event.isReplayed:
      lastEvent += 1
      script.take(.events, .event, members: JSONValue.members(of: event, number: lastEvent))
    case .store(let observation): store.observe(observation)
    case .happens, .isWithdrawn, .calls, .hasCalled, .begins, .ends: break
    }
  }
}

// MARK: - The app's handlers

extension ReplayStage {
  /// What a handler said against a transition.
  private struct Objection: Error, CustomStringConvertible {
    let description: String
  }

  /// Adds a hook for every handler that is called in the recording.
  func addHooks(to controller: AppController) {
    let lines = script.recording.lines.filter { $0.kind == .hook }
    let calls = Set(lines.compactMap { try? $0.read(RecordedHook.self).call })
    for number in Set(calls.map(\.hooks)).sorted() {
      func has(_ name: HookCall.Name, _ target: AppController.State? = nil) -> Bool {
        calls.contains { $0.hooks == number && $0.name == name && (target == nil || $0.target == target) }
      }
      var hooks = TransitionHooks()
      if has(.should) { hooks.shouldTransition = { [self] in await objection(HookCall(number, .should, $0)) } }
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

  /// What the handler said against it, when it has returned.
  private func objection(_ hook: HookCall) async -> String? {
    guard let call = script.take(.hooks, .hook, RecordedHook(call: hook)),
      let reply = script.line(after: call, .hooked, where: "hooks", "name")
    else { return nil }
    await script.arrival(at: reply)
    return (try? script.read(at: reply) as RecordedHook)?.objection
  }
}
