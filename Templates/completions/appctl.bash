# Completions of appctl for bash, made by 'appctl completions bash'.

# Completes the word at the cursor.
_appctl() {
  local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]}
  local command='' option='' ended='' glued='' word rest=0 i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $word == = ]]; then
      glued=1 # bash takes NAME=VALUE apart
    elif [[ -n $glued || -n $option ]]; then
      glued='' option=''
    elif [[ -z $ended && $word == -- ]]; then
      ended=1
    elif [[ -z $ended && $word == -* ]]; then
      case $word in
        @valued@) option=$word ;;
      esac
    elif [[ -z $command ]]; then
      command=$word
    else
      rest=$((rest + 1))
    fi
  done
  if [[ $current == = ]]; then
    glued=1 current=''
  fi
  if [[ -n $option ]]; then
    case $command:$option in
      @values@
    esac
  elif [[ -n $glued ]]; then
    return
  elif [[ -z $ended && $current == -* ]]; then
    case $command in
      @options@
    esac
  elif [[ -z $command ]]; then
    _appctl_words '@commands@'
  else
    case $command:$rest in
      @arguments@
    esac
  fi
}

# These offer what begins like the word at the cursor, which they take from their caller.
_appctl_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
_appctl_folders() {
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -d -- "$current")
}
_appctl_files() {
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -f -- "$current")
}
_appctl_ids() { _appctl_words "$("$program" providers --quiet 2> /dev/null | sed -n -e '/^no providers$/d' -e '2,$s/ .*//p')"; }
_appctl_providers() {
  local ids
  _appctl_ids
  ids=("${COMPREPLY[@]}")
  _appctl_files
  COMPREPLY+=("${ids[@]}")
}
_appctl_codes() { _appctl_words "$("$program" explain 2> /dev/null | cut -d ' ' -f 1)"; }

complete -F _appctl appctl
