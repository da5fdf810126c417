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
  @Option(.provider)
  var provider: String?
  @Option(.providerDir) var providerDir: [String]
  @Option(value: "SHA256", "Load the library only if this is its pin.") var pin: ProviderPin?
  @Flag("Run the provider in a process of its own, with few rights.")
  var isolated: Bool
  @Flag("Run it in the process of appctl, with all its rights.")
  var notIsolated: Bool
  @Flag(.acceptNewLibrary) var acceptNewLibrary: Bool
  @Option(.allow) var allow: [ProviderPermission]
  @Option(.setting) var setting: [NamedValue]
  @Option(.settingStdin) var settingStdin: String?
  @Option(value: "FILE", as: .path, "Use this storyboard, without a provider.") var storyboard: String?
  @Option(value: "NAME", "Its logged-out interface; logged-out unless given.")
  var loggedOut: String?
  @Option(value: "NAME", "Its logged-in interface; logged-in unless given.")
  var loggedIn: String?
  @Option(value: "PROFILE", "Use this account; the one of 'appctl use' otherwise.")
  var profile: Profile?
  @Option(.timeout) var timeout: Duration?
  @Option(.stateDir) var stateDir: String?
  @Option(value: "STORE", "Keep the session's secret there; with memory, nothing is kept.")
  var store: ChosenStore.Name?
  @Option(value: "FILE", as: .path, "Write events and calls to this file, for 'appctl replay'.")
  var trace: String?
  @Option var format: Format?
  @Flag(.quiet) var quiet: Bool
  @Flag(.verbose) var verbose: Bool
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
