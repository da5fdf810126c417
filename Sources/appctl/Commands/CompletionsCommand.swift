@MainActor
struct CompletionsCommand: Command {
  nonisolated static let help = CommandHelp(
    "Print the script that has a shell complete command lines.",
    "Commands, options, their values, files, codes and the ids of the providers that are found are completed.",
    "In bash, the script is sourced by ~/.bashrc, or stands where the package bash-completion looks for it.",
    examples: [
      "Have it for every bash": "appctl completions bash > ~/.local/share/bash-completion/completions/appctl",
      "Have it for every zsh, in a folder of fpath": "appctl completions zsh > ~/.zsh/completions/_appctl",
      "Have it for every fish": "appctl completions fish > ~/.config/fish/completions/appctl.fish",
    ])

  @Argument("The shell: bash, zsh or fish.") private var shell: CompletionShell
  nonisolated var declared: DeclaredParameters { ["SHELL": _shell] }

  func run(_ console: Console) { console.result(shell.script()) }
}
