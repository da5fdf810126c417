@MainActor
struct HelpCommand: Command {
  nonisolated static let help = CommandHelp(
    "Show help, for one command when it is named.", examples: ["Explain login": "appctl help login"])

  @Argument(as: .commands, "The command to explain.") private var command: String?
  nonisolated var declared: DeclaredParameters { ["COMMAND": _command] }

  func run(_ console: Console) throws {
    let named = try command.map { name throws(CommandError) in try CommandTable.current.command(named: name) }
    console.result((named.map(HelpText.help) ?? HelpText.overview()) + "\n")
  }
}

@MainActor
struct VersionCommand: Command {
  nonisolated static let help = CommandHelp("Show the version.")

  func run(_ console: Console) { console.result(HelpText.version() + "\n") }
}
