/// Where a controller is; it always equals what is installed.
public enum ControllerState: String, Sendable, Hashable, CaseIterable {
  /// Nothing is installed.
  case uninstalled
  /// The splash is installed.
  case launching
  /// The logged-out interface is installed.
  case loggedOut = "logged-out"
  /// The logged-in interface is installed.
  case loggedIn = "logged-in"
  /// The controller has ended.
  case terminated
}
