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
  /// Called first to decide whether a transition may happen; throwing vetoes it, and a ``Veto`` says why.
  ///
  /// A forced logout does not call it.
  public var shouldTransition: (@MainActor (_ target: AppController.State) async throws -> Void)?
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

  func will(_ state: AppController.State) -> (@MainActor (InterfaceController) async throws -> Void)? {
    state == .loggedIn ? willLogin : willLogout
  }

  func did(_ state: AppController.State) -> (@MainActor (TransitionReport) async throws -> Void)? {
    state == .loggedIn ? didLogin : didLogout
  }
}

/// A reason against a transition, which a `shouldTransition` function throws.
///
/// ```swift
/// controller.shouldTransitionHandler = { target in
///   if target == .loggedOut, draft.isUnsaved { throw Veto("the draft is not saved") }
/// }
/// ```
public struct Veto: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, which is in the outcome of the request.
  public let reason: String

  /// Makes a veto.
  public init(_ reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}

/// Identifies hooks that were added to a controller.
public struct HookToken: Sendable, Hashable {
  fileprivate let number: Int
}

struct HookList {
  private var entries: [(token: HookToken, hooks: TransitionHooks)] = []
  private var last = 0

  var hooks: [TransitionHooks] { entries.map(\.hooks) }

  mutating func add(_ hooks: TransitionHooks) -> HookToken {
    last += 1
    let token = HookToken(number: last)
    entries.append((token, hooks))
    return token
  }

  mutating func remove(_ token: HookToken) { entries.removeAll { $0.token == token } }
}
