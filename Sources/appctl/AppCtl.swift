import AppControllerKit
import CSystem
import Glibc
import ProviderPlugins
import ProviderValidator

/// The command line: reads the arguments, runs one command, ends with its status.
@main
@MainActor
enum AppCtl {
  static func main() async {
    // The backtracer of the runtime would ask on the terminal, and show registers and memory, where what was typed is.
    terminal_crashes_reset()
    ProviderChild.runIfRequested()
    await ConformanceChild.runIfRequested()
    let console = Console()
    let arguments: [String]
    do throws(AppControllerError) { arguments = try SystemText.arguments() } catch {
      let error = CommandError.usage(error.what, why: error.why, fix: error.fix)
      console.error(error)
      exit(ExitStatus(error).rawValue)
    }
    exit(await run(arguments, console: console).rawValue)
  }

  /// Runs a command line.
  ///
  /// - Returns: What the process ends with. Commands throw; this is the one place where errors become a status.
  static func run(_ arguments: [String], console: Console) async -> ExitStatus {
    do {
      let invocation = try CommandLineParser(table: .current).parse(arguments)
      switch invocation.command {
      case "version": console.result(HelpText.version() + "\n")
      case "lint": try LintCommand(invocation, console).run()
      case "inspect": try InspectCommand(invocation, console).run()
      case "quarantine": try QuarantineCommand(invocation, console).run()
      case "providers": try ProvidersCommand(invocation, console).run()
      case "new": try NewCommand(invocation, console).run()
      case "config": ConfigCommand(invocation, console, try .current()).run()
      case "doctor": try await DoctorCommand(invocation, console).run()
      case "completions": CompletionsCommand(invocation, console).run()
      case "manual": ManualCommand(console).run()
      case "explain": try ExplainCommand(invocation, console).run()
      case "replay": try await ReplayCommand(invocation, console).run()
      case "validate": try await ValidateCommand(invocation, console).run()
      case "help": try console.result(help(for: invocation.positionals.first))
      default: try await runCommand(invocation, console)
      }
      try console.requireWritten()
      return .done
    } catch {
      console.error(error)
      return ExitStatus(error)
    }
  }

  private static func help(for command: String?) throws -> String {
    guard let command else { return HelpText.overview() + "\n" }
    return HelpText.help(for: try CommandTable.current.command(named: command)) + "\n"
  }

  private static func runCommand(_ invocation: Invocation, _ console: Console) async throws {
    let workspace = try await Workspace(Settings.current().complete(invocation), console)
    do { try await runCommand(invocation.command, in: workspace) } catch {
      // What the provider has said comes before what became of the command.
      await workspace.close()
      throw error
    }
    await workspace.close()
  }

  private static func runCommand(_ command: String, in workspace: Workspace) async throws {
    switch command {
    case "login": try await LoginCommand(workspace).run()
    case "logout": try await LogoutCommand(workspace).run()
    case "status": try await StatusCommand(workspace).run()
    case "show": try await ShowCommand(workspace).run()
    case "perform": try await PerformCommand(workspace).run()
    case "run": try await RunCommand(workspace).run()
    default:
      throw CommandError.usage(
        "the command '\(command)' is in the table but does nothing", why: "this is a fault of appctl",
        fix: "report it"
      )
    }
  }
}
