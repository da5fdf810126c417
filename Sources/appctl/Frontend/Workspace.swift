import AppControllerKit
import Glibc
import ProviderPlugins

/// What a command works with: its arguments, the state folder, and the provider with its controller.
@MainActor
struct Workspace {
  let invocation: Invocation
  let console: Console
  let stateFolder: StateFolder

  init(_ invocation: Invocation, _ console: Console) throws {
    self.invocation = invocation
    self.console = console
    console.isQuiet = invocation.flag(.quiet)
    console.isVerbose = invocation.flag(.verbose)
    stateFolder = try StateFolder(invocation.string(.stateDir))
  }

  /// Whether the result is JSON.
  var wantsJSON: Bool { invocation.string(.format) == "json" }

  /// Loads the provider that the command names, or the last one that was used, with a controller for it.
  func open() throws -> (PluginProvider, AppController) {
    let path = try providerPath()
    var loader = ProviderLoader()
    loader.deadline = try invocation.seconds(.timeout)
    let provider = try loader.load(path)
    let controller = AppController(
      interfaceProvider: provider, providerID: provider.id,
      sessionStore: FileSessionStore(directory: stateFolder.sessions), clock: ImmediateClock()
    )
    controller.logHandler = { [console] level, text in console.log(level, text) }
    return (provider, controller)
  }

  /// Opens the provider, and installs its interface in a window that nobody sees.
  func install() async throws -> (PluginProvider, AppController, InterfaceWindow) {
    let (provider, controller) = try open()
    let window = InterfaceWindow(traits: .text)
    try await controller.installRootInterface(in: window)
    return (provider, controller, window)
  }

  /// Makes a provider the one that later commands use.
  func remember(_ provider: PluginProvider) {
    do {
      try stateFolder.remember(StateFolder.Provider(id: provider.id, path: provider.path))
    } catch {
      console.warning("the provider is not remembered for later commands: \(error)")
    }
  }

  private func providerPath() throws -> String {
    let last = try stateFolder.lastProvider()
    guard let name = invocation.string(.provider) else {
      guard let last else { throw CommandError.noProviderNamed(stateFolder.path) }
      return last.path
    }
    // A name with a slash is a path, as for a shell; one without may still be a file of this folder.
    if let last, last.id == name { return last.path }
    let isFile = unsafe access(name, F_OK) == 0
    if name.contains("/") || name.hasSuffix(".so") || isFile { return name }
    throw CommandError.unknownProvider(name)
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

/// A clock for a command that shows nothing in between: no transition takes time.
struct ImmediateClock: Clock {
  let now = ContinuousClock.now
  let minimumResolution: Duration = .zero

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

extension CommandError {
  fileprivate static func noProviderNamed(_ folder: String) -> CommandError {
    CommandError(
      .noProvider, what: "no provider is named, and none was used before with the state folder \(folder)",
      why: "the last provider that somebody logged in with is the default, and there is none yet",
      fix: "name the provider's library with --provider PATH"
    )
  }

  fileprivate static func unknownProvider(_ name: String) -> CommandError {
    CommandError(
      .noProvider, what: "there is no provider with the id \(quoted(name))",
      why: "only the last provider that was used is known by its id, and it is another one",
      fix: "name the provider's library with --provider PATH; a path has a slash or ends in .so"
    )
  }
}
