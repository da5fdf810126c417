import AppControllerKit

/// The hooks of an app, each of which waits for the simulation, and the count of those that have to be ended.
@MainActor
final class HookLedger {
  /// Whether the `will` of a set of hooks was called, and neither its `did` nor its `didAbort`.
  private var open: [Bool] = []
  private(set) var broken: String?

  private static let count = 9

  var isBalanced: Bool { !open.contains(true) }

  /// Adds the app's own handlers, which wait, and further sets of hooks, which may hang.
  func add(
    to controller: AppController, _ wait: @escaping @MainActor (String) async throws -> Void,
    orHang hang: @escaping @MainActor (String) async throws -> Void
  ) {
    open = Array(repeating: false, count: Self.count)
    controller.shouldTransitionHandler = { _ in try await wait("may it") }
    controller.willLoginHandler = { [self] _ in
      begin(0)
      try await wait("will log in")
    }
    controller.willLogoutHandler = { [self] _ in
      begin(0)
      try await wait("will log out")
    }
    controller.didLoginHandler = { [self] in
      end(0)
      try await wait("did log in")
    }
    controller.didLogoutHandler = { [self] in
      end(0)
      try await wait("did log out")
    }
    controller.didAbortHandler = { [self] _ in end(0) }
    for index in 1..<Self.count { controller.addHooks(hooks(index, hang)) }
  }

  private func hooks(_ index: Int, _ hang: @escaping @MainActor (String) async throws -> Void) -> TransitionHooks {
    var hooks = TransitionHooks()
    hooks.willLogin = { [self] _ in
      begin(index)
      try await hang("hook \(index) before a login")
    }
    hooks.willLogout = { [self] _ in
      begin(index)
      try await hang("hook \(index) before a logout")
    }
    hooks.didLogin = { [self] _ in end(index) }
    hooks.didLogout = { [self] _ in end(index) }
    hooks.didAbort = { [self] _, _ in end(index) }
    return hooks
  }

  private func begin(_ index: Int) {
    if open[index] { broken = "hook \(index) is told twice what will be" }
    open[index] = true
  }

  private func end(_ index: Int) {
    if !open[index] { broken = "hook \(index) is told what was not announced" }
    open[index] = false
  }
}
