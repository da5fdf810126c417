import AppControllerKit
import ProviderPlugins

/// A command that meets a provider.
protocol WorkspaceCommand: Command {
  /// What all of them take.
  var common: ProviderOptions { get }
  /// Whether the library is replaced whenever it is built again.
  @MainActor var watch: Bool { get }

  /// Does what it is for.
  @MainActor func run(in workspace: Workspace) async throws
}

extension WorkspaceCommand {
  var quiet: Bool { common.quiet }
  var verbose: Bool { common.verbose }
  var watch: Bool { false }

  func run(_ console: Console) async throws {
    let workspace = try await Workspace(self, try .current(), console)
    do { try await run(in: workspace) } catch {
      // What the provider has said comes before what became of the command.
      await workspace.close()
      throw error
    }
    await workspace.close()
  }
}

/// What every command that meets a provider takes.
struct ProviderOptions: OptionGroup {
  @Option(
    value: "ID|PATH", as: .provider,
    "Use this provider, by its id or by the path of its library; the last one used otherwise.")
  var provider: String?
  @Option(.providerDir) var providerDir: [String]
  @Option(value: "SHA256", "Load the provider's library only if it has this digest.") var pin: ProviderPin?
  @Flag("Run the provider in a process of its own, which has few rights and may crash; login and run remember it.")
  var isolated: Bool
  @Flag("Run the provider in the process of appctl, with all its rights; login and run remember it for this file.")
  var notIsolated: Bool
  @Option(.allow) var allow: [ProviderPermission]
  @Option(value: "FILE", as: .path, "Use the interfaces of this storyboard, without a provider.") var storyboard:
    String?
  @Option(value: "NAME", "The storyboard's interface for when nobody is logged in; logged-out unless given.")
  var loggedOut: String?
  @Option(value: "NAME", "The storyboard's interface for when somebody is; logged-in unless given.")
  var loggedIn: String?
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

  /// Whether the command may begin a session: only then it matters where the settings want the secret, since a session is
  /// found wherever it is.
  private let beginsSession: Bool

  /// - Parameters:
  ///   - formats: In which formats the result is printed; none when it is not a text.
  ///   - beginsSession: Whether the command may begin a session.
  init(formats: [Format] = [.text, .json], beginsSession: Bool = false) {
    _format = .format(formats)
    self.beginsSession = beginsSession
  }

  /// Takes what the command line leaves open from the settings.
  func complete(with settings: Settings) {
    if provider == nil, storyboard == nil { provider = settings.provider?.value }
    if store == nil, beginsSession { store = settings.store?.value }
  }

  /// Where the command line says that the provider runs.
  var isolation: ProviderIsolation? { isolated ? .process : notIsolated ? ProviderIsolation.none : nil }
}
