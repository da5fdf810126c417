/// The process that a provider's library runs in.
public enum ProviderIsolation: String, Sendable, Hashable, CaseIterable {
  /// The app's process: the fastest, for providers that the app trusts as itself.
  case none
  /// A child process with few privileges, so that a fault of the provider ends that process and not the app.
  ///
  /// The process runs the app's own executable again, unless ``ProviderChild/Options/executable`` names another one.
  /// The executable's main function has to begin with ``ProviderChild/runIfRequested()``.
  case process
  /// The app's process for a library that only those who can replace the app could have installed, and a child process
  /// for any other.
  ///
  /// A library that the user has built looks the same as one that the user was sent, so both run in a child process.
  ///
  /// The app's process is used in two cases. Either the library is in the folder of the app's executable, and belongs
  /// to the same user or to root. Or the administrator has installed it: it is below `/usr`, `/opt` or a folder of the
  /// system's data (``ProviderLocation/Origin/systemData``), it and every folder above it belong to root, and no other
  /// user can write them. The same rule holds for the superuser.
  case automatic
}

extension ProviderChild {
  /// The options of the child processes that providers run in.
  public struct Options: Sendable, Hashable {
    /// The path of the executable to run; `nil` for the app's own.
    public var executable: String?
    /// The resource limits of the process.
    public var limits = ChildLimits()
    /// Folders and files that the provider may read besides its library's folder, the libraries that it needs, and the
    /// system's files that all users may read.
    public var readablePaths: [String] = []
    /// The additional permissions of the provider; none by default.
    public var permissions: Set<ProviderPermission> = []
    /// Private folders of the app, in addition to ``homes``: no provider gets access to them, even by a permission that
    /// it declares and is granted.
    public var privateFolders: [String] = []
    /// The folder with the home folders of the providers, each named by the provider's id; `nil` for none.
    ///
    /// A provider may read and write its own home folder.
    public var homes: String?
    /// The deadline of the start, which includes loading the library and making an instance.
    public var startDeadline = Duration.seconds(10)
    /// The deadline of one call of a function, by the loader's clock; a function that needs longer can answer pending.
    public var callDeadline = Duration.seconds(10)

    /// The time that a question may block the main thread before it waits asynchronously for the answer.
    ///
    /// Most answers arrive within microseconds, and suspending and resuming costs more than that. An app that draws
    /// continuously can set zero to suspend at once.
    public var patience = Duration.milliseconds(2)

    /// Makes the default options, which suit most providers.
    public init() {}
  }
}
