/// `appctl completions`: prints the script that has a shell complete command lines of appctl.
@MainActor
struct CompletionsCommand {
  private let invocation: Invocation
  private let console: Console

  init(_ invocation: Invocation, _ console: Console) {
    self.invocation = invocation
    self.console = console
  }

  func run() {
    // The table has refused every other word.
    guard let shell = invocation.positionals.first.flatMap(CompletionShell.init) else { return }
    console.result(shell.script())
  }
}
