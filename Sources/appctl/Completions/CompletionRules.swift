enum CompletionShell: String, CaseIterable, ParameterValue {
  case bash, zsh, fish

  func script(for table: CommandTable = .current) -> String {
    let rules = CompletionRules(table)
    return switch self {
    case .bash: BashCompletions(rules: rules).script
    case .zsh: ZshCompletions(rules: rules).script
    case .fish: FishCompletions(rules: rules).script
    }
  }
}

/// The rules that the shells' scripts share: the completions for each position, derived from the commands.
struct CompletionRules {
  struct Place {
    /// Empty for a position before the command.
    let command: String
    /// The option whose value is completed, or the argument's number from 0, or `*` for the last argument and all after
    /// it.
    let position: String
    let completion: CompletionHint
  }

  let table: CommandTable

  init(_ table: CommandTable) { self.table = table }

  var commands: [any Command.Type] { table.commands }

  /// Those before the command have an empty name.
  var options: [(command: String, options: [ParameterSpec])] {
    [("", table.globalOptions)] + commands.map { ($0.name, $0.allOptions) }
  }

  var valued: [String] {
    var names: [String] = []
    for option in options.flatMap(\.options) where !option.isFlag && !names.contains(option.name) {
      names.append(option.name)
    }
    return names
  }

  var values: [Place] {
    options.flatMap { command, options in
      options.filter { $0.completion != .none }
        .map { Place(command: command, position: $0.name, completion: $0.completion) }
    }
  }

  var arguments: [Place] {
    commands.flatMap { command in
      command.arguments.enumerated().filter { $1.completion != .none }.map { index, argument in
        let position = argument.isRepeatable ? "*" : "\(index)"
        return Place(command: command.name, position: position, completion: argument.completion)
      }
    }
  }

  /// The patterns are `COMMAND:POSITION`; positions with the same completion share a branch.
  func cases(
    _ places: [Place], separator: String, opening: String = "", _ action: (CompletionHint) -> String
  ) -> String {
    var groups: [(patterns: [String], completion: CompletionHint)] = []
    for place in places {
      let pattern = "\(place.command):\(place.position)"
      if let index = groups.firstIndex(where: { $0.completion == place.completion }) {
        groups[index].patterns.append(pattern)
      } else {
        groups.append(([pattern], place.completion))
      }
    }
    return groups.map { "      \(opening)\($0.patterns.joined(separator: separator))) \(action($0.completion)) ;;" }
      .joined(separator: "\n")
  }

  /// The program is the first word of the command line.
  static func providerIDs(of program: String) -> String {
    #"\#(program) providers --quiet 2> /dev/null | sed -n -e '/^no providers$/d' -e 's/^\([^ ][^ ]*\) .*/\1/p'"#
  }

  static func codes(of program: String) -> String { "\(program) explain 2> /dev/null | cut -d ' ' -f 1" }
}
