/// Describes an app's two interfaces and answers what the user does in them.
///
/// It mirrors the protocol of the same name of the iOS pod AppController; interface descriptions stand where the pod has
/// view controllers, and a ``AppController/Handle`` where it passes the controller. The same class is an in-process
/// provider and, exported, a plugin.
///
/// Isolation: the functions run where they are called, which is the main actor in a host and the SDK's own serial actor
/// in a plugin, and never two at a time for one provider. A function that does not suspend is the fastest; one that does
/// keeps nothing else waiting. Whatever they throw is reported to whoever asked, and changes nothing. A class that is
/// isolated to the main actor conforms to ``MainActorInterfaceProviding``.
public protocol AppControllerInterfaceProviding: AnyObject {
  /// How the transition to the handle's state looks. The default is a plain ``AppController/Configuration``.
  func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration

  /// The interface for when nobody is signed in.
  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription

  /// The interface for the handle's session.
  func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription

  /// Whether the first interface is the logged-in one. The default is whether a session is stored.
  func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool

  /// Answers what the user did. The default does no action.
  func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse

  /// What is shown until the first interface is known; `nil`, the default, for a splash of the host's.
  func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription?

  /// A screen that was pushed or presented, for the one that is shown; `nil`, the default, when that can stay as it is.
  ///
  /// It is asked for after ``AppController/Handle/invalidate(screen:)`` alone. The root is a screen with this id.
  func screenInterface(_ id: String, for controller: AppController.Handle) async throws -> InterfaceDescription?

  /// A session has ended, after a logout or by a login as another subject; revoke here what it held.
  ///
  /// The interface that follows it is installed already. The default does nothing.
  func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws

  /// Something happened. The default does nothing.
  func notify(_ event: ProviderEvent, for controller: AppController.Handle) async
}

/// Something that a provider is told of afterwards.
public enum ProviderEvent: String, Sendable, Hashable {
  /// The logged-in interface is installed.
  case didLogin = "did-login"
  /// The logged-out interface is installed.
  case didLogout = "did-logout"
  /// The user went back one screen.
  case didPop = "did-pop"
  /// The session of the installed interface ends within a minute, or within a fifth of its life if that is less.
  ///
  /// A provider that can have it longer updates it with its handle's `updateSession`.
  case sessionExpires = "session-expires"
}

extension AppControllerInterfaceProviding {
  /// The default configuration.
  public func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    AppController.Configuration()
  }

  /// Whether a session is stored.
  public func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    controller.session != nil
  }

  /// Does no action.
  public func perform(
    _ action: InterfaceAction, for controller: AppController.Handle
  ) async throws -> ActionResponse {
    throw AppControllerError.unsupported(action.name)
  }

  /// Leaves the splash to the host.
  public func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? { nil }

  /// Leaves every screen as it is.
  public func screenInterface(
    _ id: String, for controller: AppController.Handle
  ) async throws -> InterfaceDescription? { nil }

  /// Does nothing.
  public func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {}

  /// Does nothing.
  public func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {}
}

extension AppControllerError {
  /// The error for an action that a provider does not do.
  public static func unsupported(_ action: String) -> AppControllerError {
    AppControllerError(
      .unsupportedAction,
      what: "the provider does not do the action \"\(action)\"",
      why: "its perform function has no case for it",
      fix: "correct the action's name in the description, or answer it in perform"
    )
  }
}
