import AppControllerKit
import CSystem
import Glibc
import ProviderPlugins
import ProviderValidator

@main
@MainActor
enum AppCtl {
  static func main() async {
    // The runtime's backtracer would prompt on the terminal, and print registers and memory, which may contain typed
    // secrets.
    terminal_crashes_reset()
    ProviderChild.runIfRequested()
    await ConformanceChild.runIfRequested(CheckSignIn(SignIn.forChecks))
    let console = Console(columns: Console.columns(of:))
    let arguments: [String]
    do throws(AppControllerError) {
      // Docker identifies its helpers by their file names.
      let isForDocker = CommandLine.arguments.first?.split(separator: "/").last == "docker-credential-appctl"
      arguments = (isForDocker ? ["credential", "docker"] : []) + (try SystemText.arguments())
    } catch {
      let error = CommandError.usage(error.what, why: error.why, fix: error.fix)
      console.error(error)
      exit(ExitStatus(error).rawValue)
    }
    exit(await run(arguments, console: console).rawValue)
  }

  /// Commands throw; only this function turns their errors into a status.
  static func run(_ arguments: [String], console: Console) async -> ExitStatus {
    do {
      let invocation = try CommandLineParser().parse(arguments)
      console.colorUse = invocation.colorUse
      let command = try CommandTable.current.command(for: invocation)
      (console.isQuiet, console.isVerbose) = (command.quiet, command.verbose)
      try await command.run(console)
      try console.requireWritten()
      return .done
    } catch is SilentRefusal {
      return .refused
    } catch {
      console.error(error)
      return ExitStatus(error)
    }
  }
}

/// Parsing, help, completions and the manual page are derived from this list.
struct CommandTable: Sendable {
  /// In the order of the overview, each with a title.
  let groups: KeyValuePairs<String, [any Command.Type]>
  let commands: [any Command.Type]

  static let current = CommandTable([
    "Sign in": [
      LoginCommand.self, LogoutCommand.self, StatusCommand.self, UseCommand.self, TokenCommand.self,
      CredentialCommand.self,
    ],
    "Look and serve": [RunCommand.self, ServeCommand.self, ShowCommand.self, PerformCommand.self],
    "Write a provider": [
      NewCommand.self, LintCommand.self, InspectCommand.self, ValidateCommand.self, ReplayCommand.self,
      TestCommand.self, ExplainCommand.self,
    ],
    "Operate": [
      ProvidersCommand.self, PermissionsCommand.self, QuarantineCommand.self, ConfigCommand.self, DoctorCommand.self,
      CompletionsCommand.self, ManualCommand.self, HelpCommand.self,
    ],
  ])

  init(_ groups: KeyValuePairs<String, [any Command.Type]>) {
    (self.groups, commands) = (groups, groups.flatMap(\.value))
  }

  var names: [String] { commands.map { $0.name } }

  /// Those that commands share, each with the choices of all commands.
  var globalOptions: [ParameterSpec] {
    commands.flatMap { $0.parameters.sharedOptions }.reduce(into: []) { options, option in
      guard let position = options.firstIndex(where: { $0.name == option.name }) else { return options.append(option) }
      if (option.choices ?? []).count > (options[position].choices ?? []).count { options[position] = option }
    }
  }

  /// Throws `ACK5001` when there is none.
  func command(named name: String) throws(CommandError) -> any Command.Type {
    guard let command = commands.first(where: { $0.name == name }) else {
      throw .unknownCommand(name, among: names)
    }
    return command
  }

  /// Throws `ACK5001` for a value that is not valid.
  func command(for invocation: Invocation) throws(CommandError) -> any Command {
    // Only an option asks for this command, so it is not in the list.
    if invocation.command == VersionCommand.name { return try VersionCommand(invocation) }
    return try command(named: invocation.command).init(invocation)
  }
}
