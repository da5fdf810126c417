internal import AppControllerKit

/// Watches the controller of a replay, and stands for the app's own handlers.
///
/// Isolation: the main actor.
@MainActor
final class ReplayStage: ControllerJournal {
  /// The number of what is asked next.
  var number = 0
  private var lastEvent = 0
  private let script: ReplayScript

  init(_ script: ReplayScript) { self.script = script }

  func isAsked(_ input: ControllerInput) -> Int { number }

  func answers(_ number: Int, _ outcome: String) {
    script.take(
      .answer(Int64(number)), .answered, .members(["input": .number(number), "outcome": .string(outcome)]))
  }

  func happens(_ event: ControllerEvent) {
    lastEvent += 1
    script.take(.events, .event, JSONValue(event, number: lastEvent))
  }

  func isWithdrawn(_ number: Int) {}
  func calls(_ hook: HookCall) {}
  func returns(_ hook: HookCall, objection: String?) {}
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
    let calls = Set(lines.compactMap { try? $0.object.hookCall() })
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
    guard let call = script.take(.hooks, .hook, JSONValue(hook)),
      let reply = script.line(after: call, .hooked, where: "hooks", "name")
    else { return nil }
    await script.arrival(at: reply)
    return try? script.recording.lines[reply].object.text("objection")
  }
}
