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
      case @valued@
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
  $words[1] providers --quiet 2> /dev/null | sed -n -e '/^no providers$/d' -e '2,$s/ .*//p'
end

function __appctl_codes
  set -l words (commandline -opc)
  $words[1] explain 2> /dev/null | cut -d ' ' -f 1
end

complete -c appctl -f
@commands@
@arguments@
@options@
