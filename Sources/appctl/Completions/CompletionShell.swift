/// A shell that completes command lines of appctl.
enum CompletionShell: String, CaseIterable, ParameterValue {
  case bash, zsh, fish

  /// The shell's script, from the commands.
  func script(for table: CommandTable = .current) -> String {
    let rules = CompletionRules(table)
    return switch self {
    case .bash: BashCompletions(rules: rules).script
    case .zsh: ZshCompletions(rules: rules).script
    case .fish: FishCompletions(rules: rules).script
    }
  }
}
