// What the app is asked and told around a transition.
extension OperationRun {
  func askForVeto(_ hook: Int) async throws {
    guard let should = hooks[hook].shouldTransition else { return }
    begin(.should, hook)
    var reason: String?
    do { reason = try await should(state) } catch { reason = "\(error)" }
    end(.should, hook, objection: reason)
    if let reason { throw Veto(reason: reason) }
  }

  func callWill(_ hook: Int) async throws {
    guard let target, let will = hooks[hook].will(state) else { return }
    try await call(.will, hook) { try await will(target) }
  }

  func callDid(_ hook: Int) async throws {
    guard let did = hooks[hook].did(state) else { return }
    try await call(.did, hook) { try await did(report) }
  }

  func callDidAbort(_ hook: Int) async {
    guard let didAbort = hooks[hook].didAbort else { return }
    begin(.didAbort, hook)
    await didAbort(state, reason?.error)
    end(.didAbort, hook)
  }

  private func call(_ name: HookCall.Name, _ hook: Int, _ body: () async throws -> Void) async throws {
    begin(name, hook)
    do {
      try await body()
      end(name, hook)
    } catch {
      end(name, hook, objection: "\(error)")
      throw error
    }
  }

  private func begin(_ name: HookCall.Name, _ hook: Int) {
    controller.journal?.calls(HookCall(hook, name, state))
  }

  private func end(_ name: HookCall.Name, _ hook: Int, objection: String? = nil) {
    controller.journal?.returns(HookCall(hook, name, state), objection: objection)
  }
}
