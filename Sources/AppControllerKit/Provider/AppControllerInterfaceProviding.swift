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

/// An ``AppControllerInterfaceProviding`` whose class is isolated to the main actor, as an app's own provider may be.
///
/// ```swift
/// @MainActor
/// final class KittyProvider: MainActorInterfaceProviding {
///   func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription { … }
///   func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription { … }
/// }
/// ```
///
/// It asks for nothing more. The functions stand here again because of a rule of the compiler: a function that is written
/// in a class takes the isolation of the one protocol function that it stands for, before that of its class. Two that
/// disagree leave it to the class.
///
/// Isolation: the main actor. A plugin has no use for it: the main actor belongs to the host.
public protocol MainActorInterfaceProviding: AppControllerInterfaceProviding {
  @MainActor func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration
  @MainActor func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription
  @MainActor func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription
  @MainActor func screenInterface(
    _ id: String, for controller: AppController.Handle
  ) async throws -> InterfaceDescription?
  @MainActor func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool
  @MainActor func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws
    -> ActionResponse
  @MainActor func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription?
  @MainActor func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws
  @MainActor func notify(_ event: ProviderEvent, for controller: AppController.Handle) async
}

// MARK: - As calls

/// A provider that answers calls as values: its functions are one.
package protocol CallAnswering: AppControllerInterfaceProviding {
  /// Answers a call.
  ///
  /// - Returns: The answer; never that it is pending, or failed.
  /// - Throws: Why there is none.
  func answer(_ call: ProviderCall) async throws -> ProviderReply
}

extension AppControllerInterfaceProviding {
  /// Answers a call with the function that it is a call of.
  ///
  /// - Throws: What the function throws.
  package func answerCall(_ call: ProviderCall) async throws -> ProviderReply {
    let controller = call.controller
    switch call.question {
    case .isInitiallyLoggedIn: return .isLoggedIn(try await isInitiallyLoggedIn(for: controller))
    case .configuration: return .configuration(try await configuration(for: controller))
    case .describe(""):
      switch controller.state {
      case .loggedIn: return .interface(try await loggedInInterface(for: controller))
      case .launching: return ProviderReply(try await splashInterface(for: controller))
      case .loggedOut, .uninstalled, .terminated: return .interface(try await loggedOutInterface(for: controller))
      }
    case .describe(let screen): return ProviderReply(try await screenInterface(screen, for: controller))
    case .perform(let action): return .response(try await perform(action, for: controller))
    case .sessionEnded(let session):
      try await sessionEnded(session, for: controller)
      return .done
    case .notify(let event):
      await notify(event, for: controller)
      return .done
    }
  }
}

extension ProviderReply {
  fileprivate init(_ interface: InterfaceDescription?) { self = interface.map(ProviderReply.interface) ?? .unsupported }

  /// The interface that was answered; `nil` when it is left to the host.
  package var interface: InterfaceDescription? { if case .interface(let interface) = self { interface } else { nil } }
}

// MARK: - The functions

extension CallAnswering {
  /// How the transition looks, as it is answered.
  public func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    if case .configuration(let configuration) = try await answer(ProviderCall(.configuration, for: controller)) {
      return configuration
    }
    return AppController.Configuration()
  }

  /// The logged-out interface, as it is answered.
  public func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await requiredInterface(for: controller)
  }

  /// The logged-in interface, as it is answered.
  public func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try await requiredInterface(for: controller)
  }

  /// The splash, as it is answered.
  public func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? {
    try await answer(ProviderCall(.describe(screen: ""), for: controller)).interface
  }

  /// A screen that is shown already, as it is answered.
  public func screenInterface(
    _ id: String, for controller: AppController.Handle
  ) async throws -> InterfaceDescription? {
    try await answer(ProviderCall(.describe(screen: id), for: controller)).interface
  }

  /// Whether the first interface is the logged-in one, as it is answered.
  public func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    if case .isLoggedIn(let flag) = try await answer(ProviderCall(.isInitiallyLoggedIn, for: controller)) {
      return flag
    }
    return controller.session != nil
  }

  /// What is answered to an action.
  public func perform(
    _ action: InterfaceAction, for controller: AppController.Handle
  ) async throws -> ActionResponse {
    switch try await answer(ProviderCall(.perform(action), for: controller)) {
    case .response(let response): return response
    case .unsupported: throw AppControllerError.unsupported(action.name)
    case .isLoggedIn, .configuration, .interface, .done, .pending, .failed, .refused: return .nothing
    }
  }

  /// Tells that a session has ended.
  public func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {
    _ = try await answer(ProviderCall(.sessionEnded(session), for: controller))
  }

  /// Tells that something happened.
  public func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {
    _ = try? await answer(ProviderCall(.notify(event), for: controller))
  }

  private func requiredInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    let call = ProviderCall(.describe(screen: ""), for: controller)
    if let interface = try await answer(call).interface { return interface }
    throw AppControllerError.notDescribed(call.name)
  }
}

extension AppControllerError {
  /// The error for an interface that a provider has to describe and does not.
  fileprivate static func notDescribed(_ name: String) -> AppControllerError {
    AppControllerError(
      .providerFailed, what: "the provider does not describe its \(name)",
      why: "it answered that it does not do that, and there is no other one", fix: "let the provider describe it"
    )
  }
}
