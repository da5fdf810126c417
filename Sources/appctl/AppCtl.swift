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
      let command = try CommandTable.current.command(for: CommandLineParser().parse(arguments))
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
