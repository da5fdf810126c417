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
        (@valued@) option=$word ;;
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
      @values@
    esac
  elif [[ -z $ended && $PREFIX == -* ]]; then
    case $command in
      @options@
    esac
    _describe -o option lines
  elif [[ -z $command ]]; then
    lines=(@commands@)
    _describe command lines
  else
    case $command:$rest in
      @arguments@
    esac
  fi
}

_appctl_commands() {
  local -a lines
    lines=(@commands@)
  _describe command lines
}
_appctl_ids() { compadd -- ${(f)"$($program providers --quiet 2> /dev/null | sed -n -e '/^no providers$/d' -e '2,$s/ .*//p')"} }
_appctl_codes() { compadd -- ${(f)"$($program explain 2> /dev/null | cut -d ' ' -f 1)"} }

if [[ $funcstack[1] == _appctl ]]; then
  _appctl "$@"
else
  compdef _appctl appctl
fi
