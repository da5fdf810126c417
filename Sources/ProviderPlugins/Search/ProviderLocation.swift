/// A folder in which providers are looked for.
public struct ProviderLocation: Sendable, Hashable {
  /// What names the folder.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// The app, or the user on the command line.
    case given
    /// The environment variable `APPCTL_PROVIDER_PATH`.
    case environment
    /// `$XDG_DATA_HOME/appcontroller/providers`, the user's own providers.
    case userData = "user-data"
    /// A folder of `$XDG_DATA_DIRS`, what is installed for every user.
    case systemData = "system-data"
    /// The folder of the program that runs.
    case executable
  }

  /// What names it.
  public let origin: Origin
  /// Its path.
  public let path: String
  /// Why it is not looked in; `nil` when it is.
  public let ignored: String?

  /// Names a folder.
  public init(_ origin: Origin, _ path: String, ignored: String? = nil) {
    (self.origin, self.path, self.ignored) = (origin, path, ignored)
  }
}
