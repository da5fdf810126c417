/// Describes an app's two interfaces from a storyboard, without code.
///
/// It is the pod's provider for storyboard files. The host actions `push` and `present` of its interfaces lead to other
/// interfaces of the storyboard, by name. Subclass it and override `perform` to answer actions of the scope `provider`.
/// In a plugin, whose host does not have the storyboard, answer with ``ActionResponse/show(_:_:)`` instead of pushing.
open class StoryboardProvider: AppControllerInterfaceProviding {
  /// The storyboard that the interfaces come from.
  public let storyboard: Storyboard
  /// The name of the logged-out interface.
  public let loggedOutInterfaceID: String
  /// The name of the logged-in interface.
  public let loggedInInterfaceID: String
  private let fixedConfiguration: AppController.Configuration

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - storyboard: The storyboard that the interfaces come from.
  ///   - loggedOutInterfaceID: The name of the logged-out interface.
  ///   - loggedInInterfaceID: The name of the logged-in interface.
  ///   - configuration: The look of every transition.
  /// - Throws: ``AppControllerError`` with the code `ACK1005` when the storyboard does not have one of the two.
  public init(
    storyboard: Storyboard, loggedOutInterfaceID: String, loggedInInterfaceID: String,
    configuration: AppController.Configuration = .init()
  ) throws(AppControllerError) {
    _ = try storyboard.requireInterface(named: loggedOutInterfaceID)
    _ = try storyboard.requireInterface(named: loggedInInterfaceID)
    self.storyboard = storyboard
    self.loggedOutInterfaceID = loggedOutInterfaceID
    self.loggedInInterfaceID = loggedInInterfaceID
    fixedConfiguration = configuration
  }

  open func configuration(for controller: AppController.Handle) async throws -> AppController.Configuration {
    fixedConfiguration
  }

  open func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try storyboard.requireInterface(named: loggedOutInterfaceID)
  }

  open func loggedInInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    try storyboard.requireInterface(named: loggedInInterfaceID)
  }

  open func isInitiallyLoggedIn(for controller: AppController.Handle) async throws -> Bool {
    controller.session != nil
  }

  open func perform(
    _ action: InterfaceAction, for controller: AppController.Handle
  ) async throws -> ActionResponse {
    throw AppControllerError.unsupported(action.name)
  }

  open func asset(_ name: String, for controller: AppController.Handle) async throws -> [UInt8]? { nil }

  open func refresh(_ session: Session, for controller: AppController.Handle) async throws -> SessionRefresh {
    .unsupported
  }

  open func credential(
    _ request: CredentialRequest, for controller: AppController.Handle
  ) async throws -> Credential? { nil }

  open func sessionEnded(_ session: Session, for controller: AppController.Handle) async throws {}

  open func notify(_ event: ProviderEvent, for controller: AppController.Handle) async {}

  open func screenDidChange(
    _ id: String, to appearance: ScreenAppearance, for controller: AppController.Handle
  ) async {}

  open func splashInterface(for controller: AppController.Handle) async throws -> InterfaceDescription? { nil }

  open func screenInterface(
    _ id: String, for controller: AppController.Handle
  ) async throws -> InterfaceDescription? { nil }
}

@available(*, unavailable)
extension StoryboardProvider: Sendable {}

package struct BuiltInInterface {
  private let words: FaceWords

  package init(_ words: FaceWords) { self.words = words }

  private var direction: TextDirection { words.direction == .rightToLeft ? .rightToLeft : .auto }

  var splash: InterfaceDescription {
    InterfaceDescription("launching", language: words.language, direction: direction) {
      Screen("splash", title: words(.starting)) { ProgressView(words(.starting)) }.busy()
    }
  }

  /// The interface after a logout when the provider cannot describe its own.
  package var loggedOut: InterfaceDescription {
    InterfaceDescription("logged-out", language: words.language, direction: direction) {
      Screen("logged-out", title: words(.loggedOut)) { Banner(.warning, words(.loggedOutWithoutScreen)) }
    }
  }

  /// The interface for a description that needs a newer host: its fallback text.
  static func newer(_ description: InterfaceDescription) -> InterfaceDescription {
    let words = FaceWords(for: description.language, TraitCollection())
    return InterfaceDescription(description.id, language: description.language, direction: description.direction) {
      Screen("update-needed", title: words(.updateNeeded)) {
        Banner(.warning, description.fallbackText ?? words(.needsNewerApp))
      }
    }
  }
}

extension AppController {
  var builtInInterface: BuiltInInterface {
    BuiltInInterface(FaceWords(for: "", rootContainer.traits, in: catalogs))
  }
}

extension AppController {
  /// Makes a controller for a storyboard; its session is stored under the storyboard's id.
  ///
  /// - Parameters:
  ///   - storyboard: The storyboard that the interfaces come from.
  ///   - loggedOutInterfaceID: The name of the logged-out interface.
  ///   - loggedInInterfaceID: The name of the logged-in interface.
  ///   - configuration: How every transition looks.
  ///   - sessionStore: The store that keeps the session.
  ///   - rootContainerClass: The class of the root container.
  ///   - clock: The clock that times transitions and deadlines.
  ///   - wallClock: The time that sessions expire by.
  /// - Throws: ``AppControllerError`` with the code `ACK1005` when the storyboard does not have one of the two.
  public convenience init(
    storyboard: Storyboard, loggedOutInterfaceID: String, loggedInInterfaceID: String,
    configuration: Configuration = .init(), sessionStore: any SessionStore = InMemorySessionStore(),
    rootContainerClass: RootContainer.Type = RootContainer.self, clock: any Clock<Duration> = ContinuousClock(),
    wallClock: @escaping @Sendable () -> Timestamp = { .now }
  ) throws(AppControllerError) {
    let provider = try StoryboardProvider(
      storyboard: storyboard, loggedOutInterfaceID: loggedOutInterfaceID, loggedInInterfaceID: loggedInInterfaceID,
      configuration: configuration
    )
    self.init(
      interfaceProvider: provider, providerID: storyboard.id, sessionStore: sessionStore,
      rootContainerClass: rootContainerClass, clock: clock, wallClock: wallClock
    )
  }

  /// The storyboard that the interfaces come from; `nil` for a provider of another kind.
  public var storyboard: Storyboard? { (interfaceProvider as? StoryboardProvider)?.storyboard }
}
