/// Functions that are called around a transition, for parts of an app that take part in it.
///
/// An app's own handlers are ``AppController/willLoginHandler`` and its siblings, one of each. An app can have any
/// number of hooks besides. Hooks that belong together are registered together, so that after their `will`, a `did` or
/// `didAbort` of the same hooks is called:
///
/// ```swift
/// var hooks = TransitionHooks()
/// hooks.willLogout = { _ in recorder.pause() }
/// hooks.didLogout = { _ in recorder.discard() }
/// hooks.didAbort = { _, _ in recorder.resume() }
/// let token = controller.addHooks(hooks)
/// ```
public struct TransitionHooks: Sendable {
  /// Called first to decide whether a transition may happen; a returned text is the reason for a veto.
  ///
  /// A forced logout does not call it.
  public var shouldTransition: (@MainActor (_ target: AppController.State) async throws -> String?)?
  /// Called before a login transition with the interface that is coming; throwing gives it up.
  public var willLogin: (@MainActor (_ target: InterfaceController) async throws -> Void)?
  /// Called after a login transition.
  public var didLogin: (@MainActor (_ report: TransitionReport) async throws -> Void)?
  /// Called before a logout transition with the interface that is coming; throwing gives it up, unless it is forced.
  public var willLogout: (@MainActor (_ target: InterfaceController) async throws -> Void)?
  /// Called after a logout transition.
  public var didLogout: (@MainActor (_ report: TransitionReport) async throws -> Void)?
  /// Called instead of a `did` when a transition was given up after its `will`; without an error it was stopped.
  public var didAbort: (@MainActor (_ target: AppController.State, _ error: AppControllerError?) async -> Void)?

  /// Makes hooks without functions.
  public init() {}

  /// Returns the function to call before a transition to a state.
  func will(_ state: AppController.State) -> (@MainActor (InterfaceController) async throws -> Void)? {
    state == .loggedIn ? willLogin : willLogout
  }

  /// Returns the function to call after a transition to a state.
  func did(_ state: AppController.State) -> (@MainActor (TransitionReport) async throws -> Void)? {
    state == .loggedIn ? didLogin : didLogout
  }
}

/// Identifies hooks that were added to a controller.
public struct HookToken: Sendable, Hashable {
  let number: Int
}

extension AppController {
  /// Adds hooks, which are called after those that were added before.
  ///
  /// A transition that is under way does not call them.
  ///
  /// - Returns: A token for removing them.
  @discardableResult
  public func addHooks(_ hooks: TransitionHooks) -> HookToken {
    let token = HookToken(number: number())
    addedHooks.append((token, hooks))
    return token
  }

  /// Removes hooks; a transition that is under way still calls them, so that each `will` is followed by its `did` or
  /// `didAbort`.
  public func removeHooks(_ token: HookToken) {
    addedHooks.removeAll { $0.token == token }
  }

  /// All hooks, in the order of their calls: the app's own handlers are the first.
  var hooks: [TransitionHooks] {
    var own = TransitionHooks()
    own.shouldTransition = shouldTransitionHandler
    own.willLogin = willLoginHandler
    if let handler = didLoginHandler { own.didLogin = { _ in try await handler() } }
    own.willLogout = willLogoutHandler
    if let handler = didLogoutHandler { own.didLogout = { _ in try await handler() } }
    if let handler = didAbortHandler { own.didAbort = { target, _ in await handler(target) } }
    return [own] + addedHooks.map(\.hooks)
  }
}
