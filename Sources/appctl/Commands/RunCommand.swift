import AppControllerKit
import AppControllerTerminal
import CSystem
import Glibc
import ProviderPlugins

@MainActor
struct RunCommand: WorkspaceCommand {
  nonisolated static let help = CommandHelp(
    "Open the app on the terminal.",
    "Draws the provider's interface and does what is typed, until Control-C. Tab goes to the next control, Return "
      + "presses it, Escape goes back. The terminal is afterwards as it was before, however the app ends.",
    "Where the screen cannot be drawn, or nobody would see it, everything is said and asked line by line: with "
      + "--line, with ACCESSIBLE=1 or TERM=dumb in the environment, and when input or output is no terminal. "
      + "NO_COLOR is honoured.",
    "The terminal is asked for its background, and gets colours that can be read on it. Where nothing is known of the "
      + "background, the terminal's own colours are used; --color-scheme says what it is.",
    "With --watch the library's file is watched while you write the provider. A new build takes over where the former "
      + "was: the session stays, and so does the screen where the ids do. A build that is broken changes nothing, and "
      + "the reason is said. Misspelt names and what is hard to use in an interface are reported, too.",
    "With --until-login it ends with the status 0 as soon as somebody has logged in, after the terminal is given back. "
      + "The session is then in memory only, as with --store memory, and the provider is not remembered: nothing is "
      + "written. That is for a greeter, which shows a login to a machine.",
    examples: [
      "Open the app": "appctl run --provider com.example.kitty",
      "Use it with a screen reader": "appctl run --line",
      "Write a provider and see each build": "appctl run --watch --provider .build/debug/libKitty.so",
      "Greet people at a machine": "appctl run --until-login --provider org.appcontrollerkit.greetd",
    ])

  nonisolated private static let motions: KeyValuePairs<String, TraitCollection.Motion> = [
    "none": .none, "reduced": .reduced, "full": .full,
  ]

  @Flag("Say and ask everything line by line, without drawing a screen.") private var line: Bool
  @Option(value: "HOW", as: .values(motions.map(\.key)), "Let this much move; full unless given.") private var motion:
    String?
  @Option(.colorScheme) private var colorScheme: String?
  @Option(value: "WHOSE", as: .values(["app", "terminal"]), "Who handles clicks; the app unless given.")
  private var mouse: String?
  @Flag("Run the provider in a process of its own, and replace it whenever its library is built again.")
  private var watch: Bool
  @Flag("End with status 0 when somebody has logged in; the session is in memory only, and nothing is stored.")
  private var untilLogin: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "--line": _line, "--motion": _motion, "--color-scheme": _colorScheme, "--mouse": _mouse, "--watch": _watch,
      "--until-login": _untilLogin,
    ]
  }
  let common = ProviderOptions(formats: [], beginsSession: true)
  // A user of a greeter has not logged in yet, and must not grant permissions for the machine.
  var use: WorkspaceUse {
    WorkspaceUse(isWatched: watch, asksForPermissions: !untilLogin, keepsSessions: !untilLogin)
  }

  func run(in workspace: Workspace) async throws {
    if common.settingStdin != nil, !StandardInput.isTerminal {
      throw CommandError.usage(
        "--setting-stdin is given, and appctl run reads what the user does from standard input as well",
        why: "standard input is no terminal, and a value is all of it",
        fix: "run it on a terminal, or give the setting in config.json with { \"file\": \"PATH\" }")
    }
    let environment = TerminalEnvironment.current
    // The app observes the session store, so that it shows changes by other processes at once.
    let (provider, controller) = try await workspace.open(isApp: true)
    if untilLogin {
      controller.onEvent { [weak controller] event in
        guard case .completed = event.kind, event.state == .loggedIn else { return }
        // The controller ends after the transition, and not within it.
        Task { @MainActor in controller?.terminate() }
      }
    } else {
      controller.onEvent { [workspace] event in
        if event.kind == .installed { workspace.remember(provider, withChoice: true) }
      }
    }
    // A user who asked for lines gets no reason.
    if let reason = line ? "" : LineReason.reason(environment, .current) {
      return try await runLines(controller, provider, workspace, because: reason)
    }
    guard
      let terminal = TerminalWindow(
        traits: traits(workspace.console.colorUse), environment: environment,
        renderer: TerminalRenderer(
          signs: .init(environment: environment), assets: PNGDecoder.decoder),
        mouse: mouse != "terminal")
    else {
      return try await runLines(controller, provider, workspace, because: "the terminal can only write lines")
    }
    terminal.openHandler = ChildProgram.opener
    provider.watched?.reloadHandler = { [workspace, weak terminal] reload in
      terminal?.say(Self.text(of: reload))
      // One line has no room for the whole error, which is also printed after the screen is gone.
      if case .refused(let error) = reload { workspace.console.error(error) }
    }
    let reporter = watch ? DiagnosticReporter(on: controller) { [weak terminal] in terminal?.say($0) } : nil
    // The screen has little room, so all errors and findings are printed after the screen is gone.
    defer {
      for error in terminal.errors { workspace.console.error(error) }
      for diagnostic in reporter?.found ?? [] { workspace.console.warning(diagnostic.text) }
    }
    switch try await terminal.run(controller) {
    case .left, .gone: break
    case .signal(let number):
      // The watchdog limits the wait for a provider that does not end.
      let watchdog = Watchdog { _, _ in terminal_signal_perform(number) }
      watchdog.begin("the end", within: .seconds(1))
      await workspace.close()
      // The parent sees the signal as the cause.
      terminal_signal_perform(number)
    }
  }

  private func runLines(
    _ controller: AppController, _ provider: OpenedProvider, _ workspace: Workspace, because reason: String
  ) async throws {
    if !reason.isEmpty { workspace.console.note("note: line by line, because \(reason)") }
    let window = LineWindow(traits: traits(workspace.console.colorUse)) { [console = workspace.console] text in
      console.lines(text)
      // When its output can no longer be written, the app ends, because the user could not see its questions.
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
    let reporter = watch ? DiagnosticReporter(on: controller) { [weak window] in window?.say($0) } : nil
    defer { withExtendedLifetime(reporter) {} }
    switch try await window.run(controller) {
    case .left: break
    case .unreadable(let number): throw CommandError.inputCannotBeRead(number)
    case .tooLong: throw CommandError.lineIsTooLong
    }
  }

  private static func text(of reload: ReloadingProvider.Reload) -> String {
    switch reload {
    case .replaced(let id, let version): "success: the new build of \(id) \(version) is running"
    case .refused(let error as any ExplainedError):
      "warning: the new build is not used, and the one before goes on: \(error.what)"
    case .refused(let error): "warning: the new build is not used, and the one before goes on: \(error)"
    }
  }

  private func traits(_ colorUse: ColorUse) -> TraitCollection {
    var traits = TraitCollection()
    traits.motion = Self.motions.first { $0.key == motion }?.value ?? .full
    traits.color = colorUse == .never ? .monochrome : TraitCollection.Color(scheme: colorScheme)
    return traits
  }
}

/// Reports what is misspelt or unusable in interfaces, for an author who watches a build.
@MainActor
private final class DiagnosticReporter {
  /// Each once.
  private(set) var found: [Diagnostic] = []

  init(on controller: AppController, say: @escaping @MainActor (String) -> Void) {
    controller.onEvent { [weak self, weak controller] event in
      if [.installed, .exchanged, .changed(.interface)].contains(event.kind) {
        self?.examine(controller?.installedInterface, say)
      }
    }
  }

  private func examine(_ interface: InterfaceDescription?, _ say: (String) -> Void) {
    for diagnostic in interface?.lint() ?? [] where !found.contains(diagnostic) {
      found.append(diagnostic)
      say("warning: \(diagnostic.text)")
    }
  }
}
