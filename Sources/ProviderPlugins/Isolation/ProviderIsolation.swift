/// Where a provider's library runs.
public enum ProviderIsolation: String, Sendable, Hashable, CaseIterable {
  /// In the app's process: the fastest, for providers that the app trusts as itself.
  case none
  /// In a child process with few rights, so that what the provider does wrong ends that process and not the app.
  ///
  /// The app's own executable is run again for it, unless ``ProviderChild/Options/executable`` names another one. Its main
  /// function begins with ``ProviderChild/runIfRequested()``.
  case process
  /// In the app's process when whoever could put the library there could have replaced the app itself, and in a child
  /// process otherwise, because nobody can tell a library that the user has built from one that the user was sent.
  ///
  /// That is a library in the folder of the app's executable, with the same owner or root's; or one that the administrator
  /// has installed: below `/usr`, `/opt` or a folder of the system's data (``ProviderLocation/Origin/systemData``), where it
  /// and every folder above it belong to root and nobody else may write. It is the same for the superuser.
  case automatic
}

extension ProviderChild {
  /// How providers run in processes of their own.
  public struct Options: Sendable, Hashable {
    /// The executable that is run; `nil` for the app's own.
    public var executable: String?
    /// What the process may use.
    public var limits = ChildLimits()
    /// Folders and files that the provider may read besides its library's folder, the libraries that it needs and what
    /// the system has for everybody.
    public var readablePaths: [String] = []
    /// What the provider may do besides; nothing unless it is granted here.
    public var permissions: Set<ProviderPermission> = []
    /// A folder in which each provider has a folder of its own, by its id: what it may read and write, and its home;
    /// `nil` for none.
    public var homes: String?
    /// How long the start may take, with the loading of the library and the making of an instance.
    public var startDeadline = Duration.seconds(10)
    /// How long one function may take to return, by the loader's clock; whatever takes longer can answer pending.
    public var callDeadline = Duration.seconds(10)

    /// How long a question may keep the main thread before it goes on with something else, until the answer comes.
    ///
    /// Most answers come within microseconds, and to give the thread back and to get it again costs more than that. An app
    /// that draws at each moment can give it back at once, with zero.
    public var patience = Duration.milliseconds(2)

    /// Makes options that are good for most providers.
    public init() {}
  }
}
