import AppControllerKit
import Glibc
import ProviderPlugins

/// The environment of a running command: its options, the state folder, and the provider with its controller.
@MainActor
struct Workspace {
  let options: ProviderOptions
  let console: Console
  let stateFolder: StateFolder
  let sessions: ChosenStore
  let profiles: ChosenProfiles
  private let settings: Settings
  private let use: WorkspaceUse
  private let canAsk = StandardInput.isTerminal && isatty(STDERR_FILENO) == 1
  private let childProgram: String?
  /// `nil` when no trace is requested, or when the command makes the recorder.
  private let recorder: ProviderRecorder?
  private let vaults: [any SecretVault]
  private let opened = Opened()

  /// They end with the command.
  private final class Opened {
    var providers: [(OpenedProvider, AppController)] = []
    var hasNewLibrary = false
    /// `nil` until a provider is opened.
    var given: GivenSettings?
  }

  enum Purpose {
    /// The session has to be made with the same settings.
    case account
    /// The session may be replaced by one that is made with other settings.
    case replacement
    /// By the ids of providers; the provider gets the settings that the session was made with.
    case ending([String: Session])
    /// A visitor has nothing of what the user's logins were given.
    case visitor
  }

  /// A store that this machine does not offer is refused before any other work.
  init(
    _ command: some WorkspaceCommand, _ settings: Settings, _ console: Console,
    vaults: [any SecretVault] = ChosenStore.systemVaults, childProgram: String? = nil
  ) async throws {
    try await self.init(
      command.common, settings, console, command.use, vaults: vaults, childProgram: childProgram)
  }

  init(
    _ options: ProviderOptions, _ settings: Settings, _ console: Console, _ use: WorkspaceUse = WorkspaceUse(),
    vaults: [any SecretVault] = ChosenStore.systemVaults, childProgram: String? = nil
  ) async throws {
    (self.options, self.use) = (options, use)
    (self.settings, self.childProgram, self.console, self.vaults) = (settings, childProgram, console, vaults)
    if !use.keepsSessions {
      if let store = options.store, store != .memory {
        throw CommandError.exclusive(
          "--until-login", "--store \(store.rawValue)", why: "a session until the login is not stored",
          fix: "leave out --store")
      }
      options.store = .memory
    }
    options.complete(with: settings)
    stateFolder = try StateFolder(options.stateDir)
    let profiles = try ChosenProfiles(options.profile, settings, in: stateFolder)
    self.profiles = profiles
    sessions = try await ChosenStore(
      options.store, folder: { [stateFolder] in stateFolder.sessions(profiles[$0]) }, vaults: vaults)
    // Errors of the command line are reported before any work is done.
    if use.isWatched { try Self.requireWatchable(options) }
    if options.isolated, options.notIsolated {
      throw CommandError.bothGiven("--isolated", "--not-isolated", why: "a provider runs in one process")
    }
    let trace = use.recordsItself ? nil : options.trace
    recorder = try trace.map { path throws(PluginError) in try ProviderRecorder(path: path) }
  }

  var wantsJSON: Bool { options.format == .json }

  /// An app, as `run` is, follows changes that another process makes to the session; other commands are too short for
  /// that, and `--timeout` limits them.
  ///
  /// If the provider does not answer in time, `done` is printed as a warning: that success is complete before the
  /// provider is told of it.
  func open(
    isApp: Bool = false, isolated: Bool = false, over store: (any SessionStore)? = nil,
    for purpose: Purpose = .account, since done: String? = nil,
    _ prepare: (inout ProviderLoader) -> Void = { _ in }
  ) async throws -> (provider: OpenedProvider, controller: AppController) {
    var loader = try loader()
    if isolated, options.isolation == nil { loader.isolation = .process }
    if !isApp, let limit = options.timeout { loader.watchdog = watchdog(within: limit, since: done) }
    prepare(&loader)
    let (provider, controller) = try await make(loader, over: store ?? sessions.store, for: purpose)
    controller.followsSessionStore = isApp
    // A command may ask for an interface that no window shows.
    controller.rootContainer.traitOverrides = { $0.fill(from: .current) }
    // A recording contains only the first controller.
    if opened.providers.isEmpty { recorder?.record(controller) }
    opened.providers.append((provider, controller))
    return (provider, controller)
  }

  /// The provider ends with its controller, and is not quarantined after a crash, which affects only the process of one
  /// visitor.
  func openForVisitor(over store: any SessionStore, _ spares: SpareProcesses) async throws -> AppController {
    var loader = try loader()
    loader.spares = spares
    if options.isolation == nil { loader.isolation = .process }
    (loader.quarantine, loader.recorder) = (nil, nil)
    // Nobody at the terminal has asked for this.
    if !options.acceptNewLibrary { loader.libraryHandler = nil }
    return try await make(loader, over: store, for: .visitor).controller
  }

  private func make(
    _ loader: ProviderLoader, over store: any SessionStore, for purpose: Purpose
  ) async throws -> (provider: OpenedProvider, controller: AppController) {
    var loader = loader
    let (source, last) = try source()
    let id = Self.id(of: source)
    let origin = try await origin(of: id, purpose)
    var given = try await given(for: source, id, recalling: origin, purpose)
    given.givesSecrets = loader.libraries != nil
    let settings = LoadedSettings(given)
    loader.givenSettings = { settings.values(for: $0) }
    // A home folder would be created, which a command that stores nothing must not do; a test brings an empty one.
    let profile = id.map { profiles[$0] } ?? .standard
    if use.keepsSessions, !use.recordsItself { loader.child.homes = stateFolder.homes(profile) }
    let provider = try await OpenedProvider(
      source, loader, .ofThisProcess(given: options.providerDir), isWatched: use.isWatched)
    if case .library(let plugin) = provider.origin { try await settle(plugin, settings, origin, purpose) }
    if opened.hasNewLibrary, use.keepsSessions, last?.id == provider.id { remember(provider) }
    let controller = AppController(
      interfaceProvider: provider.interfaceProvider, providerID: provider.id, sessionStore: store)
    // A plugin has its own deadline, which --timeout sets.
    controller.providerDeadline = nil
    controller.logHandler = { [console] level, text in console.log(level, text) }
    if console.isVerbose { controller.addObserver(VerboseObserver(console)) }
    return (provider, controller)
  }

  func source() throws -> (ProviderSource, last: StateFolder.Provider?) {
    let last = try stateFolder.lastProvider()
    return (try ProviderSource(options, last: last, stateFolder: stateFolder.path), last)
  }

  private func given(
    for source: ProviderSource, _ id: String?, recalling origin: SessionOrigin?, _ purpose: Purpose
  ) async throws -> GivenSettings {
    var given = try opened.given ?? GivenSettings(options.setting, stdin: options.settingStdin, settings, console)
    opened.given = given
    if case .storyboard = source { try given.requireNone() }
    if let id {
      let isEnded = if case .ending = purpose { true } else { false }
      // A visitor has no profile.
      let profile = if case .visitor = purpose { Profile.standard } else { profiles[id] }
      given.choose(id, profile, recalling: origin, isEnded: isEnded)
      try await given.fetch(SettingSecrets(folder: stateFolder.path), vaults)
    }
    return given
  }

  /// `nil` for a storyboard, and for a file without a note, which the loader reports.
  private static func id(of source: ProviderSource) -> String? {
    switch source {
    case .installed(let id): id
    case .library(let path): try? ProviderInspector().note(of: path).id
    case .storyboard: nil
    }
  }

  /// As they are now, where those of the workspace are as they were at its beginning.
  func chosenProfiles() throws -> ChosenProfiles { try ChosenProfiles(options.profile, settings, in: stateFolder) }

  var libraries: ProviderLibraries {
    var libraries = ProviderLibraries(folder: stateFolder.path)
    (libraries.keepsUses, libraries.keepsFirstUse) = (use.keepsSessions, !use.isReader)
    return libraries
  }

  func loader() throws -> ProviderLoader {
    var loader = ProviderLoader(isolation: .automatic)
    if use.isWatched { loader.isolation = .process }
    if let isolation = options.isolation { loader.isolation = isolation }
    loader.usualIsolation = settings.isolated.map { $0.value ? .process : .none }
    loader.libraries = libraries
    if options.acceptNewLibrary || canAsk {
      loader.libraryHandler = { [opened, console, isAccepted = options.acceptNewLibrary] question in
        opened.hasNewLibrary = isAccepted || question.ask(console)
        return opened.hasNewLibrary
      }
    }
    loader.deadline = options.timeout
    if let deadline = options.timeout {
      loader.child.callDeadline = deadline
      // A short --timeout does not shorten the start of the process.
      loader.child.startDeadline = max(deadline, loader.child.startDeadline)
    }
    loader.recorder = recorder
    loader.child.executable = childProgram
    (loader.child.permissions, loader.permissions) = (Set(options.allow), settings.permissions?.value ?? [:])
    loader.child.privateFolders = [stateFolder.path] + settings.folders
    loader.programs = try libraries.load().values.filter { $0.isIsolated == false }.map(\.library.path)
    if use.asksForPermissions, canAsk {
      loader.permissionHandler = { [console] in PermissionQuestion(request: $0).ask(console) }
    }
    loader.quarantine = Quarantine(folder: stateFolder.path)
    loader.pins = try stateFolder.pins.load().merging(settings.pins?.value ?? [:]) { $1 }
    loader.logHandler = { [console] level, text in console.log(level, text) }
    loader.pin = options.pin
    loader.warningHandler = { [console] in console.warning($0) }
    return loader
  }

  /// It may end the process at any time, because files are always written completely or not at all.
  func watchdog(within limit: Duration, since done: String? = nil) -> LibraryWatchdog {
    LibraryWatchdog(limit: limit) { [console] error in
      if let done {
        console.warning("\(done): \(error.what) [\(error.code.rawValue)]")
      } else {
        console.error(error)
      }
      // Not exit(): its handlers could call into a library that is still running.
      _exit(done == nil ? ExitStatus.timedOut.rawValue : ExitStatus.done.rawValue)
    }
  }

  private static func requireWatchable(_ options: ProviderOptions) throws(CommandError) {
    for (name, isGiven) in [
      ("--not-isolated", options.notIsolated), ("--storyboard", options.storyboard != nil),
      ("--trace", options.trace != nil),
    ] where isGiven {
      throw .exclusive(
        "--watch", name,
        why: "what is watched is a library in a process of its own, and each build is another one")
    }
  }

  /// Closes the workspace before an error is reported: the provider's remaining messages come first.
  func closing<Result>(_ body: (Workspace) async throws -> Result) async throws -> Result {
    do {
      let result = try await body(self)
      await close()
      return result
    } catch {
      await close()
      throw error
    }
  }

  func close() async {
    for (provider, controller) in opened.providers {
      await provider.finish()
      controller.flushLog()
    }
    opened.providers = []
    endRecording()
  }

  /// Warns when the recording is incomplete.
  private func endRecording() {
    do throws(PluginError) { try recorder?.finish() } catch { console.warning("\(error.what): \(error.why)") }
  }

  func install(for purpose: Purpose = .account) async throws -> (OpenedProvider, AppController, InterfaceWindow) {
    let (provider, controller) = try await open(for: purpose)
    return (provider, controller, try await install(controller))
  }

  /// The window is invisible.
  func install(_ controller: AppController) async throws -> InterfaceWindow {
    let window = InterfaceWindow(traits: .text)
    try await controller.installRootInterface(in: window)
    return window
  }

  /// `withChoice` stores the command line's choice of isolation for later commands, too.
  func remember(_ provider: OpenedProvider, withChoice: Bool = false) {
    do {
      try stateFolder.remember(StateFolder.Provider(id: provider.id, source: provider.source))
      guard withChoice, case .library(let library) = provider.origin else { return }
      if let name = options.settingStdin { sayNotRemembered(name, of: library) }
      try libraries.allow(Set(options.allow), for: library.id)
      guard let isolation = options.isolation else { return }
      try libraries.store(isIsolated: isolation == .process, for: library.id, at: library.path)
    } catch {
      console.warning("the provider is not remembered for later commands: \(error)")
    }
  }
}

extension TraitCollection {
  static var ofUser: TraitCollection {
    var traits = TraitCollection()
    traits.fill(from: .current)
    return traits
  }

  static var text: TraitCollection {
    var traits = ofUser
    traits.idiom = .text
    traits.color = .monochrome
    traits.motion = .none
    if StandardInput.isTerminal { traits.abilities = .hidesSecrets }
    return traits
  }
}

extension Workspace {
  /// Runs no code of a provider; without `account` it is the first with a session that has not expired, or the last one
  /// without its session.
  func storedRecord(of account: String? = nil) async throws -> (id: String, record: SessionRecord) {
    let (source, last) = try source()
    let ids = try account.map { [$0] } ?? ReferencedProviders(options, source, last: last, in: stateFolder).ids
    var found = (id: ids.last ?? "", record: SessionRecord())
    for id in ids where IdentifierRule.allowsProviderID(id) {
      found = (id, try await sessions.store.load(for: id))
      if let warning = found.record.warning { console.warning(warning) }
      if let session = found.record.session, !session.isExpired(at: .now) { return found }
      found.record.session = nil
    }
    return found
  }

  /// Throws `notLoggedIn` when there is none.
  private func storedSession(of account: String?) async throws -> (id: String, session: Session) {
    let (id, record) = try await storedRecord(of: account)
    guard let session = record.session else { throw AppControllerError.notLoggedIn() }
    return (id, session)
  }

  /// The provider is loaded only when it has to renew the secret, which `renews` demands in any case.
  func freshSession(
    of account: String? = nil, validFor time: Duration = .seconds(60), renews: Bool = false
  ) async throws -> Session {
    let (id, session) = try await storedSession(of: account)
    if session.isAccepted(for: time, at: .now), !renews { return session }
    let controller = try await open(only: id, to: "renew the session")
    return try await controller.freshSession(validFor: time, insteadOf: renews ? session.secret : nil)
  }

  /// The credential is `nil` when the session's secret is for the program; the provider is then loaded only to renew
  /// the secret.
  func credential(of account: String?, for request: CredentialRequest) async throws -> (Session, Credential?) {
    let (id, session) = try await storedSession(of: account)
    guard session.hasOwnCredential(for: request.program) else { return (try await freshSession(of: account), nil) }
    let controller = try await open(only: id, to: "give a credential")
    return try await controller.freshCredential(for: request)
  }

  private func open(only id: String, to act: String) async throws -> AppController {
    let (provider, controller) = try await open()
    guard provider.id == id else { throw PluginError.otherProvider(provider.id, [id], to: act) }
    return controller
  }
}
