import AppControllerKit
import AppControllerTerminal
import Glibc
import ProviderPlugins

/// `appctl run`: opens the app on the terminal, or line by line.
@MainActor
struct RunCommand {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  func run() async throws {
    let environment = TerminalEnvironment.current
    // What another process does to the session is seen at once.
    let (provider, controller) = try workspace.open(followsStore: true)
    controller.eventHandler = { [workspace] event in
      if event.kind == .installed { workspace.remember(provider, withChoice: true) }
    }
    if let reason = lineReason(environment) { return try await runLines(controller, provider, because: reason) }
    guard let terminal = TerminalWindow(traits: traits, environment: environment) else {
      return try await runLines(controller, provider, because: "the terminal can only write lines")
    }
    provider.watched?.reloadHandler = { [workspace, weak terminal] reload in
      terminal?.say(Self.text(of: reload))
      // What fits on one line is not all that there is to say; the rest is shown afterwards.
      if case .refused(let error) = reload { workspace.console.error(error) }
    }
    switch try await terminal.run(controller) {
    case .left, .gone: break
    case .signal(let number):
      // A provider that does not come back from its end keeps nobody.
      let watchdog = Watchdog { _, _ in Self.end(by: number) }
      watchdog.begin("the end", within: .seconds(1))
      await workspace.close()
      Self.end(by: number)
    }
  }

  private func runLines(
    _ controller: AppController, _ provider: OpenedProvider, because reason: String
  ) async throws {
    if !reason.isEmpty { workspace.console.note("note: line by line, because \(reason)") }
    let window = LineWindow(traits: traits) { [console = workspace.console] text in
      console.result(text)
      // Nobody answers what nobody can read.
      if (try? console.requireWritten()) == nil { Task { @MainActor in controller.terminate() } }
    }
    provider.watched?.reloadHandler = { [workspace, weak window] reload in
      switch reload {
      case .replaced: window?.say(Self.text(of: reload))
      case .refused(let error):
        window?.say("warning: the new build is not used, and the one before goes on")
        workspace.console.error(error)
      }
    }
    switch try await window.run(controller) {
    case .left: break
    case .unreadable(let number): throw CommandError.inputCannotBeRead(number)
    case .tooLong: throw CommandError.lineIsTooLong
    }
  }

  /// What became of a new build, on one line.
  private static func text(of reload: ReloadingProvider.Reload) -> String {
    switch reload {
    case .replaced(let id, let version): "success: the new build of \(id) \(version) is running"
    case .refused(let error as any ExplainedError):
      "warning: the new build is not used, and the one before goes on: \(error.what)"
    case .refused(let error): "warning: the new build is not used, and the one before goes on: \(error)"
    }
  }

  /// Why the screen is not drawn; empty when somebody asks for that, `nil` when it is.
  private func lineReason(_ environment: [String: String]) -> String? {
    workspace.invocation.flag(.line) ? "" : LineReason.reason(environment, .current)
  }

  private var traits: TraitCollection {
    var traits = TraitCollection()
    switch workspace.invocation.string(.motion) {
    case "none": traits.motion = .none
    case "reduced": traits.motion = .reduced
    default: traits.motion = .full
    }
    return traits
  }

  /// Ends the process as the signal would have, which is what whoever has started it is to see.
  private nonisolated static func end(by number: Int32) {
    signal(number, SIG_DFL)
    // The threads of the runtime hold signals back.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    _ = unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}
