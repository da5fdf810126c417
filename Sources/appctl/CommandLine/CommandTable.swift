/// Parsing, help, completions and the manual page are derived from this list.
struct CommandTable: Sendable {
  /// In the order of the overview.
  let commands: [any Command.Type]

  static let current = CommandTable(commands: [
    LoginCommand.self, LogoutCommand.self, StatusCommand.self, UseCommand.self, TokenCommand.self,
    CredentialCommand.self, ShowCommand.self, PerformCommand.self, RunCommand.self, ServeCommand.self,
    LintCommand.self, ProvidersCommand.self, PermissionsCommand.self, QuarantineCommand.self, InspectCommand.self,
    ValidateCommand.self,
    ReplayCommand.self, TestCommand.self, ConfigCommand.self, DoctorCommand.self, NewCommand.self, ExplainCommand.self,
    CompletionsCommand.self, ManualCommand.self, HelpCommand.self,
  ])

  var names: [String] { commands.map { $0.name } }

  /// Those that commands share, each with the choices of all commands.
  var globalOptions: [ParameterSpec] {
    commands.flatMap { $0.sharedOptions }.reduce(into: []) { options, option in
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
