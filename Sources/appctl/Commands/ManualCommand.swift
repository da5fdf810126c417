@MainActor
struct ManualCommand: Command {
  nonisolated static let help = CommandHelp(
    "Print the manual page of appctl, or of one command.",
    "It is in the macros of man(7). Where appctl is installed as a whole, 'man appctl' and 'man appctl-login' show them.",
    examples: [
      "Read it with man ./appctl.1": "appctl manual > appctl.1",
      "Have the page of a command": "appctl manual login > appctl-login.1",
    ])

  @Argument(as: .commands, "The command whose page it is.") private var command: String?
  nonisolated var declared: DeclaredParameters { ["COMMAND": _command] }

  func run(_ console: Console) throws {
    let page =
      try command.map { name throws(CommandError) in ManualPage(of: try CommandTable.current.command(named: name)) }
      ?? ManualPage()
    console.result(page.text)
  }
}
