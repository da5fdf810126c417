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
