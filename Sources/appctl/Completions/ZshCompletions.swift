/// The completions for zsh, as a file `_appctl` in a folder of `fpath`, or sourced.
struct ZshCompletions {
  let rules: CompletionRules

  var script: String {
    """
    #compdef appctl
    # Completions of appctl for zsh, made by 'appctl completions zsh'.

    # Completes the word at the cursor.
    _appctl() {
      local program=$words[1] command option ended word
      local -i rest=0 i
      local -a lines
      for ((i = 2; i < CURRENT; i++)); do
        word=$words[i]
        if [[ -n $option ]]; then
          option=
        elif [[ -z $ended && $word == -- ]]; then
          ended=1
        elif [[ -z $ended && $word == -* ]]; then
          case $word in
            (\(rules.valued.joined(separator: "|"))) option=$word ;;
          esac
        elif [[ -z $command ]]; then
          command=$word
        else
          (( rest += 1 ))
        fi
      done
      if [[ -z $option$ended && $PREFIX == --*=* ]]; then
        option=${PREFIX%%=*}
        compset -P '*='
      fi
      if [[ -n $option ]]; then
        case $command:$option in
    \(rules.cases(rules.values, separator: "|", opening: "(", action))
        esac
      elif [[ -z $ended && $PREFIX == -* ]]; then
        case $command in
    \(options)
        esac
        _describe -o option lines
      elif [[ -z $command ]]; then
    \(commands)
        _describe command lines
      else
        case $command:$rest in
    \(rules.cases(rules.arguments, separator: "|", opening: "(", action))
        esac
      fi
    }

    _appctl_commands() {
      local -a lines
    \(commands)
      _describe command lines
    }
    _appctl_ids() { compadd -- ${(f)"$(\(CompletionRules.providerIDs(of: "$program")))"} }
    _appctl_codes() { compadd -- ${(f)"$(\(CompletionRules.codes(of: "$program")))"} }

    if [[ $funcstack[1] == _appctl ]]; then
      _appctl "$@"
    else
      compdef _appctl appctl
    fi

    """
  }

  private var commands: String {
    "    lines=(\(rules.commands.map { quoted($0.name, $0.help.summary) }.joined(separator: " ")))"
  }

  private var options: String {
    rules.options.map { command, options in
      let lines = options.flatMap { option in option.names.map { quoted($0, option.help) } }
      return "      (\(command.isEmpty ? "''" : command)) lines=(\(lines.joined(separator: " "))) ;;"
    }.joined(separator: "\n")
  }

  /// Quoted for `_describe`.
  private func quoted(_ word: String, _ text: String) -> String {
    "'\(word):\(text.replacing("\\", with: "\\\\").replacing(":", with: "\\:").replacing("'", with: "'\\''"))'"
  }

  private func action(_ completion: CompletionHint) -> String {
    switch completion {
    case .none: ":"
    case .path: "_files"
    case .directory: "_files -/"
    case .provider: "_appctl_ids; _files"
    case .providerID: "_appctl_ids"
    case .code: "_appctl_codes"
    case .values(let values): "compadd -- \(values.joined(separator: " "))"
    case .commands: "_appctl_commands"
    }
  }
}
