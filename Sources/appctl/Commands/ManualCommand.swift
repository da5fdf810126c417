@MainActor
struct ManualCommand: Command {
  nonisolated static let help = CommandHelp(
    "Print the manual page.",
    "It is in the macros of man(7); where appctl is installed as a whole, man appctl shows it.",
    examples: ["Read it with man ./appctl.1": "appctl manual > appctl.1"])

  func run(_ console: Console) { console.result(ManualPage().text) }
}
