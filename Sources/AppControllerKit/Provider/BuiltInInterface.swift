/// The interfaces of the host itself.
package enum BuiltInInterface {
  /// The interface until the first one is known.
  static let splash = InterfaceDescription("launching", language: "en") {
    Screen("splash", title: "Starting") { Progress("Starting") }.busy()
  }

  /// The interface after a logout when the provider cannot describe its own.
  package static let loggedOut = InterfaceDescription("logged-out", language: "en") {
    Screen("logged-out", title: "Logged out") {
      Banner(.warning, "You are logged out. The app could not show its own screen.")
    }
  }

  /// The interface for a description that needs a newer host: its fallback text.
  static func newer(_ description: InterfaceDescription) -> InterfaceDescription {
    InterfaceDescription(description.id, language: description.language, direction: description.direction) {
      Screen("update-needed", title: "Update needed") {
        Banner(.warning, description.fallbackText ?? "This needs a newer version of the app.")
      }
    }
  }
}
