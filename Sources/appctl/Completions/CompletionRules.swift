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

/// What the shells' scripts are made of: what can stand where, from the commands.
struct CompletionRules {
  /// A place in a command line, and what completes it.
  struct Place {
    /// The command; empty before it.
    let command: String
    /// The option whose value it is, or the number of the argument, counted from 0; `*` for it and all that follow.
    let position: String
    let completion: CompletionHint
  }

  let table: CommandTable

  init(_ table: CommandTable) { self.table = table }

  var commands: [any Command.Type] { table.commands }

  /// The options before the command, under an empty name, and those of each command.
  var options: [(command: String, options: [ParameterSpec])] {
    [("", table.globalOptions)] + commands.map { ($0.name, $0.allOptions) }
  }

  /// The names of all options that take a value, whatever the command is.
  var valued: [String] {
    var names: [String] = []
    for option in options.flatMap(\.options) where !option.isFlag && !names.contains(option.name) {
      names.append(option.name)
    }
    return names
  }

  /// Where the value of an option is completed.
  var values: [Place] {
    options.flatMap { command, options in
      options.filter { $0.completion != .none }
        .map { Place(command: command, position: $0.name, completion: $0.completion) }
    }
  }

  /// Where an argument is completed.
  var arguments: [Place] {
    commands.flatMap { command in
      command.arguments.enumerated().filter { $1.completion != .none }.map { index, argument in
        let position = argument.isRepeatable ? "*" : "\(index)"
        return Place(command: command.name, position: position, completion: argument.completion)
      }
    }
  }

  /// The cases of a shell, one for all places that are completed alike, by the patterns `COMMAND:POSITION`.
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

  /// Prints the ids of the providers that are found; the program is the first word of the command line.
  static func providerIDs(of program: String) -> String {
    #"\#(program) providers --quiet 2> /dev/null | sed -n -e '/^no providers$/d' -e 's/^\([^ ][^ ]*\) .*/\1/p'"#
  }

  /// Prints the codes of all errors.
  static func codes(of program: String) -> String { "\(program) explain 2> /dev/null | cut -d ' ' -f 1" }
}
