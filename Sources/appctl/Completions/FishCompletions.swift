struct FishCompletions {
  let rules: CompletionRules

  var script: String {
    """
    # Completions of appctl for fish, made by 'appctl completions fish'.

    # Whether the line is at a command, and, when a number is given, at its argument of that number.
    function __appctl_is_at
      set -l words (commandline -opc)
      set -e words[1]
      set -l command ''
      set -l rest 0
      set -l skips 0
      for word in $words
        if test $skips = 1
          set skips 0
          continue
        end
        switch $word
          case \(rules.valued.joined(separator: " "))
            set skips 1
          case '-*'
          case '*'
            if test -z "$command"
              set command $word
            else
              set rest (math $rest + 1)
            end
        end
      end
      test "$command" = "$argv[1]"; or return 1
      test (count $argv) -lt 2; or test "$argv[2]" = "$rest"; or test "$argv[2]" = '*'
    end

    function __appctl_ids
      set -l words (commandline -opc)
      \(CompletionRules.providerIDs(of: "$words[1]"))
    end

    function __appctl_codes
      set -l words (commandline -opc)
      \(CompletionRules.codes(of: "$words[1]"))
    end

    complete -c appctl -f
    \((commands + arguments + options).joined(separator: "\n"))

    """
  }

  private var commands: [String] {
    rules.commands.map { "complete -c appctl -n '__appctl_is_at \"\"' -a \($0.name) -d \(quoted($0.help.summary))" }
  }

  private var arguments: [String] {
    rules.arguments.map { place in
      "complete -c appctl -n '__appctl_is_at \(place.command) \"\(place.position)\"'\(words(place.completion))"
    }
  }

  private var options: [String] {
    rules.options.flatMap { command, options in
      options.map { option in
        let place = "complete -c appctl -n '__appctl_is_at \"\(command)\"'"
        let short = option.shortName.map { " -s \($0.dropFirst())" } ?? ""
        let value = option.isFlag ? "" : " -r" + words(option.completion)
        return "\(place)\(short) -l \(option.name.dropFirst(2))\(value) -d \(quoted(option.help))"
      }
    }
  }

  private func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }

  private func words(_ completion: CompletionHint) -> String {
    switch completion {
    case .none: " -f"
    case .path: " -F"
    case .directory: " -f -a '(__fish_complete_directories (commandline -ct))'"
    case .provider: " -F -a '(__appctl_ids)'"
    case .providerID: " -f -a '(__appctl_ids)'"
    case .code: " -f -a '(__appctl_codes)'"
    case .values(let values): " -f -a '\(values.joined(separator: " "))'"
    case .commands: " -f -a '\(rules.table.names.joined(separator: " "))'"
    }
  }
}
