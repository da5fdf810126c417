import AppControllerKit
import ProviderPlugins

protocol WorkspaceCommand: Command {
  var common: ProviderOptions { get }
  @MainActor var use: WorkspaceUse { get }

  @MainActor func run(in workspace: Workspace) async throws
}

extension WorkspaceCommand {
  var shared: DeclaredParameters { common.declared }
  var quiet: Bool { common.quiet }
  var verbose: Bool { common.verbose }
  var use: WorkspaceUse { WorkspaceUse() }

  func run(_ console: Console) async throws {
    try await Workspace(self, try .current(), console).closing { try await run(in: $0) }
  }
}

/// What a command does in its workspace that others do not.
struct WorkspaceUse {
  /// Whether each new build of the library replaces the one before.
  var isWatched = false
  var recordsItself = false
  var asksForPermissions = false
  /// Whether a session outlives the command; if not, the store is in memory.
  var keepsSessions = true
  /// Whether the command makes nothing that belongs to an id.
  var isReader = false
}

struct ProviderOptions: Sendable {
  @Option(
    value: "ID|PATH", as: .provider,
    "Use this provider, by its id or by the path of its library; the last one used otherwise.")
  var provider: String?
  @Option(.providerDir) var providerDir: [String]
  @Option(value: "SHA256", "Load the provider's library only if this is its pin.") var pin: ProviderPin?
  @Flag("Run the provider in a process of its own, which has few rights and may crash; login and run remember it.")
  var isolated: Bool
  @Flag("Run the provider in the process of appctl, with all its rights; login and run remember it for this file.")
  var notIsolated: Bool
  @Flag(.acceptNewLibrary) var acceptNewLibrary: Bool
  @Option(.allow) var allow: [ProviderPermission]
  @Option(.setting) var setting: [NamedValue]
  @Option(.settingStdin) var settingStdin: String?
  @Option(value: "FILE", as: .path, "Use the interfaces of this storyboard, without a provider.") var storyboard:
    String?
  @Option(value: "NAME", "The storyboard's interface for when nobody is logged in; logged-out unless given.")
  var loggedOut: String?
  @Option(value: "NAME", "The storyboard's interface for when somebody is; logged-in unless given.")
  var loggedIn: String?
  @Option(value: "PROFILE", "Use this account of the provider; the one that 'appctl use' has chosen otherwise.")
  var profile: Profile?
  @Option(.timeout) var timeout: Duration?
  @Option(.stateDir) var stateDir: String?
  @Option(
    value: "STORE",
    "Keep the session's secret in the state folder, the desktop's keyring or the kernel's; with memory, nothing.")
  var store: ChosenStore.Name?
  @Option(
    value: "FILE", as: .path, "Write every event and every call of the provider to this file, for appctl replay.")
  var trace: String?
  @Option var format: Format?
  @Flag(.quiet) var quiet: Bool
  @Flag("Say on standard error what is being done.") var verbose: Bool
  var declared: DeclaredParameters {
    [
      "--provider": _provider, "--provider-dir": _providerDir, "--pin": _pin, "--isolated": _isolated,
      "--not-isolated": _notIsolated, "--accept-new-library": _acceptNewLibrary, "--allow": _allow,
      "--setting": _setting, "--setting-stdin": _settingStdin, "--storyboard": _storyboard,
      "--logged-out": _loggedOut, "--logged-in": _loggedIn, "--profile": _profile, "--timeout": _timeout,
      "--state-dir": _stateDir, "--store": _store, "--trace": _trace, "--format": _format, "--quiet": _quiet,
      "--verbose": _verbose,
    ]
  }

  /// Whether the command may begin a session.
  ///
  /// Only such a command uses the setting of the store; an existing session is found in any store.
  let beginsSession: Bool

  /// `formats` is empty when the result is not text.
  init(formats: [Format] = [.text, .json], beginsSession: Bool = false) {
    _format = .format(formats)
    self.beginsSession = beginsSession
  }

  func complete(with settings: Settings) {
    if provider == nil, storyboard == nil { provider = settings.provider?.value }
    if store == nil, beginsSession { store = settings.store?.value }
  }

  /// `nil` when the command line makes no choice.
  var isolation: ProviderIsolation? { isolated ? .process : notIsolated ? ProviderIsolation.none : nil }
}
