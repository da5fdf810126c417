/// A shell whose script completes command lines.
///
/// The script is a file in `Templates/completions`, in which words such as `@options@` stand for what the commands
/// declare.
enum CompletionShell: String, CaseIterable, ParameterValue {
  case bash, zsh, fish

  func script(for table: CommandTable = .current) -> String {
    let words = CompletionWords(shell: self, table: table).all
    return words.reduce(String(decoding: EmbeddedFile.completions(rawValue), as: UTF8.self)) { script, word in
      script.replacing("@\(word.key)@", with: word.value)
    }
  }
}

private struct CompletionWords {
  struct Place {
    /// Empty for a position before the command.
    let command: String
    /// The option whose value is completed, or the argument's number from 0, or `*` for the last argument and all after
    /// it.
    let position: String
    let completion: CompletionHint
  }

  let shell: CompletionShell
  let table: CommandTable

  var all: KeyValuePairs<String, String> {
    [
      "valued": valued.joined(separator: shell == .bash ? " | " : shell == .zsh ? "|" : " "),
      "commands": commands, "options": optionLines.joined(separator: shell == .fish ? "\n" : "\n      "),
      "values": cases(values), "arguments": cases(arguments),
    ]
  }

  /// Those before the command have an empty name.
  private var options: [(command: String, options: [ParameterSpec])] {
    [("", table.globalOptions)] + table.commands.map { ($0.name, $0.parameters.allOptions) }
  }

  private var valued: [String] {
    options.flatMap(\.options).filter { !$0.isFlag }.flatMap(\.names).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  private var values: [Place] {
    options.flatMap { command, options in
      options.filter { $0.completion != .none }.flatMap { option in
        option.names.map { Place(command: command, position: $0, completion: option.completion) }
      }
    }
  }

  private var arguments: [Place] {
    table.commands.flatMap { command in
      command.parameters.arguments.enumerated().filter { $1.completion != .none }.map { index, argument in
        let position = argument.isRepeatable ? "*" : "\(index)"
        return Place(command: command.name, position: position, completion: argument.completion)
      }
    }
  }

  private var commands: String {
    let commands = table.commands
    return switch shell {
    case .bash: table.names.joined(separator: " ")
    case .zsh: commands.map { quoted("\($0.name):", $0.help.summary) }.joined(separator: " ")
    case .fish:
      commands.map { "\(fishLine("")) -a \($0.name) -d \(quoted("", $0.help.summary))" }.joined(separator: "\n")
    }
  }

  private var optionLines: [String] {
    options.flatMap { command, options -> [String] in
      let pattern = command.isEmpty ? "''" : command
      switch shell {
      case .bash: return ["\(pattern)) _appctl_words '\(options.flatMap(\.names).joined(separator: " "))' ;;"]
      case .zsh:
        let lines = options.flatMap { option in option.names.map { quoted("\($0):", option.help) } }
        return ["(\(pattern)) lines=(\(lines.joined(separator: " "))) ;;"]
      case .fish:
        return options.map { option in
          let short = option.shortName.map { " -s \($0.dropFirst())" } ?? ""
          let value = option.isFlag ? "" : " -r" + action(option.completion)
          return "\(fishLine(command))\(short) -l \(option.name.dropFirst(2))\(value) -d \(quoted("", option.help))"
        }
      }
    }
  }

  // The patterns are `COMMAND:POSITION`; positions with the same completion share a branch. Fish has a line for each.
  private func cases(_ places: [Place]) -> String {
    if shell == .fish {
      return places.map { place in
        "complete -c appctl -n '__appctl_is_at \(place.command) \"\(place.position)\"'\(action(place.completion))"
      }.joined(separator: "\n")
    }
    var groups: [(patterns: [String], completion: CompletionHint)] = []
    for place in places {
      let pattern = "\(place.command):\(place.position)"
      if let index = groups.firstIndex(where: { $0.completion == place.completion }) {
        groups[index].patterns.append(pattern)
      } else {
        groups.append(([pattern], place.completion))
      }
    }
    let (opening, separator) = shell == .bash ? ("", " | ") : ("(", "|")
    return groups.map { "\(opening)\($0.patterns.joined(separator: separator))) \(action($0.completion)) ;;" }
      .joined(separator: "\n      ")
  }

  private func fishLine(_ command: String) -> String { "complete -c appctl -n '__appctl_is_at \"\(command)\"'" }

  private func quoted(_ word: String, _ text: String) -> String {
    let text = text.replacing("\\", with: "\\\\")
    return shell == .fish
      ? "'\(text.replacing("'", with: "\\'"))'"
      : "'\(word)\(text.replacing(":", with: "\\:").replacing("'", with: "'\\''"))'"
  }

  private func action(_ completion: CompletionHint) -> String {
    let words = (completion == .commands ? table.names : completion.values ?? []).joined(separator: " ")
    let (bash, zsh, fish) =
      switch completion {
      case .none: (":", ":", " -f")
      case .path: ("_appctl_files", "_files", " -F")
      case .directory: ("_appctl_folders", "_files -/", " -f -a '(__fish_complete_directories (commandline -ct))'")
      case .provider: ("_appctl_providers", "_appctl_ids; _files", " -F -a '(__appctl_ids)'")
      case .providerID: ("_appctl_ids", "_appctl_ids", " -f -a '(__appctl_ids)'")
      case .code: ("_appctl_codes", "_appctl_codes", " -f -a '(__appctl_codes)'")
      case .values: ("_appctl_words '\(words)'", "compadd -- \(words)", " -f -a '\(words)'")
      case .commands: ("_appctl_words '\(words)'", "_appctl_commands", " -f -a '\(words)'")
      }
    return switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }
}
