import AppControllerKit
import AppControllerKitTesting
import InterfaceGallery

/// A provider of the gallery's screens: its login, its tab bar, and answers to whatever they name.
final class GalleryProvider: AppControllerInterfaceProviding {
  private static func screen(_ name: String) throws -> InterfaceDescription {
    guard let interface = Gallery.interface(named: name) else { throw Explained("there is no screen \(name)") }
    return interface
  }

  /// The same screens, answered by a script.
  @MainActor
  static func recording() -> RecordingProvider {
    let provider = RecordingProvider(loggedOut: Gallery.screens[1].interface, loggedIn: Gallery.screens[6].interface)
    for name in names { provider.answers[name] = .nothing }
    provider.steps["perform contract.no-such-action"] = {
      throw AppControllerError.unsupported("contract.no-such-action")
    }
    return provider
  }

  func splashInterface(for controller: AppController.Handle) throws -> InterfaceDescription? {
    try Self.screen("splash")
  }

  func loggedOutInterface(for controller: AppController.Handle) throws -> InterfaceDescription {
    try Self.screen("login")
  }

  func loggedInInterface(for controller: AppController.Handle) throws -> InterfaceDescription {
    try Self.screen("tab-bar")
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) throws -> ActionResponse {
    guard Self.names.contains(action.name) else { throw AppControllerError.unsupported(action.name) }
    return .nothing
  }

  /// Every action of the provider's that the gallery names.
  private static let names = Set(
    Gallery.screens.flatMap { $0.interface.allNodes.compactMap(\.action) }.filter { $0.scope == .provider }.map(\.name))
}
