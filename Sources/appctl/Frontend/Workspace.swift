import AppControllerKit
import Glibc
import ProviderPlugins

/// What a command works with: its arguments, the state folder, and the provider with its controller.
@MainActor
struct Workspace {
  let options: ProviderOptions
  let console: Console
  let stateFolder: StateFolder
  let sessions: ChosenStore
  private let settings: Settings
  private let isWatched: Bool
  private let childProgram: String?
  /// Writes down what happens; nil when nobody asks for that.
  private let recorder: ProviderRecorder?
  private let opened = Opened()

  /// What was opened, to be ended with the command.
  private final class Opened {
    var providers: [(OpenedProvider, AppController)] = []
  }

  /// Finds the state folder and the store; one that this machine does not offer is refused before anything is asked.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - settings: What holds where the command says nothing.
  ///   - console: Where the command's words go.
  ///   - vaults: The vaults that there are.
  ///   - childProgram: What is run for a provider in a process of its own; the program itself unless given.
  /// - Throws: What is wrong with the command line, with the state folder or with the store.
  init(
    _ command: some WorkspaceCommand, _ settings: Settings, _ console: Console,
    vaults: [any SecretVault] = ChosenStore.systemVaults, childProgram: String? = nil
  ) async throws {
    (options, isWatched) = (command.common, command.watch)
    (self.settings, self.childProgram, self.console) = (settings, childProgram, console)
    options.complete(with: settings)
    stateFolder = try StateFolder(options.stateDir)
    sessions = try await ChosenStore(options.store, folder: stateFolder.sessions, vaults: vaults)
    // What is wrong with the command line is said before anything is done.
    if isWatched { try Self.requireWatchable(options) }
    if options.isolated, options.notIsolated { throw CommandError.isolatedAndNot }
    recorder = try options.trace.map { path throws(PluginError) in try ProviderRecorder(path: path) }
  }

  /// Whether the result is JSON.
  var wantsJSON: Bool { options.format == .json }

  /// Opens the provider that the command names, or the last one that was used, with a controller for it.
  ///
  /// - Parameters:
  ///   - isApp: Whether its user leaves it, as that of `run` does. Another process may change the session meanwhile; a
  ///     command is mostly over before that would concern it, and has no more time than `--timeout` says.
  ///   - store: Where the controller finds the session; the store of the command unless given.
  ///   - done: What has been done by now and is a success, if the provider is only told of it: said when it cannot be.
  /// - Returns: The provider and its controller, which is not installed.
  /// - Throws: An error that says why it cannot be used.
  func open(
    isApp: Bool = false, over store: (any SessionStore)? = nil, since done: String? = nil
  ) throws -> (provider: OpenedProvider, controller: AppController) {
    let (source, _) = try source()
    var loader = try loader()
    if !isApp { loader.watchdog = watchdog(since: done) }
    // A recording is of one controller.
    let recorder = opened.providers.isEmpty ? recorder : nil
    let provider = try OpenedProvider(
      source, loader, .ofThisProcess(given: options.providerDir), isWatched: isWatched)
    let controller = AppController(
      interfaceProvider: provider.interfaceProvider, providerID: provider.id,
      sessionStore: store ?? sessions.store)
    // A plugin has its own deadline, which --timeout sets.
    controller.providerDeadline = nil
    controller.followsSessionStore = isApp
    recorder?.record(controller)
    controller.logHandler = { [console] level, text in console.log(level, text) }
    if console.isVerbose { controller.observers.append(VerboseObserver(console)) }
    opened.providers.append((provider, controller))
    return (provider, controller)
  }

  /// What the command line names, and what was used last.
  func source() throws -> (ProviderSource, last: StateFolder.Provider?) {
    let last = try stateFolder.lastProvider()
    return (try ProviderSource(options, last: last, stateFolder: stateFolder.path), last)
  }

  private func loader() throws -> ProviderLoader {
    let choices = try IsolationFile(folder: stateFolder.path).load()
    var loader = ProviderLoader(isolation: .automatic)
    if isWatched { loader.isolation = .process }
    if let isolation = options.isolation { loader.isolation = isolation }
    loader.chosenIsolation = { [isolated = settings.isolated?.value] id, path in
      choices[id]?.isolation(at: path) ?? isolated.map { $0 ? .process : .none }
    }
    loader.deadline = options.timeout
    if let deadline = options.timeout {
      loader.child.callDeadline = deadline
      // Nobody means the start who is in a hurry.
      loader.child.startDeadline = max(deadline, loader.child.startDeadline)
    }
    loader.recorder = recorder
    loader.child.executable = childProgram
    (loader.child.permissions, loader.permissions) = (Set(options.allow), settings.permissions?.value ?? [:])
    loader.child.homes = stateFolder.homes
    loader.quarantine = Quarantine(folder: stateFolder.path)
    loader.pins = try PinFile(folder: stateFolder.path).load().merging(settings.pins?.value ?? [:]) { $1 }
    loader.logHandler = { [console] level, text in console.log(level, text) }
    loader.pin = options.pin
    loader.warningHandler = { [console] in console.warning("\($0.what) [\($0.code.rawValue)]") }
    return loader
  }

  /// What ends the process when a function of a library in it has not come back after `--timeout`.
  ///
  /// What is stored is stored whole or not at all, whenever a process ends.
  private func watchdog(since done: String?) -> LibraryWatchdog? {
    guard let deadline = options.timeout else { return nil }
    return LibraryWatchdog(limit: deadline) { [console] error in
      if let done {
        console.warning("\(done): \(error.what) [\(error.code.rawValue)]")
      } else {
        console.error(error)
      }
      // Not exit(): what it runs would meet a library in the middle of its work.
      _exit(done == nil ? ExitStatus.timedOut.rawValue : ExitStatus.done.rawValue)
    }
  }

  /// Checks that nothing else is asked for that cannot be with a library that comes and goes.
  private static func requireWatchable(_ options: ProviderOptions) throws(CommandError) {
    for (name, isGiven) in [
      ("--not-isolated", options.notIsolated), ("--storyboard", options.storyboard != nil),
      ("--trace", options.trace != nil),
    ] where isGiven { throw .unwatchable(name) }
  }

  /// Ends what was opened, prints all that it has logged until then, and ends the recording.
  func close() async {
    for (provider, controller) in opened.providers {
      await provider.finish()
      controller.flushLog()
    }
    opened.providers = []
    endRecording()
  }

  /// Ends the recording, if there is one, and says when it is not whole.
  private func endRecording() {
    do throws(PluginError) { try recorder?.finish() } catch { console.warning("\(error.what): \(error.why)") }
  }

  /// Opens the provider, and installs its interface in a window that nobody sees.
  func install() async throws -> (OpenedProvider, AppController, InterfaceWindow) {
    let (provider, controller) = try open()
    return (provider, controller, try await install(controller))
  }

  /// Installs the interface of a controller in a window that nobody sees.
  func install(_ controller: AppController) async throws -> InterfaceWindow {
    let window = InterfaceWindow(traits: .text)
    try await controller.installRootInterface(in: window)
    return window
  }

  /// Makes a provider the one that later commands use.
  ///
  /// - Parameters:
  ///   - provider: The provider.
  ///   - withChoice: Whether what the command line says of where it runs holds for later commands, too.
  func remember(_ provider: OpenedProvider, withChoice: Bool = false) {
    do {
      try stateFolder.remember(StateFolder.Provider(id: provider.id, source: provider.source))
      guard withChoice, case .library(let library) = provider.origin, let isolation = options.isolation else { return }
      try IsolationFile(folder: stateFolder.path).store(
        isolated: isolation == .process, for: library.id, at: library.path)
    } catch {
      console.warning("the provider is not remembered for later commands: \(error)")
    }
  }
}

extension TraitCollection {
  /// A stream of text on which nothing moves.
  static var text: TraitCollection {
    var traits = TraitCollection()
    traits.idiom = .text
    traits.color = .monochrome
    traits.motion = .none
    return traits
  }
}

extension CommandError {
  fileprivate static var isolatedAndNot: CommandError {
    .usage(
      "--isolated and --not-isolated are both given", why: "a provider runs in one process",
      fix: "leave one of them out")
  }

  fileprivate static func unwatchable(_ name: String) -> CommandError {
    .usage(
      "--watch and \(name) exclude each other",
      why: "what is watched is a library in a process of its own, and each build is another one",
      fix: "leave out \(name)")
  }
}
