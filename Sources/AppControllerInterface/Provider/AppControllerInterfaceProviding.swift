/// Describes an app's two interfaces and answers the user's actions.
///
/// It mirrors the protocol of the same name of the iOS pod AppController; interface descriptions replace the pod's view
/// controllers, and an ``AppController/Handle`` replaces the controller. The same class is an in-process provider and,
/// exported, a plugin.
///
/// Isolation: the functions run in the isolation of their caller, which is the main actor in a host and the SDK's own
/// serial actor in a plugin; for one provider, never two run at a time. A function that does not suspend is the
/// fastest; one that suspends blocks nothing else. An error that they throw is reported to the caller, and changes
/// nothing. A class that is isolated to the main actor conforms to ``MainActorInterfaceProviding``.
public protocol AppControllerInterfaceProviding: AnyObject {
  /// The look of the transition to the handle's state. The default is a plain ``TransitionConfiguration``.
  func configuration(for controller: ControllerHandle) async throws -> TransitionConfiguration

  /// The interface for the logged-out state, or for another purpose of the handle.
  func loggedOutInterface(for controller: ControllerHandle) async throws -> InterfaceDescription

  /// Whether there is a logged-out interface for a purpose. The default is that there is one for signing in.
  ///
  /// ``loggedOutInterface(for:)`` describes it for the handle's ``ControllerHandle/purpose``. A host goes on with
  /// signing in where that does as well: see ``AuthenticationPurpose/isServedBySigningIn``.
  func hasInterface(for purpose: AuthenticationPurpose) async -> Bool

  /// The interface for the handle's session.
  func loggedInInterface(for controller: ControllerHandle) async throws -> InterfaceDescription

  /// Whether the first interface is the logged-in one. The default is whether a session is stored.
  func isInitiallyLoggedIn(for controller: ControllerHandle) async throws -> Bool

  /// Answers a user's action. The default supports no action.
  func perform(_ action: InterfaceAction, for controller: ControllerHandle) async throws -> ActionResponse

  /// The interface until the first one is known; `nil`, the default, for the host's own splash.
  func splashInterface(for controller: ControllerHandle) async throws -> InterfaceDescription?

  /// A new description of a pushed or presented screen; `nil`, the default, keeps the current description.
  ///
  /// The host asks for it after ``ControllerHandle/invalidate(screen:)``, and when the user opens the address of a
  /// screen that is not shown; `nil` then means that there is none. The root is a screen with this id.
  func screenInterface(_ id: String, for controller: ControllerHandle) async throws -> InterfaceDescription?

  /// The bytes of a picture that an image of an interface names; `nil`, the default, when there is none.
  ///
  /// The picture is a PNG of at most 256 KiB and 1024 by 1024 pixels, not interlaced. The host asks for each name once
  /// per subject, so a changed picture needs another name. It asks before it shows the interface, and waits for at most
  /// five seconds. An image without its picture shows its alternative text.
  func asset(_ name: String, for controller: ControllerHandle) async throws -> [UInt8]?

  /// A session has ended, after a logout or after a login as another subject; revoke its credentials here.
  ///
  /// The interface that follows it is installed already. The default does nothing.
  func sessionEnded(_ session: Session, for controller: ControllerHandle) async throws

  /// A session whose secret is valid for longer than that of the stored one; ``SessionRefresh/unsupported`` is the
  /// default.
  ///
  /// The host asks for it shortly before ``Session/secretExpiresAt``, and when an app or a program reports that the
  /// secret was refused. Of all processes with this session, only one asks at a time: it reads the stored session
  /// directly before the question, and stores the answer before another process asks. So a refresh token may be valid
  /// for a single use.
  ///
  /// - Throws: An error when the provider cannot tell whether the session is still valid, such as without a network;
  ///   the session is kept.
  func refresh(_ session: Session, for controller: ControllerHandle) async throws -> SessionRefresh

  /// A credential for a program, in the place of the session's secret; `nil`, the default, leaves the program to the
  /// host, which may give it the session's secret.
  ///
  /// It is for a provider whose server exchanges tokens: the program gets one that is good for its host alone, ends
  /// soon, or may do less. The secret of the handle's session is accepted, as far as is known. The host keeps no
  /// credential, and asks again whenever a program does.
  ///
  /// - Throws: An error when there is none now, or the program may not have one; it gets nothing then.
  func credential(_ request: CredentialRequest, for controller: ControllerHandle) async throws -> Credential?

  /// An event has happened. The default does nothing.
  func notify(_ event: ProviderEvent, for controller: ControllerHandle) async

  /// One of the provider's screens has been shown to the user, covered, or left; the pod's world has `viewDidAppear`
  /// and `viewWillDisappear`. The default does nothing.
  ///
  /// It is called after the change, and first for the screen that was in front before. A screen that is left is not
  /// covered before. The splash is not reported, nor is a description that takes the place of another of the same id.
  func screenDidChange(_ id: String, to appearance: ScreenAppearance, for controller: ControllerHandle) async
}

extension AppControllerInterfaceProviding {
  /// The default configuration.
  public func configuration(for controller: ControllerHandle) async throws -> TransitionConfiguration {
    TransitionConfiguration()
  }

  /// Signing in is the only purpose.
  public func hasInterface(for purpose: AuthenticationPurpose) async -> Bool { purpose == .signIn }

  /// Whether a session is stored.
  public func isInitiallyLoggedIn(for controller: ControllerHandle) async throws -> Bool {
    controller.session != nil
  }

  /// Supports no action.
  public func perform(
    _ action: InterfaceAction, for controller: ControllerHandle
  ) async throws -> ActionResponse {
    throw AppControllerError.unsupported(action.name)
  }

  /// Leaves the splash to the host.
  public func splashInterface(for controller: ControllerHandle) async throws -> InterfaceDescription? { nil }

  /// Leaves every screen as it is.
  public func screenInterface(
    _ id: String, for controller: ControllerHandle
  ) async throws -> InterfaceDescription? { nil }

  /// Has no pictures.
  public func asset(_ name: String, for controller: ControllerHandle) async throws -> [UInt8]? { nil }

  /// Does nothing.
  public func sessionEnded(_ session: Session, for controller: ControllerHandle) async throws {}

  /// Renews no session.
  public func refresh(_ session: Session, for controller: ControllerHandle) async throws -> SessionRefresh {
    .unsupported
  }

  /// Gives no credentials.
  public func credential(
    _ request: CredentialRequest, for controller: ControllerHandle
  ) async throws -> Credential? { nil }

  /// Does nothing.
  public func notify(_ event: ProviderEvent, for controller: ControllerHandle) async {}

  /// Does nothing.
  public func screenDidChange(
    _ id: String, to appearance: ScreenAppearance, for controller: ControllerHandle
  ) async {}
}

extension AppControllerError {
  /// The error for an action that a provider does not support.
  public static func unsupported(_ action: String) -> AppControllerError {
    AppControllerError(
      .unsupportedAction,
      what: "the provider does not do the action \"\(action)\"",
      why: "its perform function has no case for it",
      fix: "correct the action's name in the description, or answer it in perform"
    )
  }

  /// The error for a purpose that a provider has no logged-out interface for.
  public static func unsupported(_ purpose: AuthenticationPurpose) -> AppControllerError {
    AppControllerError(
      .unsupportedPurpose,
      what: "the provider has no interface for \"\(purpose.rawValue)\"",
      why: "it says that it has none, and signing in is something else",
      fix: "do it where the account comes from, or use a provider that can"
    )
  }
}

/// An ``AppControllerInterfaceProviding`` whose class is isolated to the main actor, as an app's own provider may be.
///
/// ```swift
/// @MainActor
/// final class KittyProvider: MainActorInterfaceProviding {
///   func loggedOutInterface(for controller: ControllerHandle) async throws -> InterfaceDescription { … }
///   func loggedInInterface(for controller: ControllerHandle) async throws -> InterfaceDescription { … }
/// }
/// ```
///
/// It has no further requirements. The functions are declared again because of a rule of the compiler: a function that
/// is declared in a class takes the isolation of the single protocol function that it implements, before that of its
/// class. If it implements two functions with different isolations, it takes that of the class.
///
/// Isolation: the main actor. A plugin cannot use it, because the main actor belongs to the host.
public protocol MainActorInterfaceProviding: AppControllerInterfaceProviding {
  @MainActor func configuration(for controller: ControllerHandle) async throws -> TransitionConfiguration
  @MainActor func loggedOutInterface(for controller: ControllerHandle) async throws -> InterfaceDescription
  @MainActor func hasInterface(for purpose: AuthenticationPurpose) async -> Bool
  @MainActor func loggedInInterface(for controller: ControllerHandle) async throws -> InterfaceDescription
  @MainActor func screenInterface(
    _ id: String, for controller: ControllerHandle
  ) async throws -> InterfaceDescription?
  @MainActor func isInitiallyLoggedIn(for controller: ControllerHandle) async throws -> Bool
  @MainActor func perform(_ action: InterfaceAction, for controller: ControllerHandle) async throws
    -> ActionResponse
  @MainActor func splashInterface(for controller: ControllerHandle) async throws -> InterfaceDescription?
  @MainActor func asset(_ name: String, for controller: ControllerHandle) async throws -> [UInt8]?
  @MainActor func sessionEnded(_ session: Session, for controller: ControllerHandle) async throws
  @MainActor func refresh(_ session: Session, for controller: ControllerHandle) async throws -> SessionRefresh
  @MainActor func credential(
    _ request: CredentialRequest, for controller: ControllerHandle
  ) async throws -> Credential?
  @MainActor func notify(_ event: ProviderEvent, for controller: ControllerHandle) async
  @MainActor func screenDidChange(
    _ id: String, to appearance: ScreenAppearance, for controller: ControllerHandle) async
}

// MARK: - Calls

extension AppControllerInterfaceProviding {
  package func answerCall(_ call: ProviderCall) async throws -> ProviderReply {
    let controller = call.controller
    switch call.question {
    case .isInitiallyLoggedIn: return .isLoggedIn(try await isInitiallyLoggedIn(for: controller))
    case .configuration: return .configuration(try await configuration(for: controller))
    case .describe(""):
      switch controller.state {
      case .loggedIn: return .interface(try await loggedInInterface(for: controller))
      case .launching: return ProviderReply(try await splashInterface(for: controller))
      case .loggedOut, .uninstalled, .terminated:
        guard await hasInterface(for: controller.purpose) else { return .unsupported }
        return .interface(try await loggedOutInterface(for: controller))
      }
    case .describe(let screen): return ProviderReply(try await screenInterface(screen, for: controller))
    case .perform(let action): return .response(try await perform(action, for: controller))
    case .sessionEnded(let session):
      try await sessionEnded(session, for: controller)
      return .done
    case .notify(let event):
      await notify(event, for: controller)
      return .done
    case .screenChanged(let id, let appearance):
      await screenDidChange(id, to: appearance, for: controller)
      return .done
    case .asset(let name): return try await asset(name, for: controller).map(ProviderReply.asset) ?? .unsupported
    case .refresh(let session):
      switch try await refresh(session, for: controller) {
      case .renewed(let session): return .response(.login(session))
      case .ended: return .response(.logout)
      case .unsupported: return .unsupported
      }
    case .credential(let request):
      return try await credential(request, for: controller).map(ProviderReply.credential) ?? .unsupported
    }
  }
}

extension ProviderReply {
  fileprivate init(_ interface: InterfaceDescription?) { self = interface.map(ProviderReply.interface) ?? .unsupported }

  /// `nil` when it is left to the host.
  package var interface: InterfaceDescription? { if case .interface(let interface) = self { interface } else { nil } }
}

// MARK: - Providers that answer calls as values

/// A provider that answers calls as values; its functions all forward to one.
package protocol CallAnswering: AppControllerInterfaceProviding {
  /// Never returns a pending answer or a failure; throws the reason why there is no answer.
  func answer(_ call: ProviderCall) async throws -> ProviderReply

  /// Answers from before a replacement may be outdated.
  @MainActor var replacements: Int { get }
}

extension CallAnswering {
  package var replacements: Int { 0 }

  /// The look of the transition, from the answer to a call.
  public func configuration(for controller: ControllerHandle) async throws -> TransitionConfiguration {
    if case .configuration(let configuration) = try await answer(ProviderCall(.configuration, for: controller)) {
      return configuration
    }
    return TransitionConfiguration()
  }

  /// Whether there is an interface for a purpose is known from the answer to its question.
  public func hasInterface(for purpose: AuthenticationPurpose) async -> Bool { true }

  /// The logged-out interface, from the answer to a call.
  public func loggedOutInterface(for controller: ControllerHandle) async throws -> InterfaceDescription {
    try await requiredInterface(for: controller)
  }

  /// The logged-in interface, from the answer to a call.
  public func loggedInInterface(for controller: ControllerHandle) async throws -> InterfaceDescription {
    try await requiredInterface(for: controller)
  }

  /// The splash, from the answer to a call.
  public func splashInterface(for controller: ControllerHandle) async throws -> InterfaceDescription? {
    try await answer(ProviderCall(.describe(screen: ""), for: controller)).interface
  }

  /// The new description of a screen, from the answer to a call.
  public func screenInterface(
    _ id: String, for controller: ControllerHandle
  ) async throws -> InterfaceDescription? {
    try await answer(ProviderCall(.describe(screen: id), for: controller)).interface
  }

  /// Whether the first interface is the logged-in one, from the answer to a call.
  public func isInitiallyLoggedIn(for controller: ControllerHandle) async throws -> Bool {
    if case .isLoggedIn(let flag) = try await answer(ProviderCall(.isInitiallyLoggedIn, for: controller)) {
      return flag
    }
    return controller.session != nil
  }

  /// The response to an action, from the answer to a call.
  public func perform(
    _ action: InterfaceAction, for controller: ControllerHandle
  ) async throws -> ActionResponse {
    switch try await answer(ProviderCall(.perform(action), for: controller)) {
    case .response(let response): return response
    case .unsupported: throw AppControllerError.unsupported(action.name)
    case .isLoggedIn, .configuration, .interface, .asset, .credential, .done, .pending, .failed, .refused:
      return .nothing
    }
  }

  /// The bytes of a picture, from the answer to a call.
  public func asset(_ name: String, for controller: ControllerHandle) async throws -> [UInt8]? {
    if case .asset(let bytes) = try await answer(ProviderCall(.asset(name), for: controller)) { bytes } else { nil }
  }

  /// Notifies the provider that a session has ended.
  public func sessionEnded(_ session: Session, for controller: ControllerHandle) async throws {
    _ = try await answer(ProviderCall(.sessionEnded(session), for: controller))
  }

  /// The renewal or the end of a session, from the answer to a call: the response logs in with the renewed session, or
  /// logs out.
  public func refresh(_ session: Session, for controller: ControllerHandle) async throws -> SessionRefresh {
    guard case .response(let response) = try await answer(ProviderCall(.refresh(session), for: controller)) else {
      return .unsupported
    }
    switch response.effects.first {
    case .login(let session?)? where response.effects.count == 1: return .renewed(session)
    case .logout? where response.effects.count == 1: return .ended
    case .show, .leave, .select, .fieldError, .message, .login, .logout, nil:
      throw AppControllerError.invalidRefreshAnswer
    }
  }

  /// The credential for a program, from the answer to a call.
  public func credential(
    _ request: CredentialRequest, for controller: ControllerHandle
  ) async throws -> Credential? {
    let reply = try await answer(ProviderCall(.credential(request), for: controller))
    return if case .credential(let credential) = reply { credential } else { nil }
  }

  /// Notifies the provider of an event.
  public func notify(_ event: ProviderEvent, for controller: ControllerHandle) async {
    _ = try? await answer(ProviderCall(.notify(event), for: controller))
  }

  /// Tells the provider what has become of one of its screens.
  public func screenDidChange(
    _ id: String, to appearance: ScreenAppearance, for controller: ControllerHandle
  ) async {
    _ = try? await answer(ProviderCall(.screenChanged(id, appearance), for: controller))
  }

  private func requiredInterface(for controller: ControllerHandle) async throws -> InterfaceDescription {
    let call = ProviderCall(.describe(screen: ""), for: controller)
    if let interface = try await answer(call).interface { return interface }
    throw controller.purpose == .signIn ? AppControllerError.notDescribed(call.name) : .unsupported(controller.purpose)
  }
}

extension AppControllerError {
  fileprivate static var invalidRefreshAnswer: AppControllerError {
    AppControllerError(
      .providerFailed, what: "the provider's answer to the refresh of a session is not one session",
      why: "it logs in as the renewed session, or logs out when the session has ended, and has no other effect",
      fix: "let the provider answer with one of the two, or that it does not support the refresh"
    )
  }

  fileprivate static func notDescribed(_ name: String) -> AppControllerError {
    AppControllerError(
      .providerFailed, what: "the provider does not describe its \(name)",
      why: "it answered that it does not do that, and there is no other one", fix: "let the provider describe it"
    )
  }
}
